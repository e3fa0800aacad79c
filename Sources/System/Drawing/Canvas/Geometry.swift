package struct Size: Hashable, Codable, Sendable {
    package var rows: Int
    package var columns: Int

    package init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }
}

extension Size {
    /// The size of the largest canvas. A larger window is filled at its top left only.
    package static let largest = Size(rows: 500, columns: 1_000)

    /// Creates the size of a window from the numbers that its terminal reports. Zero means unknown,
    /// and becomes 24 rows or 80 columns. Other numbers are limited to the sizes of canvases.
    package init(claimedRows rows: Int, columns: Int) {
        let known = Size(rows: rows == 0 ? 24 : rows, columns: columns == 0 ? 80 : columns)
        self = known.clamped
    }

    var clamped: Size {
        Size(
            rows: min(max(rows, 1), Self.largest.rows),
            columns: min(max(columns, 1), Self.largest.columns))
    }
}

/// The position of a cell on a canvas. The top left corner is row 0, column 0.
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
    /// The greatest distance of a row or column from the corner: beyond any canvas, but too small
    /// for an overflow.
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

package struct Area: Hashable, Sendable {
    package let origin: Point
    package let size: Size

    /// Creates an area. Numbers beyond any canvas are limited, so that their sums can't overflow.
    package init(origin: Point, size: Size) {
        self.origin = origin.withinReach
        self.size = Size(
            rows: min(max(size.rows, 0), Point.reach),
            columns: min(max(size.columns, 0), Point.reach))
    }

    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.init(
            origin: Point(row: row, column: column), size: Size(rows: rows, columns: columns))
    }

    package var rows: Range<Int> { origin.row..<origin.row + size.rows }
    package var columns: Range<Int> { origin.column..<origin.column + size.columns }

    package func contains(_ point: Point) -> Bool {
        rows.contains(point.row) && columns.contains(point.column)
    }

    package func intersection(_ other: Area) -> Area {
        let rows = rows.clamped(to: other.rows)
        let columns = columns.clamped(to: other.columns)
        return Area(
            row: rows.lowerBound, column: columns.lowerBound, rows: rows.count,
            columns: columns.count)
    }

    /// Returns the area without `rows` at its top and bottom, and without `columns` at its left and
    /// right.
    package func inset(rows: Int = 0, columns: Int = 0) -> Area {
        let less = Point(row: rows, column: columns).withinReach
        return Area(
            origin: origin + less,
            size: Size(
                rows: size.rows - 2 * less.row, columns: size.columns - 2 * less.column))
    }
}

/// The horizontal position of a text in a wider field.
package enum Alignment: Hashable, Sendable {
    case left
    case centre
    case right
}
