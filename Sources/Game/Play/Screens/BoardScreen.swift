internal import Drawing
internal import Game
internal import Wording

/// A board as large as there is room for, and beside or below it all that there is to know.
struct BoardScreen {
    private let view: BoardView
    private let layout: Layout
    private let plan: BoardPlan
    /// How things are with the server, where no line above the board says it.
    private let sync: SyncWords?

    init(_ view: BoardView, size: Size, sync: SyncWords? = nil) {
        self.view = view
        self.sync = sync
        layout = Layout(size)
        let top = layout == .full ? 2 : layout == .compact ? 2 : 1
        let bottom = layout == .full ? 3 : 2
        plan = BoardPlan(
            Area(row: top, column: 0, rows: size.rows - top - bottom, columns: size.columns), layout
        )
    }

    /// What to say below it all: what one of the two has said, where no panel shows it.
    var hint: String {
        guard plan.panel == nil else { return view.hint }
        return view.sayingLine ?? view.story.first ?? view.hint
    }

    /// Where something of so many columns may begin so that all stays to be seen, or the board at
    /// least; nil if it has to lie over that.
    func start(for columns: Int, in width: Int) -> Int? {
        let board = plan.board.columns.upperBound
        let all = max(board, plan.panel?.columns.upperBound ?? 0)
        return [all, board].map { $0 + 1 }.first { $0 + columns <= width }
    }

    /// The square under a point of the screen.
    func square(at point: Point) -> Square? {
        Square.allCases.first { square in
            let part = plan.scale.area(of: square)
            return Area(
                row: plan.board.origin.row + part.origin.row,
                column: plan.board.origin.column + part.origin.column, rows: part.size.rows,
                columns: part.size.columns
            ).contains(point)
        }
    }

    func draw(on canvas: inout Canvas) {
        let width = canvas.size.columns
        switch layout {
        case .full: break
        case .compact where plan.panel == nil: drawHead(row: 1, on: &canvas)
        case .compact: break
        case .tiny, .none: drawFirstLine(width: width, on: &canvas)
        }
        view.art.draw(at: plan.board.origin, scale: plan.scale, on: &canvas)
        if let panel = plan.panel {
            canvas.inside(panel) { BoardPanel(view).draw(on: &$0) }
        }
    }

    /// Whose turn it is, and behind it how things are with the server. That all is well need not be
    /// said where there is no room for it.
    private func drawFirstLine(width: Int, on canvas: inout Canvas) {
        let isAlert = sync?.isAlert == true
        let time = isAlert ? nil : view.clock.left.last
        let words = time ?? sync?.shortText ?? ""
        let room = width - words.columns - 1
        guard !words.isEmpty, isAlert || time != nil || view.headline.columns <= room else {
            drawTurn(at: .topLeft, width: width, on: &canvas)
            return
        }
        drawTurn(at: .topLeft, width: room, on: &canvas)
        canvas.write(words, at: Point(row: 0, column: room + 1), isAlert ? .warning : .faint)
    }

    /// Whose turn it is and how things stand, in one line.
    private func drawHead(row: Int, on canvas: inout Canvas) {
        let columns = canvas.size.columns
        let words = drawTurn(at: Point(row: row, column: 1), width: columns - 2, on: &canvas)
        let free = columns - words - 4
        let room = free - view.scoreLine.columns - 2
        let clock = view.clock.forms.first { $0.columns <= room } ?? view.clock.left.last
        let taken = clock.map { $0.columns + 2 } ?? 0
        let width = max(0, free - taken)
        // How long a move may take is no loss where what is left of it stands.
        if !view.texts.isSingle || view.scoreLine.columns <= width {
            canvas.write(
                view.scoreLine, at: Point(row: row, column: words + 3 + taken), width: width,
                aligned: .right)
        }
        guard let clock else { return }
        canvas.write(clock, at: Point(row: row, column: words + 3), .faint)
    }

    @discardableResult
    private func drawTurn(at point: Point, width: Int, on canvas: inout Canvas) -> Int {
        canvas.write(
            view.headline.shortened(toColumns: width), at: point,
            view.isGood ? .ownTurn : .strong)
    }
}
