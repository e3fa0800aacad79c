/// How many rows and columns something takes.
package struct Size: Hashable, Codable, Sendable {
    package var rows: Int
    package var columns: Int

    package init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }
}

extension Size {
    /// The largest canvas. Of a window that claims to be larger the top left is filled.
    package static let largest = Size(rows: 500, columns: 1_000)

    /// The size of a window, as its terminal claims it: any numbers, zero for "I do not know".
    package init(claimedRows rows: Int, columns: Int) {
        let known = Size(rows: rows == 0 ? 24 : rows, columns: columns == 0 ? 80 : columns)
        self = known.clamped
    }

    /// The nearest size that a canvas can have.
    var clamped: Size {
        Size(
            rows: min(max(rows, 1), Self.largest.rows),
            columns: min(max(columns, 1), Self.largest.columns))
    }
}
