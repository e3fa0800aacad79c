internal import Drawing
internal import Game
internal import Wording

/// The list of matches, with a look at the one that is chosen.
struct GalleryScreen {
    private static let previewColumns = 33

    private let rows: [LobbyView.Row]
    private let chosen: Int?
    private let preview: BoardView?
    private let layout: Layout
    private let size: Size

    init(_ rows: [LobbyView.Row], chosen: Int?, preview: BoardView?, size: Size) {
        self.rows = rows
        self.chosen = chosen
        self.preview = preview
        self.size = size
        layout = Layout(size)
    }

    /// Where the list stands.
    private var list: Area {
        let top = layout == .full ? 3 : 1
        let bottom = layout == .full ? 3 : 2
        let width = layout == .full ? middle : size.columns
        return Area(row: top, column: 1, rows: size.rows - top - bottom, columns: width - 2)
    }

    /// The column of the rule between the list and the preview.
    private var middle: Int {
        size.columns - max(Self.previewColumns, size.columns / 2 - 10)
    }

    /// The match at a point of the screen.
    func row(at point: Point) -> Int? {
        guard list.contains(point) else { return nil }
        let shown = window(rows: list.size.rows)
        let index = shown.lowerBound + point.row - list.origin.row
        return shown.contains(index) ? index : nil
    }

    func draw(on canvas: inout Canvas) {
        drawList(on: &canvas)
        guard layout == .full else { return }
        let head = canvas.write(LobbyScreenWords.matches, at: Point(row: 1, column: 2), .strong)
        canvas.write("\(rows.count)", at: Point(row: 1, column: head + 3), .faint)
        canvas.horizontalRule(at: Point(row: 2, column: 0), columns: size.columns)
        canvas.horizontalRule(at: Point(row: size.rows - 3, column: 0), columns: size.columns)
        canvas.verticalRule(at: Point(row: 2, column: middle), rows: size.rows - 4)
        let more = window(rows: list.size.rows).wordsBeyond(count: rows.count)
        canvas.write(more, at: Point(row: 1, column: middle - 1 - more.columns), .faint)
        guard let preview else { return }
        let room = Area(
            row: list.origin.row, column: middle + 1, rows: list.size.rows,
            columns: size.columns - middle - 1)
        canvas.inside(room) { drawPreviewOfMatch(preview, on: &$0) }
    }

    private func drawList(on canvas: inout Canvas) {
        canvas.inside(list) { canvas in
            guard let chosen, !rows.isEmpty else {
                canvas.write(
                    LobbyScreenWords.noMatchesNow, at: Point(row: 1, column: 2), .faint)
                canvas.write(
                    LobbyScreenWords.matchesToCome, at: Point(row: 2, column: 2), .faint)
                return
            }
            for (line, index) in window(rows: canvas.size.rows).enumerated() {
                canvas.inside(Area(row: line, column: 0, rows: 1, columns: canvas.size.columns)) {
                    rows[index].draw(isChosen: index == chosen, on: &$0)
                }
            }
        }
    }
}

extension GalleryScreen {
    /// The matches that are shown, the chosen one among them.
    private func window(rows count: Int) -> Range<Int> {
        let first = min(max(0, (chosen ?? 0) - count / 2), max(0, rows.count - count))
        return first..<min(rows.count, first + count)
    }
}

/// Draws a match as large as there is room for, with its names and its score below.
func drawPreviewOfMatch(_ view: BoardView, on canvas: inout Canvas) {
    let words = 4
    let size = canvas.size
    let scale = BoardScale.largest(
        fitting: Size(rows: size.rows - words - 1, columns: size.columns - 2))
    guard let scale else { return }
    let board = scale.boardSize
    let top = max(0, (size.rows - board.rows - words) / 2)
    view.art.draw(
        at: Point(row: top, column: (size.columns - board.columns) / 2), scale: scale, on: &canvas)
    var row = top + board.rows + 1
    for piece in [Piece.circle, .cross] {
        let isNext = view.match.outcome == nil && view.match.next == piece
        let style = piece == .cross ? Style.cross : .circle
        canvas.write(piece.letter, at: Point(row: row, column: 2), style)
        canvas.write(
            view.side(of: piece).name, at: Point(row: row, column: 4), width: 15,
            isNext ? .strong : .plain)
        canvas.write(
            "\(view.match.score.wins(of: piece))", at: Point(row: row, column: 18), width: 4,
            aligned: .right, .strong)
        if isNext {
            canvas.write(BoardWords.toMove, at: Point(row: row, column: 24), width: 7, .faint)
        }
        row += 1
    }
    guard view.audience.count > 0, row < size.rows else { return }
    canvas.write(
        Count.watchers(view.audience.count), at: Point(row: row, column: 4),
        width: size.columns - 5, .faint)
}
