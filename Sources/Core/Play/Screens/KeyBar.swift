internal import Drawing

/// Draws the last line: the first few keys that do something now, each with a word.
func drawKeyBar(_ rows: [KeyRow], on canvas: inout Canvas) {
    let line = Area(row: canvas.size.rows - 1, column: 0, rows: 1, columns: canvas.size.columns)
    canvas.fill(line, .keyBar)
    let hasWords = canvas.size.columns >= 40
    var column = 1
    for row in rows.lazy.filter({ $0.word != nil }).prefix(8) {
        guard let word = row.word else { continue }
        let width = row.shown.columns + (hasWords ? 1 + word.columns : 0)
        guard column + width < canvas.size.columns else { break }
        var point = Point(row: line.origin.row, column: column)
        point.column += canvas.write(row.shown, at: point, .keyBarKey) + 1
        if hasWords { canvas.write(word, at: point, .keyBar) }
        column += width + (hasWords ? 2 : 1)
    }
}

/// Draws the keys that do something now, all of them and in full, over the middle of a screen.
func drawHelp(_ rows: [KeyRow], on canvas: inout Canvas) {
    let keys = (rows.map(\.shown.columns).max() ?? 0) + 2
    let widest = (rows.map(\.meaning.columns).max() ?? 0) + keys + 4
    let size = Size(
        rows: min(rows.count + 4, canvas.size.rows), columns: min(widest, canvas.size.columns))
    let panel = Area(
        row: (canvas.size.rows - size.rows) / 2, column: (canvas.size.columns - size.columns) / 2,
        rows: size.rows, columns: size.columns)
    canvas.hideCursor()
    canvas.fill(panel)
    canvas.box(panel)
    canvas.inside(panel.inset(rows: 1, columns: 2)) { canvas in
        canvas.write("Keys", at: .topLeft, .strong)
        for (index, row) in rows.prefix(canvas.size.rows - 1).enumerated() {
            let line = index + (canvas.size.rows > rows.count + 1 ? 2 : 1)
            canvas.write(row.shown, at: Point(row: line, column: 0), .strong)
            canvas.write(row.meaning, at: Point(row: line, column: keys))
        }
    }
}

/// Draws the first line: where one is, and something to know about it.
func drawTitleBar(_ place: String, _ remark: String, on canvas: inout Canvas) {
    let width = canvas.size.columns
    canvas.fill(Area(row: 0, column: 0, rows: 1, columns: width), .titleBar)
    let name = canvas.write("tictactoe", at: Point(row: 0, column: 1), .titleBarStrong)
    let room = width - name - 4 - remark.columns
    canvas.write(
        "▸ " + place, at: Point(row: 0, column: name + 2), width: max(0, room), .titleBar)
    canvas.write(
        remark, at: Point(row: 0, column: width - remark.columns - 1), .titleBar)
}
