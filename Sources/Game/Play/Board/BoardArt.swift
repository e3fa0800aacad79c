package import Drawing
package import Game
internal import Wording

/// The drawing of a board: its pieces, and the marks on its squares.
package struct BoardArt: Hashable, Sendable {
    package var board: Board
    /// The square with the cursor. In a replay, the cursor is on the last move shown.
    package var cursor: Square?
    var pieceAtCursor: Piece?
    var refusedSquare: Square?
    var lastMove: Square?
    /// The square of an animated piece. Only the piece's upper half is drawn.
    var arrivingSquare: Square?
    var winners: SquareSet
    /// True if free squares show the numbers of their keys.
    var showsNumbers: Bool
    var numbering = SquareNumbering.page
    /// Texts of at most three columns, shown on free squares instead of the squares' numbers.
    var signs: [Square: SquareSign] = [:]

    struct SquareSign: Hashable {
        var text: String
        var style: Style
    }

    package init(_ board: Board, winners: SquareSet = [], showsNumbers: Bool = true) {
        self.board = board
        self.winners = winners
        self.showsNumbers = showsNumbers
    }

    package func draw(at origin: Point, scale: BoardScale, on canvas: inout Canvas) {
        let room = Area(origin: origin, size: scale.boardSize)
        canvas.drawInside(room) { canvas in
            drawGridLines(scale, on: &canvas)
            for square in Square.allCases {
                let part = scale.area(of: square)
                canvas.drawInside(part) { drawSquare(square, scale, on: &$0) }
            }
            for line in winningLines { drawStroke(through: line, scale, on: &canvas) }
        }
    }

    /// The winning lines; empty until one of their squares is highlighted.
    private var winningLines: [WinningLine] {
        winners.isEmpty ? [] : Piece.allCases.flatMap { board.completedLines(of: $0) }
    }

    /// Draws a stroke through the highlighted squares of a line. On a small board, the stroke skips
    /// the cells of the pieces, because it would hide them. The pieces then have the stroke's
    /// style.
    private func drawStroke(
        through line: WinningLine, _ scale: BoardScale, on canvas: inout Canvas
    ) {
        let filled = Array(line.squares.prefix { winners.contains($0) })
        guard let first = filled.first, let last = filled.last, let piece = board[first] else {
            return
        }
        let pieces = scale.hasStrokeOverPieces ? [] : filled.map { scale.areaOfPicture(on: $0) }
        for (point, glyph) in scale.strokeCells(from: first, to: last, along: line)
        where !pieces.contains(where: { $0.contains(point) }) {
            canvas.put(glyph, at: point, piece.winningStyle)
        }
    }

    private func drawGridLines(_ scale: BoardScale, on canvas: inout Canvas) {
        let size = scale.squareSize
        for line in 1...2 {
            let row = line * (size.rows + 1) - 1
            canvas.drawHorizontalRule(
                at: Point(row: row, column: 0), columns: scale.boardSize.columns)
        }
        for line in 1...2 {
            let column = line * (size.columns + 1) - 1
            canvas.drawVerticalRule(at: Point(row: 0, column: column), rows: scale.boardSize.rows)
        }
    }

    private func drawSquare(_ square: Square, _ scale: BoardScale, on canvas: inout Canvas) {
        if let piece = board[square] {
            let rows = arrivingSquare == square ? (scale.rawValue + 1) / 2 : scale.rawValue
            let part = Area(row: 0, column: 0, rows: rows, columns: canvas.size.columns)
            let style =
                winners.contains(square) && !scale.hasStrokeOverPieces
                ? piece.winningStyle : piece.style
            canvas.drawInside(part) { drawPiece(piece, style, at: scale, on: &$0) }
            if lastMove == square, scale >= .three {
                canvas.put("•", at: Point(row: 0, column: canvas.size.columns - 1), piece.style)
            }
        } else if let sign = signs[square] {
            canvas.write(
                sign.text, at: Point(row: canvas.middle.row, column: 0),
                width: canvas.size.columns, aligned: .centre, sign.style)
        } else if let pieceAtCursor, cursor == square {
            canvas.write(pieceAtCursor.letter, at: canvas.middle, .faint)
        } else if showsNumbers {
            canvas.put(Glyph(numbering.digit(of: square)), at: canvas.middle, .faint)
        }
        if refusedSquare == square { drawCornerMarks(scale, .warning, on: &canvas) }
        guard cursor == square else { return }
        drawCornerMarks(scale, .cursor, on: &canvas)
        canvas.showCursor(at: canvas.middle)
    }

    private func drawPiece(
        _ piece: Piece, _ style: Style, at scale: BoardScale, on canvas: inout Canvas
    ) {
        // Blanks in the piece's style let a terminal draw each row of the piece at once.
        canvas.fill(canvas.bounds.inset(columns: 1), piece.style)
        let left = (scale.squareSize.columns - scale.pictureColumns) / 2
        piece.draw(scale, at: Point(row: 0, column: left), style, on: &canvas)
    }

    private func drawCornerMarks(_ scale: BoardScale, _ style: Style, on canvas: inout Canvas) {
        let right = canvas.size.columns - 1
        let bottom = canvas.size.rows - 1
        guard scale >= .three else {
            for row in 0...bottom {
                canvas.put("[", at: Point(row: row, column: 0), style)
                canvas.put("]", at: Point(row: row, column: right), style)
            }
            return
        }
        // Two corners are as visible as four, and take half the bytes for each step.
        canvas.put("▛", at: .topLeft, style)
        canvas.put("▟", at: Point(row: bottom, column: right), style)
    }
}

extension BoardArt.SquareSign {
    init(_ worth: PerfectPlayResult) {
        self.init(
            text: MoveJudgementWords.signWithMoveCount(worth),
            style: MoveJudgementWords.signStyle(worth))
    }
}

extension Piece {
    var style: Style { self == .cross ? .cross : .circle }
    fileprivate var winningStyle: Style { self == .cross ? .winningCross : .winningCircle }

    func draw(_ scale: BoardScale, at origin: Point, _ style: Style? = nil, on canvas: inout Canvas)
    {
        let picture = scale.picture(of: self, hasSextants: canvas.hasSextants)
        for (row, line) in picture.enumerated() {
            for (column, character) in line.unicodeScalars.enumerated() where character != " " {
                let point = Point(row: origin.row + row, column: origin.column + column)
                canvas.put(Glyph(character), at: point, style ?? self.style)
            }
        }
    }
}

extension BoardScale {
    /// True if pieces are large enough to be recognized under a stroke.
    fileprivate var hasStrokeOverPieces: Bool { self >= .five }

    var pictureColumns: Int {
        switch self {
        case .letters: 1
        case .two: 2
        default: 2 * rawValue - 1
        }
    }

    var squareSize: Size {
        switch self {
        case .letters: Size(rows: 1, columns: 3)
        case .two: Size(rows: 2, columns: 6)
        default: Size(rows: rawValue, columns: 2 * rawValue + 1)
        }
    }

    package var boardSize: Size {
        Size(
            rows: Board.side * (squareSize.rows + 1) - 1,
            columns: Board.side * (squareSize.columns + 1) - 1)
    }

    package func area(of square: Square) -> Area {
        Area(
            row: square.row * (squareSize.rows + 1),
            column: square.column * (squareSize.columns + 1), rows: squareSize.rows,
            columns: squareSize.columns)
    }

    /// Returns the area of a piece's picture on a square, within its board.
    fileprivate func areaOfPicture(on square: Square) -> Area {
        let part = area(of: square)
        return Area(
            row: part.origin.row,
            column: part.origin.column + (part.size.columns - pictureColumns) / 2,
            rows: part.size.rows, columns: pictureColumns)
    }

    /// Returns the cells of a stroke from one square of a line to another, both included.
    fileprivate func strokeCells(
        from first: Square, to last: Square, along line: WinningLine
    ) -> [(Point, Glyph)] {
        let (start, end) = (area(of: first), area(of: last))
        let squares = Array(line.squares)
        let size = squareSize
        let middle = Point(
            row: start.origin.row + (size.rows - 1) / 2,
            column: start.origin.column + (size.columns - 1) / 2)
        if squares[0].row == squares[2].row {
            return (start.origin.column..<end.columns.upperBound).map {
                (Point(row: middle.row, column: $0), "━")
            }
        }
        if squares[0].column == squares[2].column {
            return (start.origin.row..<end.rows.upperBound).map {
                (Point(row: $0, column: middle.column), "┃")
            }
        }
        let isFalling = squares[0].column < squares[2].column
        return (start.origin.row..<end.rows.upperBound).flatMap { row -> [(Point, Glyph)] in
            // A square is a little more than twice as wide as high.
            let columns = (row - middle.row) * (size.columns + 1) / (size.rows + 1)
            let column = middle.column + (isFalling ? columns : -columns)
            guard self >= .five else {
                return [(Point(row: row, column: column), isFalling ? "╲" : "╱")]
            }
            return [
                (Point(row: row, column: column), "▀"),
                (Point(row: row, column: column + (isFalling ? 1 : -1)), "▄"),
            ]
        }
    }

    /// Returns the largest scale whose board fits; nil if even the board in letters is too large.
    static func largest(fitting room: Size) -> BoardScale? {
        allCases.last {
            $0.boardSize.rows <= room.rows && $0.boardSize.columns <= room.columns
        }
    }
}

extension Canvas {
    /// The cell in the middle. Of two middle rows or columns, the upper or left one is used.
    fileprivate var middle: Point {
        Point(row: (size.rows - 1) / 2, column: (size.columns - 1) / 2)
    }
}
