/// A rectangle of cells.
package struct Area: Hashable, Sendable {
    package let origin: Point
    package let size: Size

    /// Numbers beyond any canvas are brought within reach, so that sums of them can't overflow.
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
    package var isEmpty: Bool { size.rows == 0 || size.columns == 0 }

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

    /// What is left when so many rows and columns are taken from each of the four sides.
    package func inset(rows: Int = 0, columns: Int = 0) -> Area {
        let less = Point(row: rows, column: columns).withinReach
        return Area(
            origin: origin + less,
            size: Size(
                rows: size.rows - 2 * less.row, columns: size.columns - 2 * less.column))
    }
}
