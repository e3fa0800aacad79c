/// Where a cursor goes, on a board or in a list.
package enum Direction: Hashable, Sendable {
    case up
    case down
    case left
    case right
}
