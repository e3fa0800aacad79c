internal import Drawing
internal import Game
internal import Records
internal import Wording

/// A screen with a page: some lines, and a list with a selection.
protocol ListScreen: Screen {
    associatedtype Row: Hashable & Sendable

    /// The page's name for the title bar. In capitals, the name is the page's heading.
    static var section: String { get }
    /// The screen that Esc returns to.
    static var parent: ScreenName { get }

    var selection: Selection<Row> { get set }

    func rows(in game: GameContext) -> [Row]
    func page(in game: GameContext) -> ListScreenContent
    /// Handles an intent other than those that move the selection or go back. `row` is the selected
    /// row; nil in an empty list.
    mutating func perform(_ intent: Intent, on row: Row?, _ game: inout GameContext)
}

extension ListScreen {
    static var pausesSearch: Bool { true }
    static var parent: ScreenName { .lobby }

    func title(in game: GameContext) -> String { Self.section }

    mutating func perform(_ intent: Intent, on row: Row?, _ game: inout GameContext) {}

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        let rows = rows(in: game)
        if selection.move(by: intent, in: rows) { return }
        if intent == .back { return game.currentScreen = Self.parent }
        perform(intent, on: selection.chosen(in: rows), &game)
    }

    mutating func clickOutsideBoard(_ point: Point, _ game: inout GameContext) {
        guard let index = picture(in: game).row(at: point) else { return }
        if selection.selectAndReportIfUnchanged(index, in: rows(in: game)) {
            handle(.confirm, &game)
        }
    }

    func draw(_ drawing: DrawingContext, on canvas: inout Canvas) {
        picture(in: drawing.game, notice: drawing.notice).draw(on: &canvas)
    }

    private func picture(
        in game: GameContext, notice: Noticeboard.PostedNotice? = nil
    ) -> PagePicture {
        var page = page(in: game)
        page.heading = Self.section.uppercased()
        page.chosen = page.rows.isEmpty ? nil : selection.index(in: rows(in: game))
        if let notice { page.lines.insert(.init(text: notice.text, style: notice.style), at: 0) }
        return PagePicture(page, size: game.size)
    }
}

/// The selected row of a list whose rows can change.
struct Selection<Row: Hashable & Sendable>: Hashable, Sendable {
    private var row: Row?
    private var index = 0

    var isUnset: Bool { row == nil }

    /// Returns the index of the selected row, at first 0; nil without rows. If the selected row is
    /// gone, returns its last index, or the index of the last row if the list is shorter.
    func index(in rows: [Row]) -> Int? {
        guard !rows.isEmpty else { return nil }
        return row.flatMap(rows.firstIndex) ?? min(index, rows.count - 1)
    }

    func chosen(in rows: [Row]) -> Row? {
        index(in: rows).map { rows[$0] }
    }

    /// Selects the row at an index, or the nearest row. Does nothing in an empty list.
    mutating func select(_ new: Int, in rows: [Row]) {
        guard !rows.isEmpty else { return }
        index = min(max(new, 0), rows.count - 1)
        row = rows[index]
    }

    /// Selects a row. Returns true if it was selected already.
    mutating func selectAndReportIfUnchanged(_ new: Int, in rows: [Row]) -> Bool {
        defer { select(new, in: rows) }
        return index(in: rows) == new
    }

    mutating func step(by places: Int, in rows: [Row]) {
        guard let index = index(in: rows) else { return }
        select(index + places, in: rows)
    }
}

extension Selection {
    private static var page: Int { 8 }

    mutating func move(by intent: Intent, in rows: [Row]) -> Bool {
        switch intent {
        case .move(.up), .previousItem: step(by: -1, in: rows)
        case .move(.down), .nextItem: step(by: 1, in: rows)
        case .page(.up): step(by: -Self.page, in: rows)
        case .page: step(by: Self.page, in: rows)
        default: return false
        }
        return true
    }
}

/// A page with some lines, and a list below them.
struct ListScreenContent: Hashable {
    struct PageLine: Hashable {
        let text: String
        var style = Style.plain
    }

    var heading = ""
    /// The text at the right of the heading, unless rows are hidden.
    var remark = ""
    var lines: [PageLine] = []
    var columnTitles: ListRow?
    var rows: [ListRow] = []
    var chosen: Int?
    var emptyText = ""
    /// The part beside the list, usually about the selected row; nil for none.
    var aside: PageAside?
}

struct PagePicture {
    private static let widest = 78
    /// The minimum width of a window for a part beside the list.
    private static let wide = 112
    private static let widestAside = 72

    static func hasAside(in size: Size) -> Bool {
        ScreenSizeClass(size) == .full && size.columns >= wide
    }

    private let view: ListScreenContent
    private let layout: ScreenSizeClass
    private let size: Size
    /// The width of the page. In a wide window, the page is in the middle.
    private let width: Int
    private let left: Int
    /// The lines, wrapped to fit; a tiny window shows them unwrapped.
    private let lines: [ListScreenContent.PageLine]

    init(_ view: ListScreenContent, size: Size) {
        self.view = view
        self.size = size
        layout = ScreenSizeClass(size)
        // A tiny window has room for one line only, so the rest of a longer sentence is left out.
        let isWrapped = layout != .tiny
        let hasAside = Self.hasAside(in: size)
        let wanted = Self.widest + 2 + (hasAside && view.aside != nil ? Self.widestAside : 0)
        width = hasAside ? min(size.columns, wanted) : size.columns
        left = (size.columns - width) / 2
        lines = isWrapped ? Self.wrapped(view.lines, columns: width - 3) : view.lines
    }

    private static func wrapped(
        _ lines: [ListScreenContent.PageLine], columns: Int
    ) -> [ListScreenContent.PageLine] {
        lines.flatMap { line in
            line.text.wrapped(toColumns: columns).map {
                ListScreenContent.PageLine(text: $0, style: line.style)
            }
        }
    }

    private var top: Int { layout == .full ? 4 : 1 }

    private var lineCount: Int {
        let room = layout == .full ? 6 : layout == .compact ? 5 : 1
        return min(lines.count, room)
    }

    private var hasTitles: Bool {
        layout == .full && view.columnTitles != nil && !view.rows.isEmpty
    }

    /// Returns the limit on the width of names in a list of this width. It leaves room for the rest
    /// of each row, but never cuts a name.
    private func nameColumnLimit(in width: Int) -> Int {
        let rooms = view.rows.map { row in
            let figure = row.figure.isEmpty ? 0 : max(row.figure.columns, 5) + 1
            return width - row.remark.columns - figure - 4
        }
        return max(rooms.min() ?? width, view.rows.map(\.name.columns).max() ?? 0)
    }

    private var list: Area {
        let gap = layout == .full && lineCount > 0 ? 1 : 0
        let start = top + lineCount + gap + (hasTitles ? 1 : 0)
        let bottom = layout == .full ? 4 : 2
        return Area(
            row: start, column: left + 1, rows: max(0, size.rows - start - bottom),
            columns: min(width - 2, Self.widest))
    }

    private var window: Range<Int> {
        Range(visibleOf: view.rows.count, in: list.size.rows, around: view.chosen)
    }

    func row(at point: Point) -> Int? {
        guard list.contains(point) else { return nil }
        let index = window.lowerBound + point.row - list.origin.row
        return window.contains(index) ? index : nil
    }

    func draw(on canvas: inout Canvas) {
        if layout == .full { drawHeadingAndRules(on: &canvas) }
        for (index, line) in lines.prefix(lineCount).enumerated() {
            canvas.write(
                line.text, at: Point(row: top + index, column: left + (layout == .full ? 2 : 1)),
                width: width - 3, line.style)
        }
        if hasTitles, let titles = view.columnTitles {
            let line = Area(
                row: list.origin.row - 1, column: list.origin.column, rows: 1,
                columns: list.size.columns)
            canvas.drawInside(line) { titles.draw(isChosen: false, on: &$0) }
        }
        if Self.hasAside(in: size), let aside = view.aside {
            let start = left + Self.widest + 2
            canvas.drawVerticalRule(at: Point(row: 2, column: start), rows: size.rows - 4)
            let room = Area(
                row: 4, column: start + 2, rows: size.rows - 8, columns: left + width - start - 3)
            canvas.drawInside(room) { aside.draw(on: &$0) }
        }
        drawList(on: &canvas)
    }

    private func drawList(on canvas: inout Canvas) {
        let (window, view, names) = (window, view, nameColumnLimit(in: list.size.columns))
        canvas.drawInside(list) { canvas in
            if view.rows.isEmpty {
                canvas.write(
                    view.emptyText, at: Point(row: 0, column: 1), width: canvas.size.columns - 1,
                    .faint)
            }
            for (line, index) in window.enumerated() {
                canvas.drawInside(row: line) {
                    var row = view.rows[index]
                    if let wanted = row.nameColumns { row.nameColumns = min(wanted, names) }
                    row.draw(isChosen: index == view.chosen, on: &$0)
                }
            }
        }
    }

    private func drawHeadingAndRules(on canvas: inout Canvas) {
        canvas.write(view.heading, at: Point(row: 1, column: left + 2), .strong)
        let more = window.wordsForHiddenRows(of: view.rows.count)
        let right = more.isEmpty ? view.remark : more
        canvas.write(
            right, at: Point(row: 1, column: left + width - 2 - right.columns), .faint)
        canvas.drawHorizontalRule(at: Point(row: 2, column: 0), columns: size.columns)
        canvas.drawHorizontalRule(at: Point(row: size.rows - 3, column: 0), columns: size.columns)
    }
}

/// A row of a list: from left to right, a mark, a name, a remark and a figure.
struct ListRow: Hashable {
    var mark = ""
    var name: String
    var remark = ""
    /// A shorter remark, used if the longer one would cut names.
    var shortRemark = ""
    /// The rest of the remark, used if the row is wide.
    var wideRemark = ""
    var figure = ""
    /// True if the figure is left out where it would cut the remark.
    var isFigureOptional = false
    var style = Style.faint
    /// The width of the name; nil for all remaining width.
    var nameColumns: Int?
}

extension ListRow {
    /// The minimum width of a row that shows `wideRemark`.
    private static let wide = 46
    /// The minimum width of a row that shows `figure`.
    private static let narrow = 24

    /// Returns true if the name would be cut, and a shorter remark is available.
    func needsShortRemark(in width: Int) -> Bool {
        guard nameColumns == nil, !shortRemark.isEmpty else { return false }
        return name.columns > nameRoom(in: width, before: remark(in: width, isShort: false))
    }

    private func remark(in width: Int, isShort: Bool) -> String {
        guard !isShort else { return shortRemark }
        return width < Self.wide ? remark : remark + wideRemark
    }

    private var start: Int { mark.isEmpty ? 2 : 3 + mark.columns }

    /// Returns the column of the figure; the width if no figure is shown.
    private func figureColumn(in width: Int) -> Int {
        width - (figure.isEmpty || width < Self.narrow ? 0 : max(figure.columns, 5) + 1)
    }

    /// Returns the width for the name: `nameColumns` or, without it, the rest of the row, but at
    /// least 12 columns.
    private func nameRoom(in width: Int, before remark: String) -> Int {
        nameColumns ?? max(figureColumn(in: width) - start - remark.columns - 2, 12)
    }

    func draw(isChosen: Bool, isShort: Bool = false, on canvas: inout Canvas) {
        let width = canvas.size.columns
        if isChosen { canvas.markAsSelected() }
        func styleUnlessChosen(_ usual: Style) -> Style { isChosen ? .selected : usual }
        canvas.write(mark, at: Point(row: 0, column: 2), styleUnlessChosen(.strong))
        let remark = remark(in: width, isShort: isShort)
        let room = nameRoom(in: width, before: remark)
        let rest = start + room + 1
        let isLeftOut = isFigureOptional && rest + remark.columns > figureColumn(in: width)
        let end = isLeftOut ? width : figureColumn(in: width)
        canvas.write(
            name, at: Point(row: 0, column: start), width: min(room, end - start),
            styleUnlessChosen(.plain))
        if end - rest > 3 {
            canvas.write(
                remark, at: Point(row: 0, column: rest), width: end - rest,
                styleUnlessChosen(self.style))
        }
        canvas.write(
            figure, at: Point(row: 0, column: end), width: width - end, aligned: .right,
            styleUnlessChosen(.faint))
    }
}

extension Range<Int> {
    /// Returns a text with the counts of hidden rows above and below the visible rows; empty if all
    /// rows are visible.
    func wordsForHiddenRows(of count: Int) -> String {
        let (above, below) = (lowerBound, count - upperBound)
        let both = [above > 0 ? "↑ \(above)" : "", below > 0 ? "↓ \(below)" : ""]
            .filter { !$0.isEmpty }.joined(separator: "  ")
        return both.isEmpty ? "" : both + " more"
    }
}

/// The part beside a page's list in a wide window: a board as large as possible, a score, some
/// lines, and the last rounds. Most pages show those of the selected row.
struct PageAside: Hashable {
    private static let longestBar = 40

    var heading: String
    var art: BoardArt?
    var balance: WinLossRecord?
    var lines: [String] = []
    /// The last rounds, the newest first. Only those that fit are shown.
    var rounds: [String] = []

    func draw(on canvas: inout Canvas) {
        let width = canvas.size.columns
        canvas.write(heading, at: .topLeft, width: width, .strong)
        let lines = lines.flatMap { $0.wrapped(toColumns: width) }
        var row = 2
        if let art {
            let room = Size(rows: canvas.size.rows - row - lines.count - 1, columns: width)
            if let scale = BoardScale.largest(fitting: room) {
                art.draw(at: Point(row: row, column: 0), scale: scale, on: &canvas)
                row += scale.boardSize.rows + 1
            }
        }
        if let balance, balance.played > 0 {
            drawWinLossBars(balance, from: row, on: &canvas)
            row += 4
        }
        for (index, line) in lines.enumerated() {
            canvas.write(line, at: Point(row: row + index, column: 0), width: width)
        }
        drawRecentResults(from: row + lines.count, on: &canvas)
    }

    private func drawRecentResults(from row: Int, on canvas: inout Canvas) {
        guard !rounds.isEmpty else { return }
        let width = canvas.size.columns
        canvas.write(
            RecentResultWords.heading, at: Point(row: row, column: 0), width: width, .strong)
        for (index, round) in rounds.enumerated() {
            canvas.write(round, at: Point(row: row + 1 + index, column: 0), width: width)
        }
    }

    private func drawWinLossBars(_ balance: WinLossRecord, from row: Int, on canvas: inout Canvas) {
        let bars = [
            (StatisticsWords.won, balance.won, Style.good),
            (StatisticsWords.lost, balance.lost, .warning),
            (StatisticsWords.drawn, balance.drawn, .plain),
        ]
        let start = (bars.map(\.0.columns).max() ?? 0) + 2
        let figures = bars.map { "\($0.1)" }
        let taken = start + 1 + (figures.map(\.columns).max() ?? 0)
        let room = max(1, min(Self.longestBar, canvas.size.columns - taken))
        let most = max(1, bars.map(\.1).max() ?? 1)
        for (index, (word, count, style)) in bars.enumerated() {
            canvas.write(word, at: Point(row: row + index, column: 0), .faint)
            // A bar for any number above zero has at least one cell.
            let length = count == 0 ? 0 : max(1, count * room / most)
            let bar = Area(row: row + index, column: start, rows: 1, columns: length)
            canvas.fill(bar, with: "█", style)
            let end = start + length + (length == 0 ? 0 : 1)
            canvas.write(figures[index], at: Point(row: row + index, column: end))
        }
    }
}
