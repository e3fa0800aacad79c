/// A run of adjacent cells in one row.
package struct CellRun: Hashable, Sendable {
    package var row: Int
    package var columns: Range<Int>

    package init(row: Int, columns: Range<Int>) {
        self.row = row
        self.columns = columns
    }

    package var start: Point { Point(row: row, column: columns.lowerBound) }
}

extension Canvas {
    /// Returns the runs that differ between this canvas and the canvas on the screen, from the top
    /// left. If the canvases differ in size, returns all rows.
    ///
    /// Both halves of a wide character are always in one run. Two runs are merged if sending the
    /// unchanged cells between them takes no more bytes than a cursor move.
    package func runs(changedFrom shown: Canvas) -> [CellRun] {
        guard grid == shown.grid else {
            return (0..<grid.rows).map { CellRun(row: $0, columns: 0..<grid.columns) }
        }
        var runs: [CellRun] = []
        for row in 0..<grid.rows { appendRuns(in: row, changedFrom: shown, to: &runs) }
        return runs
    }

    private func appendRuns(in row: Int, changedFrom shown: Canvas, to runs: inout [CellRun]) {
        let start = row * grid.columns
        let new = cells.span
        let old = shown.cells.span
        var column = 0
        while column < grid.columns {
            guard new[start + column] != old[start + column] else {
                column += 1
                continue
            }
            let first = column
            // A continuation is in the run of its character, changed or not.
            while column < grid.columns,
                new[start + column] != old[start + column]
                    || new[start + column].glyph == .continuation
            {
                column += 1
            }
            appendOrExtend(CellRun(row: row, columns: first..<column), to: &runs)
        }
    }

    private func appendOrExtend(_ run: CellRun, to runs: inout [CellRun]) {
        guard let last = runs.last, last.row == run.row,
            isCheaperToSend(
                CellRun(row: run.row, columns: last.columns.upperBound..<run.start.column))
        else {
            runs.append(run)
            return
        }
        runs[runs.count - 1].columns = last.columns.lowerBound..<run.columns.upperBound
    }

    /// True if the cells of a gap need no change of style, have the same width on every terminal,
    /// and take no more bytes than a cursor move. A move takes three bytes for one cell, and four
    /// for up to nine: `ESC [ C`, `ESC [ 9 C`.
    private func isCheaperToSend(_ gap: CellRun) -> Bool {
        let move = gap.columns.count == 1 ? 3 : 4
        guard gap.columns.count <= move else { return false }
        let style = cells[gap.row * grid.columns + gap.columns.lowerBound - 1].style
        var bytes = 0
        for cell in self[gap] {
            guard cell.style == style, cell.glyph.isMeasuredAlike else { return false }
            bytes += cell.glyph.byteCount
        }
        return bytes <= move
    }
}
