internal import Drawing
internal import Game
internal import SimperiumClock
internal import Visit
internal import Wording

extension Canvas {
    mutating func drawInside(
        rowsFrom row: Int, column: Int = 0, _ draw: (inout Canvas) -> Void
    ) {
        let room = Area(
            row: row, column: column, rows: size.rows - row, columns: size.columns - column)
        drawInside(room, draw)
    }

    mutating func drawInside(row: Int, _ draw: (inout Canvas) -> Void) {
        drawInside(Area(row: row, column: 0, rows: 1, columns: size.columns), draw)
    }

    /// Draws inside a frame, over a cleared area.
    mutating func drawFramed(_ area: Area, _ draw: (inout Canvas) -> Void) {
        hideCursor()
        fill(area)
        drawBox(area)
        drawInside(area.inset(rows: 1, columns: 2), draw)
    }

    /// Marks the row as selected. Call this before drawing the row's text.
    mutating func markAsSelected() {
        fill(bounds, .selected)
        put("▸", at: .topLeft, .selected)
        showCursor(at: .topLeft)
    }
}

extension Range<Int> {
    /// Creates the range of the visible rows of a list: `room` of `count` rows, with the selected
    /// one in the middle if possible.
    init(visibleOf count: Int, in room: Int, around selected: Int?) {
        let first = Swift.min(Swift.max(0, (selected ?? 0) - room / 2), Swift.max(0, count - room))
        self = first..<Swift.min(count, first + room)
    }
}

extension Canvas {
    /// The number of columns that a panel's frame takes: a line and an empty column on each side.
    static let panelFrame = 4

    /// Draws a panel of this size with its heading and its contents, over cleared rows. The picture
    /// to the left of the column `left` stays. In a full window, the rule below that picture stays,
    /// too.
    mutating func drawPanel(
        _ heading: String, rows: Int, columns: Int, rightOf left: Int = 0, hasLogo: Bool = false,
        _ draw: (inout Canvas) -> Void
    ) {
        let room = self.size.columns - left
        let isAboveRule = left > 0 && ScreenSizeClass(self.size) == .full
        let end = isAboveRule ? self.size.rows - 3 : self.size.rows
        let size = Size(
            rows: min(rows + 4, isAboveRule ? end - 1 : end),
            columns: min(columns + Self.panelFrame, room))
        let panel = Area(
            row: min((self.size.rows - size.rows) / 2, end - size.rows),
            column: left + (room - size.columns) / 2, rows: size.rows, columns: size.columns)
        hideCursor()
        // Only the lines for news and keys stay around the panel, because parts of a board would
        // not be useful.
        let top = min(panel.origin.row, 1)
        let bottom = max(panel.rows.upperBound, self.size.rows - (left > 0 ? 3 : 2))
        fill(Area(row: top, column: left, rows: bottom - top, columns: room))
        if hasLogo { drawLogo(above: panel) }
        drawBox(panel)
        drawInside(panel.inset(rows: 1, columns: 2)) { canvas in
            canvas.write(heading.shortened(toColumns: canvas.size.columns), at: .topLeft, .strong)
            canvas.drawInside(rowsFrom: canvas.size.rows > rows + 1 ? 2 : 1, draw)
        }
    }
}

extension Canvas {
    private mutating func drawLogo(above panel: Area) {
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

extension Canvas {
    /// Draws a list of choices at the right side, over the screen. If there is no room for all
    /// choices, shows those around the selected choice, and the counts of the hidden ones.
    mutating func drawChoices(_ heading: String, _ choices: [String], chosen: Int) {
        let rows = max(1, min(size.rows - 7, choices.count))
        let window = Range(visibleOf: choices.count, in: rows, around: chosen)
        let more = window.wordsForHiddenRows(of: choices.count)
        let widest = choices.map { $0.columns + 4 }.max() ?? 0
        let top = heading.columns + (more.isEmpty ? 0 : more.columns + 2)
        let columns = min(max(widest, top) + Self.panelFrame, size.columns)
        let area = Area(row: 1, column: size.columns - columns, rows: rows + 4, columns: columns)
        drawFramed(area) { canvas in
            canvas.write(heading, at: .topLeft, .strong)
            let end = canvas.size.columns - more.columns
            if end > heading.columns { canvas.write(more, at: Point(row: 0, column: end), .faint) }
            for (row, choice) in choices[window].enumerated() {
                let isChosen = window.lowerBound + row == chosen
                let line = Area(row: row + 2, column: 0, rows: 1, columns: canvas.size.columns)
                let style: Style = isChosen ? .selected : .plain
                canvas.fill(line, style)
                let mark = isChosen ? "▸ " : "  "
                canvas.write(mark + choice, at: line.origin, width: line.columns.count, style)
            }
        }
    }
}

extension Canvas {
    mutating func draw(_ call: WakeCall, at now: Instant) {
        let left = call.until.secondsCountdown(from: now)
        let room = size.columns - Self.panelFrame
        let words = [InvitationWords.pressAnyKey, InvitationWords.anyKey]
            .first(fitting: room - left.columns - 2)
        let heading = InvitationWords.wantsToPlay(call.name)
        let columns = max(heading.columns, words.columns + left.columns + 2)
        drawPanel(heading, rows: 1, columns: columns) { canvas in
            canvas.write(
                left, at: .topLeft, width: canvas.size.columns, aligned: .right, .strong)
            canvas.write(words, at: .topLeft, .ownTurn)
        }
    }
}

/// The list of all keys that have an effect now, on as many pages as needed.
struct HelpPages {
    private static let fewWords = 26

    private let rows: [ScreenAction]
    private let keys: Int
    private let widest: Int
    /// The number of lines on a page. With two columns, a page has twice as many rows.
    private let room: Int
    private let isDouble: Bool

    init(_ rows: [ScreenAction], _ size: Size) {
        let rows = rows.filter { !$0.keyNames.isEmpty }
        self.rows = rows
        keys = (rows.map(\.keyNames.columns).max() ?? 0) + 2
        widest = (rows.map(\.meaning.columns).max() ?? 0) + keys
        // The frame, the heading and a line below the heading take four rows, and the keys of the
        // panel take one. A full window needs two more, for the title and the rule.
        let taken =
            switch ScreenSizeClass(size) {
            case .full: 7
            case .compact, .none: 5
            case .tiny: 3
            }
        room = max(1, size.rows - taken)
        isDouble = rows.count > room && size.columns >= 2 * widest + 7
    }

    var count: Int { max(1, (rows.count + capacity - 1) / capacity) }

    private var capacity: Int { isDouble ? 2 * room : room }

    /// The number of rows on each page; the last page may have fewer.
    private var perPage: Int { (rows.count + count - 1) / count }

    /// The minimum width of a page, with short descriptions.
    var leastColumns: Int {
        (isDouble ? contents : min(widest, keys + Self.fewWords)) + Canvas.panelFrame
    }

    private var contents: Int { isDouble ? 2 * widest + 3 : widest }

    /// Draws a page to the right of the column `left`; the last page if there are fewer pages.
    /// `key` is the key that shows the next page.
    func draw(_ page: Int, key: String, rightOf left: Int, on canvas: inout Canvas) {
        let page = min(page, count - 1)
        let rows = rows.dropFirst(page * perPage).prefix(perPage)
        let lines = isDouble ? (rows.count + 1) / 2 : rows.count
        let heading = HelpPagesWords.heading(page: page + 1, of: count, key: key)
        canvas.drawPanel(heading, rows: lines, columns: contents, rightOf: left) { canvas in
            for (index, row) in rows.enumerated() {
                let start = index < lines ? 0 : widest + 3
                draw(row, at: Point(row: index % lines, column: start), on: &canvas)
            }
        }
    }

    private func draw(_ row: ScreenAction, at point: Point, on canvas: inout Canvas) {
        canvas.write(row.keyNames, at: point, .strong)
        let width = max(0, min(canvas.size.columns - point.column, widest) - keys)
        canvas.write(
            row.meaning(fitting: width), at: Point(row: point.row, column: point.column + keys),
            width: width)
    }
}

extension ScreenAction {
    /// Returns the first clauses of the description, as many as fit. If not even one clause fits,
    /// returns the word for the last line; without such a word, the first clause.
    func meaning(fitting columns: Int) -> String {
        let clauses = meaning.leadingClauses(fitting: columns)
        return clauses.columns <= columns ? clauses : lastLineWord ?? clauses
    }
}

extension String {
    /// Returns the first clause, and as many of the following clauses as fit.
    fileprivate func leadingClauses(fitting columns: Int) -> String {
        var text = self
        while text.columns > columns, let end = text.lastIndex(where: { ";:,".contains($0) }) {
            text = String(text[..<end])
        }
        return text
    }
}

private enum HelpPagesWords {
    static func heading(page: Int, of count: Int, key: String) -> String {
        let next = page < count ? ": \(key) next" : ""
        return count == 1 ? "Keys" : "Keys \(page)/\(count)\(next)"
    }
}
