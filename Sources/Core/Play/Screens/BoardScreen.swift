internal import Drawing
internal import Game

/// A board as large as there is room for, and beside or below it all that there is to know.
struct BoardScreen {
    static let panelColumns = 34
    private static let panelRows = 9

    private let view: BoardView
    private let layout: Layout
    private let scale: BoardScale
    private let board: Area
    /// Where the score and the moves stand, if there is room for them.
    private let panel: Area?

    init(_ view: BoardView, size: Size) {
        self.view = view
        layout = Layout(size)
        let top = layout == .full ? 2 : layout == .compact ? 2 : 1
        let bottom = layout == .full ? 3 : 2
        let room = Area(row: top, column: 0, rows: size.rows - top - bottom, columns: size.columns)
        (scale, board, panel) = Self.divide(room, layout)
    }

    /// The board and the panel: side by side, or one below the other where that makes the board
    /// larger.
    private static func divide(_ room: Area, _ layout: Layout) -> (BoardScale, Area, Area?) {
        let (rows, columns) = (room.size.rows, room.size.columns)
        let beside =
            layout == .full
            ? BoardScale.largest(fitting: Size(rows: rows, columns: columns - panelColumns)) : nil
        let above =
            layout == .tiny
            ? nil : BoardScale.largest(fitting: Size(rows: rows - panelRows, columns: columns))
        if let beside, beside >= above ?? .letters {
            let size = beside.boardSize
            let left = (columns - panelColumns - size.columns) / 2
            let board = Area(
                row: room.origin.row + (rows - size.rows) / 2, column: left, rows: size.rows,
                columns: size.columns)
            let start = min(board.columns.upperBound + max(left, 2), columns - panelColumns)
            let panel = Area(
                row: board.origin.row, column: start, rows: size.rows, columns: panelColumns)
            return (beside, board, panel)
        }
        let scale =
            above.flatMap { $0 >= .three ? $0 : nil }
            ?? BoardScale.largest(fitting: room.size) ?? .letters
        let size = scale.boardSize
        let hasPanel = above == scale && scale >= .three
        let used = size.rows + (hasPanel ? panelRows : 0)
        let board = Area(
            row: room.origin.row + max(0, (rows - used) / 2),
            column: max(0, (columns - size.columns) / 2),
            rows: size.rows, columns: size.columns)
        guard hasPanel else { return (scale, board, nil) }
        let width = min(columns - 2, max(panelColumns, size.columns))
        let panel = Area(
            row: board.rows.upperBound + 1, column: (columns - width) / 2,
            rows: room.rows.upperBound - board.rows.upperBound - 1, columns: width)
        return (scale, board, panel)
    }

    /// The square under a point of the screen.
    func square(at point: Point) -> Square? {
        Square.allCases.first { square in
            let part = scale.area(of: square)
            return Area(
                row: board.origin.row + part.origin.row,
                column: board.origin.column + part.origin.column, rows: part.size.rows,
                columns: part.size.columns
            ).contains(point)
        }
    }

    func draw(on canvas: inout Canvas) {
        let width = canvas.size.columns
        switch layout {
        case .full: break
        case .compact where panel == nil: drawHead(row: 1, on: &canvas)
        case .compact: break
        case .tiny, .none: drawTurn(at: .topLeft, width: width, on: &canvas)
        }
        view.art.draw(at: board.origin, scale: scale, on: &canvas)
        if let panel {
            canvas.inside(panel) { BoardPanel(view).draw(on: &$0) }
        }
    }

    /// Whose turn it is and how things stand, in one line.
    private func drawHead(row: Int, on canvas: inout Canvas) {
        let width = canvas.size.columns
        let words = drawTurn(at: Point(row: row, column: 1), width: width - 2, on: &canvas)
        let clock = view.clock.columns + (view.clock.isEmpty ? 0 : 1)
        canvas.write(
            view.scoreLine, at: Point(row: row, column: words + 3),
            width: max(0, width - words - clock - 5), aligned: .right)
        canvas.write(
            view.clock, at: Point(row: row, column: width - clock), width: clock, .faint)
    }

    @discardableResult
    private func drawTurn(at point: Point, width: Int, on canvas: inout Canvas) -> Int {
        canvas.write(
            view.headline.shortened(toColumns: width), at: point,
            view.isGood ? .ownTurn : .strong)
    }
}
