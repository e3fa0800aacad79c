internal import Drawing
internal import Wording

/// The first line: where one is, who one is, and how things are with the server.
struct TitleBar: Hashable {
    /// From so many columns on there is room for names.
    static let wide = 60
    /// With fewer there is room for the shortest words only.
    private static let narrow = 40

    var section: String
    var name: String?
    var sync: SyncWords?
    /// How lately the server was heard.
    var lastWord: String?

    func draw(on canvas: inout Canvas) {
        let width = canvas.size.columns
        canvas.fill(Area(row: 0, column: 0, rows: 1, columns: width), .titleBar)
        let right = drawSync(on: &canvas)
        var column = 1
        if width >= Self.wide {
            column += canvas.write(
                ScreenWords.program, at: Point(row: 0, column: 1), .titleBarStrong)
            column += canvas.write(" ▸ ", at: Point(row: 0, column: column), .titleBar)
        }
        let room = max(0, right - column - 2)
        canvas.write(section, at: Point(row: 0, column: column), width: room, .titleBar)
        guard let name else { return }
        let free = room - section.columns - 3
        guard free >= min(name.columns, 6) else { return }
        canvas.write(
            name, at: Point(row: 0, column: column + section.columns + 3),
            width: min(name.columns, free), .titleBarStrong)
    }

    /// Writes the words at the right end, and returns where they begin.
    private func drawSync(on canvas: inout Canvas) -> Int {
        let width = canvas.size.columns
        guard let sync else { return width }
        let style = sync.isAlert ? Style.titleBarAlert : .titleBar
        let mark = sync.isAlert ? "○ " : "● "
        // Of one width, so that another figure does not move the words.
        let time = sync.isAlert ? "" : lastWord.map { " " + $0.padded(toColumns: 6) } ?? ""
        let text =
            width < Self.narrow
            ? sync.shortText : (width >= Self.wide ? mark : "") + sync.text + time
        let room = min(text.columns, width - 2)
        let start = width - 1 - room
        canvas.write(text, at: Point(row: 0, column: start), width: room, style)
        return start
    }
}

extension String {
    /// The text with blanks before it, up to that width.
    fileprivate func padded(toColumns columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - self.columns)) + self
    }
}
