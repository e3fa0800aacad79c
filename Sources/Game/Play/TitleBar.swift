internal import Drawing
internal import Wording

/// The last line of the screen: up to six useful keys, each with a word if there is room. One key
/// opens the list of all actions.
struct KeyBar {
    private static let most = 6

    private struct PlacedAction {
        let row: ScreenAction
        let word: String
        let columns: Range<Int>
    }

    private var entries: [PlacedAction] = []

    init(_ rows: [ScreenAction], columns: Int) {
        let hasWords = columns >= 40
        let gap = hasWords ? 2 : 1
        let all: [(row: ScreenAction, word: String)] = rows.compactMap { row in
            row.keyNames.isEmpty ? nil : row.lastLineWord.map { (row, hasWords ? $0 : "") }
        }
        // The key that opens the list of all actions is always shown if it fits.
        let last = all.filter { $0.row.intent == .palette }
        let kept = last.reduce(0) { $0 + Self.width($1) + gap }
        var column = 1
        for entry in all where entry.row.intent != .palette {
            let width = Self.width(entry)
            guard entries.count < Self.most - last.count, column + width + kept <= columns else {
                break
            }
            append(entry, at: &column, gap)
        }
        for entry in last where column + Self.width(entry) <= columns {
            append(entry, at: &column, gap)
        }
    }

    private static func width(_ entry: (row: ScreenAction, word: String)) -> Int {
        entry.row.keyNames.columns + (entry.word.isEmpty ? 0 : 1 + entry.word.columns)
    }

    private mutating func append(
        _ entry: (row: ScreenAction, word: String), at column: inout Int, _ gap: Int
    ) {
        let end = column + Self.width(entry)
        entries.append(PlacedAction(row: entry.row, word: entry.word, columns: column..<end))
        column = end + gap
    }

    func action(at column: Int) -> ScreenAction? {
        entries.first { $0.columns.contains(column) }?.row
    }

    func draw(on canvas: inout Canvas) {
        let row = canvas.size.rows - 1
        canvas.fill(Area(row: row, column: 0, rows: 1, columns: canvas.size.columns), .keyBar)
        for entry in entries {
            let start = Point(row: row, column: entry.columns.lowerBound)
            let taken = canvas.write(entry.row.keyNames, at: start, .keyBarKey)
            canvas.write(entry.word, at: Point(row: row, column: start.column + taken + 1), .keyBar)
        }
    }
}

/// The first line: the screen's name, the player's name, and the state of the connection.
struct TitleBar: Hashable {
    /// The minimum width of a window, in columns, for the long forms of texts.
    static let wide = 60
    private static let narrow = 40

    var section: String
    /// The name of the screen in a window without room for `section`; nil to cut that.
    var shortSection: String?
    var name: String?
    var sync: TitleBarSyncStatus?
    /// The last round-trip time, or the age of the last reply if a reply is overdue; nil if neither
    /// is worth showing.
    var replyTime: String?

    func draw(on canvas: inout Canvas) {
        let width = canvas.size.columns
        canvas.fill(Area(row: 0, column: 0, rows: 1, columns: width), .titleBar)
        let right = drawConnectionState(on: &canvas)
        var column = 1
        if width >= Self.wide {
            column += canvas.write(
                "tictactoe", at: Point(row: 0, column: 1), .titleBarStrong)
            column += canvas.write(" ▸ ", at: Point(row: 0, column: column), .titleBar)
        }
        let room = max(0, right - column - 2)
        let section = [section, shortSection ?? section].first(fitting: room)
        canvas.write(section, at: Point(row: 0, column: column), width: room, .titleBar)
        guard let name else { return }
        let free = room - section.columns - 3
        guard free >= min(name.columns, 6) else { return }
        canvas.write(
            name, at: Point(row: 0, column: column + section.columns + 3),
            width: min(name.columns, free), .titleBarStrong)
    }

    /// Writes the state of the connection at the right end, and returns the first column of the
    /// text. Without a state, returns the width.
    private func drawConnectionState(on canvas: inout Canvas) -> Int {
        let width = canvas.size.columns
        guard let sync else { return width }
        let style = sync.isAlert ? Style.titleBarAlert : .titleBar
        let mark = sync.isAlert ? "○ " : "● "
        // The width of the time is fixed, so that the text does not move when the number changes.
        let time = sync.isAlert ? "" : replyTime.map { " " + $0.leftPadded(toColumns: 6) } ?? ""
        let text =
            width < Self.narrow
            ? sync.shortText : (width >= Self.wide ? mark : "") + sync.text + time
        let room = min(text.columns, width - 2)
        let start = width - 1 - room
        canvas.write(text, at: Point(row: 0, column: start), width: room, style)
        return start
    }
}

extension [String] {
    /// Returns the first text of at most this many columns; otherwise the last text.
    func first(fitting columns: Int) -> String {
        first { $0.columns <= columns } ?? last ?? ""
    }
}

extension String {
    fileprivate func leftPadded(toColumns columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - self.columns)) + self
    }
}
