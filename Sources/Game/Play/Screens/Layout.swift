package import Drawing

/// How much of a screen there is room for.
package enum Layout: Hashable, Sendable {
    case full
    case compact
    /// Letters, whose turn it is, and the keys.
    case tiny
    /// A word about the room that is needed.
    case none

    package static let smallest = Size(rows: 8, columns: 20)

    package init(_ size: Size) {
        func hasRoom(rows: Int, columns: Int) -> Bool {
            size.rows >= rows && size.columns >= columns
        }
        if hasRoom(rows: 24, columns: 80) {
            self = .full
        } else if hasRoom(rows: 12, columns: 40) {
            self = .compact
        } else if hasRoom(rows: Self.smallest.rows, columns: Self.smallest.columns) {
            self = .tiny
        } else {
            self = .none
        }
    }
}
