internal import Drawing
internal import Game

/// The board of a match at one terminal, and all that there is to know about it.
struct TableScreen {
    private static let panelColumns = 34

    private let table: Table
    private let layout: Layout
    private let scale: BoardScale
    private let board: Area
    /// Where the score and the moves stand, if there is room for them.
    private let panel: Area?

    init(_ table: Table, size: Size) {
        self.table = table
        layout = Layout(size)
        let top = layout == .full ? 2 : layout == .compact ? 2 : 1
        let bottom = layout == .full ? 3 : 2
        let room = Area(
            row: top, column: 0, rows: size.rows - top - bottom, columns: size.columns)
        let panelColumns = layout == .full ? Self.panelColumns : 0
        let places = Self.place(in: room, panelColumns: panelColumns)
        (scale, board, panel) = places
    }

    /// The board as large as it can be, and the panel beside it.
    private static func place(
        in room: Area, panelColumns: Int
    ) -> (BoardScale, Area, Area?) {
        let space = Size(rows: room.size.rows, columns: room.size.columns - panelColumns)
        let scale = BoardScale.largest(fitting: space) ?? .letters
        let size = scale.boardSize
        let left = max(0, (space.columns - size.columns) / 2)
        let top = room.origin.row + max(0, (room.size.rows - size.rows) / 2)
        let board = Area(row: top, column: left, rows: size.rows, columns: size.columns)
        guard panelColumns > 0 else { return (scale, board, nil) }
        let panel = Area(
            row: top, column: min(board.columns.upperBound + left, space.columns),
            rows: size.rows, columns: panelColumns)
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
        drawHead(on: &canvas)
        art.draw(at: board.origin, scale: scale, on: &canvas)
        if let panel { canvas.inside(panel) { drawPanel(on: &$0) } }
        drawNotice(on: &canvas)
    }

    private var art: BoardArt {
        var art = BoardArt(table.match.board)
        art.winners = table.match.outcome?.winningSquares ?? []
        art.showsNumbers = table.match.outcome == nil
        art.cursor = table.isOwnTurn && table.question == nil ? table.cursor : nil
        return art
    }

    private func drawHead(on canvas: inout Canvas) {
        let width = canvas.size.columns
        switch layout {
        case .full:
            drawTitleBar(table.title, "round \(table.match.round)", on: &canvas)
        case .compact:
            canvas.fill(Area(row: 0, column: 0, rows: 1, columns: width), .titleBar)
            canvas.write(
                table.scoreLine, at: Point(row: 0, column: 1), width: width - 2, .titleBar)
            drawTurn(at: Point(row: 1, column: 1), width: width - 2, on: &canvas)
        case .tiny, .none:
            drawTurn(at: .topLeft, width: width, on: &canvas)
        }
    }

    private func drawTurn(at point: Point, width: Int, on canvas: inout Canvas) {
        canvas.write(
            table.turnLine, at: point, width: width, table.isOwnTurn ? .ownTurn : .strong)
    }

    private func drawPanel(on canvas: inout Canvas) {
        let width = canvas.size.columns - 1
        drawTurn(at: Point(row: 1, column: 0), width: width, on: &canvas)
        for (row, piece) in [Piece.circle, .cross].enumerated() {
            let line = Point(row: 3 + row, column: 0)
            canvas.write(piece.letter, at: line, piece == .cross ? .cross : .circle)
            let isNext = table.match.outcome == nil && table.match.next == piece
            canvas.write(
                table.name(of: piece), at: Point(row: line.row, column: 3), width: 20,
                isNext ? .strong : .plain)
            canvas.write(
                "\(table.match.score.wins(of: piece))", at: Point(row: line.row, column: 24),
                width: 4, aligned: .right, .strong)
        }
        canvas.write("draws", at: Point(row: 5, column: 3), .faint)
        canvas.write(
            "\(table.match.score.draws)", at: Point(row: 5, column: 24), width: 4,
            aligned: .right, .faint)
        drawMoves(on: &canvas)
    }

    private func drawMoves(on canvas: inout Canvas) {
        let moves = table.record.latest.moves
        guard canvas.size.rows >= 14 else { return }
        canvas.write("MOVES", at: Point(row: 8, column: 0), .strong)
        var piece = Piece.first(inRound: table.match.round)
        for (index, square) in moves.enumerated() {
            let point = Point(row: 9 + index / 2, column: 1 + 12 * (index % 2))
            let number = canvas.write("\(index + 1)", at: point, .faint)
            let style = piece == .cross ? Style.cross : .circle
            canvas.write(
                piece.letter, at: Point(row: point.row, column: point.column + number + 1), style)
            canvas.write(
                "\(square.number)", at: Point(row: point.row, column: point.column + number + 3))
            piece = piece.opponent
        }
    }

    /// The line above the keys: a question, a notice, or what Enter would do.
    private func drawNotice(on canvas: inout Canvas) {
        let width = canvas.size.columns
        let row = canvas.size.rows - (layout == .full ? 3 : 2)
        if layout == .full {
            canvas.horizontalRule(at: Point(row: canvas.size.rows - 2, column: 0), columns: width)
        }
        let line = Point(row: row, column: 1)
        if let question = table.question {
            return drawQuestion(question, at: line, on: &canvas)
        }
        if let notice = table.notice {
            canvas.write(notice, at: line, width: width - 2, .notice)
        } else if layout != .tiny {
            canvas.write(table.hint, at: line, width: width - 2, .faint)
        }
    }

    private func drawQuestion(
        _ question: Table.Question, at point: Point, on canvas: inout Canvas
    ) {
        var column = point.column
        column += canvas.write("Resign?  ", at: point, .warning)
        for (word, isChosen) in [
            ("play on", !question.isYesChosen), ("resign", question.isYesChosen),
        ] {
            let place = Point(row: point.row, column: column)
            if isChosen { canvas.showCursor(at: place) }
            column += canvas.write(" \(word) ", at: place, isChosen ? .selected : .plain) + 1
        }
    }
}
