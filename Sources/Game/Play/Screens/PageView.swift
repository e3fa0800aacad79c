internal import Drawing

/// A page with some lines, and a list below them.
struct PageView: Hashable {
    struct Line: Hashable {
        let text: String
        var style = Style.plain
    }

    var heading: String
    /// At the right end of the heading's line.
    var remark = ""
    var lines: [Line] = []
    /// What the columns of the list are, if that is not plain to see.
    var titles: LobbyView.Row?
    var rows: [LobbyView.Row] = []
    var chosen: Int?
    /// What stands in the list's place if there is none.
    var empty = ""
    /// Beside the list, where there is room.
    var aside: PageAside?
}

/// Where its parts stand.
struct PageScreen {
    private static let widest = 78
    /// From so many columns on there is room beside the list.
    private static let wide = 112

    static func hasAside(in size: Size) -> Bool { Layout(size) == .full && size.columns >= wide }

    private let view: PageView
    private let layout: Layout
    private let size: Size
    /// The lines as they fit.
    private let lines: [PageView.Line]

    init(_ view: PageView, size: Size) {
        self.view = view
        self.size = size
        layout = Layout(size)
        // Where there is room for one line only, the end of a sentence is not to be seen anyway.
        let isWrapped = layout != .tiny
        lines = isWrapped ? Self.wrapped(view.lines, columns: size.columns - 3) : view.lines
    }

    private static func wrapped(_ lines: [PageView.Line], columns: Int) -> [PageView.Line] {
        lines.flatMap { line in
            line.text.wrapped(toColumns: columns).map {
                PageView.Line(text: $0, style: line.style)
            }
        }
    }

    private var top: Int { layout == .full ? 4 : 1 }

    /// How many of the lines there is room for beside the list.
    private var lineCount: Int {
        let room = layout == .full ? 6 : layout == .compact ? 5 : 1
        return min(lines.count, room)
    }

    private var hasTitles: Bool {
        layout == .full && view.titles != nil && !view.rows.isEmpty
    }

    /// What names take in a list of so many columns: less than they would like where the rest of a
    /// row would be cut, but all that they need.
    private func nameColumns(in width: Int) -> Int {
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
            row: start, column: 1, rows: max(0, size.rows - start - bottom),
            columns: min(size.columns - 2, Self.widest))
    }

    private var window: Range<Int> {
        let (count, rows) = (view.rows.count, list.size.rows)
        let first = min(max(0, (view.chosen ?? 0) - rows / 2), max(0, count - rows))
        return first..<min(count, first + rows)
    }

    /// The row at a point of the screen.
    func row(at point: Point) -> Int? {
        guard list.contains(point) else { return nil }
        let index = window.lowerBound + point.row - list.origin.row
        return window.contains(index) ? index : nil
    }

    func draw(on canvas: inout Canvas) {
        if layout == .full { drawFrame(on: &canvas) }
        for (index, line) in lines.prefix(lineCount).enumerated() {
            canvas.write(
                line.text, at: Point(row: top + index, column: layout == .full ? 2 : 1),
                width: size.columns - 3, line.style)
        }
        if hasTitles, let titles = view.titles {
            let line = Area(
                row: list.origin.row - 1, column: list.origin.column, rows: 1,
                columns: list.size.columns)
            canvas.inside(line) { titles.draw(isChosen: false, on: &$0) }
        }
        if Self.hasAside(in: size), let aside = view.aside {
            let left = Self.widest + 2
            canvas.verticalRule(at: Point(row: 2, column: left), rows: size.rows - 4)
            let room = Area(
                row: 4, column: left + 2, rows: size.rows - 8, columns: size.columns - left - 3)
            canvas.inside(room) { aside.draw(on: &$0) }
        }
        drawList(on: &canvas)
    }

    private func drawList(on canvas: inout Canvas) {
        let (window, view, names) = (window, view, nameColumns(in: list.size.columns))
        canvas.inside(list) { canvas in
            if view.rows.isEmpty {
                canvas.write(
                    view.empty, at: Point(row: 0, column: 1), width: canvas.size.columns - 1,
                    .faint)
            }
            for (line, index) in window.enumerated() {
                canvas.inside(Area(row: line, column: 0, rows: 1, columns: canvas.size.columns)) {
                    var row = view.rows[index]
                    if let wanted = row.nameColumns { row.nameColumns = min(wanted, names) }
                    row.draw(isChosen: index == view.chosen, on: &$0)
                }
            }
        }
    }

    private func drawFrame(on canvas: inout Canvas) {
        canvas.write(view.heading, at: Point(row: 1, column: 2), .strong)
        let more = window.wordsBeyond(count: view.rows.count)
        let right = more.isEmpty ? view.remark : more
        canvas.write(right, at: Point(row: 1, column: size.columns - 2 - right.columns), .faint)
        canvas.horizontalRule(at: Point(row: 2, column: 0), columns: size.columns)
        canvas.horizontalRule(at: Point(row: size.rows - 3, column: 0), columns: size.columns)
    }
}
