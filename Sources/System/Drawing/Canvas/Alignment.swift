/// Where a text stands in room that it does not fill.
package enum Alignment: Hashable, Sendable {
    case left
    case centre
    case right
}
