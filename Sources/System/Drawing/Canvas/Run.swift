/// A stretch of one row that a painter has to paint anew.
package struct Run: Hashable, Sendable {
    package var row: Int
    package var columns: Range<Int>

    package init(row: Int, columns: Range<Int>) {
        self.row = row
        self.columns = columns
    }

    package var start: Point { Point(row: row, column: columns.lowerBound) }
}
