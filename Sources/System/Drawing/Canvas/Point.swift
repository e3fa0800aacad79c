/// A cell of a canvas by where it is. The top left corner is row 0, column 0.
package struct Point: Hashable, Codable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }

    package static let topLeft = Point(row: 0, column: 0)
}

extension Point {
    /// Further from the corner than any canvas reaches, and yet far from overflowing.
    static let reach = 1_000_000

    var withinReach: Point {
        Point(
            row: min(max(row, -Self.reach), Self.reach),
            column: min(max(column, -Self.reach), Self.reach))
    }

    static func + (left: Point, right: Point) -> Point {
        Point(row: left.row + right.row, column: left.column + right.column)
    }
}
