/// Where a cursor goes, on a board or in a list.
package enum Direction: Hashable, Codable, Sendable {
    case up
    case down
    case left
    case right
}
