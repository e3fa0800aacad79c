import Drawing
import DrawingSamples
import Testing

@Suite("Runs")
struct RunTests {
    @Test("Equal canvases have no runs, other sizes one a row; a gap of another style stays out")
    func extremes() {
        let board = SampleBoard().draw()
        #expect(board.runs(changedFrom: board) == [])
        let small = Canvas(Size(rows: 2, columns: 3))
        #expect(
            small.runs(changedFrom: board)
                == [CellRun(row: 0, columns: 0..<3), CellRun(row: 1, columns: 0..<3)])

        var before = canvas("abc")
        before.put("b", at: Point(row: 0, column: 1), .faint)
        var after = before
        after.put("x", at: Point(row: 0, column: 0))
        after.put("x", at: Point(row: 0, column: 2))
        #expect(after.runs(changedFrom: before).count == 2)
    }

    @Test(
        "A run has the changes, whole characters, and gaps that are shorter to send than to skip",
        arguments: [
            ("abcdef", "abXdef", [2..<3]),
            ("abcdef", "XbcdeX", [0..<6]),
            ("abcdefgh", "XbcdefgX", [0..<1, 7..<8]),
            ("a─────f", "X─────Y", [0..<1, 6..<7]),
            ("a─f", "X─Y", [0..<3]),
            ("a──f", "X──Y", [0..<1, 3..<4]),
            // Wide characters that appear, disappear, change, and move by half their width.
            ("abcdef", "ab漢ef", [2..<4]),
            ("ab漢ef", "abcdef", [2..<4]),
            ("ab漢ef", "ab字ef", [2..<4]),
            ("a漢bcd", "ab漢cd", [1..<4]),
            ("漢字語", "漢字x語", [4..<7]),
        ])
    func merging(before: String, after: String, columns: [Range<Int>]) {
        #expect(
            canvas(after).runs(changedFrom: canvas(before))
                == columns.map { CellRun(row: 0, columns: $0) })
    }

    private func canvas(_ text: String) -> Canvas {
        var canvas = Canvas(Size(rows: 1, columns: 12))
        canvas.write(text, at: .topLeft)
        return canvas
    }
}
