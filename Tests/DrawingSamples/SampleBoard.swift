package import Drawing

/// A board in play on 80 × 24 cells, as full of words and lines as a real one, to count bytes by.
package struct SampleBoard {
    package enum Piece { case cross, circle }

    package var pieces: [Piece?] = [.cross, nil, .circle, nil, .cross, nil, .circle, nil, nil]
    package var cursor = 8
    package var clock = 18
    package var watchers = 6
    package var notice = "Move 5: X in cell 9, Enter places it. Nothing is sent before Enter."

    package init() {}

    package func draw() -> Canvas {
        var canvas = Canvas(Size(rows: 24, columns: 80))
        drawBars(on: &canvas)
        canvas.drawInside(Area(row: 2, column: 4, rows: 17, columns: 35)) { drawSquares(on: &$0) }
        canvas.drawInside(Area(row: 2, column: 44, rows: 17, columns: 36)) { drawPanel(on: &$0) }
        canvas.showCursor(at: Point(row: 4 + 6 * (cursor / 3), column: 9 + 12 * (cursor % 3)))
        return canvas
    }

    private func drawBars(on canvas: inout Canvas) {
        let top = Point(row: 0, column: 1)
        canvas.fill(Area(row: 0, column: 0, rows: 1, columns: 80), .titleBar)
        canvas.write("tictactoe ▸ match", at: top, .titleBar)
        canvas.write("lin (X) against okafor (O)", at: Point(row: 0, column: 26), .titleBarStrong)
        let end = Point(row: 0, column: 59)
        canvas.write("● in sync  41 ms", at: end, width: 20, aligned: .right, .titleBar)
        canvas.drawHorizontalRule(at: Point(row: 1, column: 0), columns: 80)
        canvas.write(notice, at: Point(row: 20, column: 1), .notice)
        canvas.drawHorizontalRule(at: Point(row: 21, column: 0), columns: 80)
        for (row, keys) in [
            (22, [("←↑↓→ or 1-9", "choose"), ("Enter", "place"), ("R", "resign"), ("d", "draw")]),
            (23, [("v", "who is watching"), ("Esc", "lobby"), ("?", "help"), ("q", "quit")]),
        ] {
            canvas.fill(Area(row: row, column: 0, rows: 1, columns: 80), .keyBar)
            var place = Point(row: row, column: 1)
            for (key, meaning) in keys {
                place.column += 1 + canvas.write(key, at: place, .keyBarKey)
                place.column += 3 + canvas.write(meaning, at: place, .keyBar)
            }
        }
    }

    private func drawSquares(on canvas: inout Canvas) {
        for line in [5, 11] {
            canvas.drawHorizontalRule(at: Point(row: line, column: 0), columns: 35)
        }
        for line in [11, 23] { canvas.drawVerticalRule(at: Point(row: 0, column: line), rows: 17) }
        for square in 0..<9 {
            let room = Area(
                row: 6 * (square / 3), column: 12 * (square % 3), rows: 5, columns: 11)
            canvas.drawInside(room) { drawSquare(square, on: &$0) }
        }
    }

    private func drawSquare(_ square: Int, on canvas: inout Canvas) {
        let left = Point(row: 0, column: 2)
        switch pieces[square] {
        case .cross:
            for (row, text) in ["██   ██", " ██ ██", "  ███", " ██ ██", "██   ██"].enumerated() {
                canvas.write(text, at: Point(row: row, column: left.column), .cross)
            }
        case .circle:
            for (row, text) in [" █████", "██   ██", "██   ██", "██   ██", " █████"].enumerated() {
                canvas.write(text, at: Point(row: row, column: left.column), .circle)
            }
        case nil:
            canvas.write("\(square + 1)", at: Point(row: 2, column: 5), .faint)
        }
        guard square == cursor else { return }
        for (row, text) in [(0, "┌         ┐"), (4, "└         ┘")] {
            for (column, character) in text.unicodeScalars.enumerated() where character != " " {
                canvas.put(Glyph(character), at: Point(row: row, column: column), .cursor)
            }
        }
    }

    private func drawPanel(on canvas: inout Canvas) {
        let crossesTurn = pieces.count { $0 != nil }.isMultiple(of: 2)
        let turn = crossesTurn ? "YOUR MOVE" : "okafor to move"
        canvas.write(turn, at: Point(row: 1, column: 0), crossesTurn ? .ownTurn : .plain)
        canvas.write("clock \(clock) s", at: Point(row: 1, column: 21), .plain)
        canvas.write("X  lin    ██ ██ ·     2", at: Point(row: 3, column: 0), .cross)
        canvas.write("O  okafor ██ ·  ·     1", at: Point(row: 4, column: 0), .circle)
        canvas.write("● here", at: Point(row: 4, column: 26), .good)
        canvas.write("first to 3     draws 4", at: Point(row: 5, column: 3), .faint)
        canvas.write("MOVES", at: Point(row: 7, column: 0), .strong)
        for (row, text) in ["1  X 5     2  O 3", "3  X 1     4  O 7"].enumerated() {
            canvas.write(text, at: Point(row: 8 + row, column: 1))
        }
        canvas.write("WATCHING  \(watchers)", at: Point(row: 11, column: 0), .strong)
        canvas.write("fatou, tomas + 4 guests", at: Point(row: 12, column: 1), .faint)
        canvas.write("okafor: well played", at: Point(row: 14, column: 1))
    }
}
