internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import Wording

/// Panels that lie over the middle of a screen.
extension Canvas {
    /// What the frame of a panel takes on both sides, with a column of air.
    static let panelFrame = 4

    /// Clears a panel of that size, and draws what is in it below its heading. What stands left of
    /// `left` stays.
    mutating func panel(
        _ heading: String, rows: Int, columns: Int, rightOf left: Int = 0, hasSign: Bool = false,
        _ draw: (inout Canvas) -> Void
    ) {
        let room = self.size.columns - left
        let size = Size(
            rows: min(rows + 4, self.size.rows), columns: min(columns + Self.panelFrame, room))
        let panel = Area(
            row: (self.size.rows - size.rows) / 2, column: left + (room - size.columns) / 2,
            rows: size.rows, columns: size.columns)
        hideCursor()
        // Around it nothing is left but the lines for news and keys: torn pieces of a board would
        // tell nobody anything.
        let top = min(panel.origin.row, 1)
        let bottom = max(panel.rows.upperBound, self.size.rows - (left > 0 ? 3 : 2))
        fill(Area(row: top, column: left, rows: bottom - top, columns: room))
        if hasSign { drawSign(above: panel) }
        box(panel)
        inside(panel.inset(rows: 1, columns: 2)) { canvas in
            canvas.write(heading, at: .topLeft, .strong)
            let top = canvas.size.rows > rows + 1 ? 2 : 1
            let rest = Area(
                row: top, column: 0, rows: canvas.size.rows - top, columns: canvas.size.columns)
            canvas.inside(rest, draw)
        }
    }
}

extension Canvas {
    /// Draws the two pieces above a panel, as large as there is room for them.
    private mutating func drawSign(above panel: Area) {
        let scales = [BoardScale.nine, .five].filter { $0.rawValue + 2 < panel.origin.row }
        guard let scale = scales.first else { return }
        let columns = 2 * scale.pictureColumns + 3
        for (index, piece) in [Piece.cross, .circle].enumerated() {
            let column = (size.columns - columns) / 2 + index * (scale.pictureColumns + 3)
            piece.draw(
                scale, at: Point(row: panel.origin.row - scale.rawValue - 1, column: column),
                on: &self)
        }
    }
}

/// Draws what was told lately, the newest at the bottom and each of them whole.
func drawNotices(_ entries: [Noticeboard.Entry], at now: Instant, on canvas: inout Canvas) {
    let columns = min(60, canvas.size.columns - 6)
    let room = max(1, canvas.size.rows - 7)
    var lines: [(age: String, text: String, style: Style)] = []
    for entry in entries.reversed() {
        let words = entry.text.wrapped(toColumns: max(1, columns - 8))
        guard lines.isEmpty || lines.count + words.count <= room else { break }
        let fitting = words.prefix(room - 1) + [words.dropFirst(room - 1).joined(separator: " ")]
        let shown = words.count <= room ? words : Array(fitting)
        lines =
            shown.enumerated().map { index, text in
                (index == 0 ? (now - entry.postedAt).age : "", text, entry.style)
            } + lines
    }
    canvas.panel(ScreenWords.notices, rows: max(1, lines.count), columns: columns) { canvas in
        if entries.isEmpty { canvas.write(ScreenWords.noNotices, at: .topLeft, .faint) }
        for (row, line) in lines.enumerated() {
            canvas.write(
                line.age, at: Point(row: row, column: 0), width: 6, aligned: .right, .faint)
            canvas.write(
                line.text, at: Point(row: row, column: 8), width: canvas.size.columns - 8,
                line.style)
        }
    }
}

/// Draws one line to type in.
func drawPrompt(_ prompt: Prompt, on canvas: inout Canvas) {
    let columns = min(60, canvas.size.columns - 6)
    let text = prompt.flaw ?? prompt.words.explanation
    let wrapped = text.wrapped(toColumns: columns)
    let lines = wrapped.count <= max(1, canvas.size.rows - 9) ? wrapped : [text]
    canvas.panel(
        prompt.words.question, rows: 2 + lines.count, columns: columns,
        hasSign: prompt.purpose == .firstName
    ) { canvas in
        let field = min(28, canvas.size.columns)
        canvas.write(prompt.shown, at: .topLeft, width: field, .input)
        canvas.showCursor(at: Point(row: 0, column: min(prompt.shown.columns, field - 1)))
        for (row, line) in zip(2..., lines) {
            canvas.write(
                line, at: Point(row: row, column: 0), width: canvas.size.columns,
                prompt.flaw == nil ? .faint : .warning)
        }
    }
}

/// Draws the colours to choose from at the side, so that what they change can be seen beside them.
func drawThemes(_ list: ThemeList, on canvas: inout Canvas) {
    let (themes, chosen) = list.visible(in: canvas.size.rows - 7)
    drawChoices(ScreenWords.themes, themes.map(\.name), chosen: chosen, on: &canvas)
}

/// Draws what can be said, with its numbers.
func drawPhrases(_ list: PhraseList, on canvas: inout Canvas) {
    let phrases = Phrase.allCases.map { "\($0.rawValue) \($0.words)" }
    drawChoices(PhraseWords.heading, phrases, chosen: list.chosen, on: &canvas)
}

private func drawChoices(
    _ heading: String, _ choices: [String], chosen: Int, on canvas: inout Canvas
) {
    let columns = min((choices.map(\.columns).max() ?? 0) + 8, canvas.size.columns)
    let area = Area(
        row: 1, column: canvas.size.columns - columns, rows: choices.count + 4, columns: columns)
    canvas.hideCursor()
    canvas.fill(area)
    canvas.box(area)
    canvas.inside(area.inset(rows: 1, columns: 2)) { canvas in
        canvas.write(heading, at: .topLeft, .strong)
        for (row, choice) in choices.enumerated() {
            let line = Area(row: row + 2, column: 0, rows: 1, columns: canvas.size.columns)
            let style: Style = row == chosen ? .selected : .plain
            canvas.fill(line, style)
            let mark = row == chosen ? "▸ " : "  "
            canvas.write(mark + choice, at: line.origin, width: line.columns.count, style)
        }
    }
}
