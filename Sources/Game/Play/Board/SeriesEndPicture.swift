internal import Drawing
internal import Game
internal import Wording

/// The end of a series, on the whole screen: the result in large letters, the wins of both players,
/// the last board, and the choices.
struct SeriesEndPicture {
    private static let columns = 66
    private static let panelColumns = 34

    private let view: BoardView
    private let series: BoardView.SeriesEnd

    init(_ series: BoardView.SeriesEnd, of view: BoardView) {
        (self.series, self.view) = (series, view)
    }

    func draw(on canvas: inout Canvas) {
        let size = canvas.size
        let big = BigText(series.headline).flatMap {
            $0.columns <= size.columns - 2 && size.rows >= 14 ? $0 : nil
        }
        let head = big == nil ? 1 : BigText.rows
        let scales = BoardScale.allCases.filter { scale in
            let board = scale.boardSize
            return scale <= .nine && board.rows + head + 2 <= size.rows
                && board.columns + Self.panelColumns + 4 <= size.columns
        }
        let board = size.rows >= 14 ? scales.last : nil
        let needed = board.map { $0.boardSize.columns + Self.panelColumns + 4 }
        let width = min(size.columns - 2, needed ?? Self.panelColumns)
        let lines = max(board?.boardSize.rows ?? 0, 5 + view.choices.count)
        let left = (size.columns - width) / 2
        let top = max(0, (size.rows - lines - head - 2) / 2)
        if let big {
            let column = (size.columns - big.columns) / 2
            big.draw(at: Point(row: top, column: column), view.headlineStyle, on: &canvas)
        } else {
            canvas.write(
                series.headline, at: Point(row: top, column: 0), width: size.columns,
                aligned: .centre, view.headlineStyle)
        }
        let row = top + head + (size.rows >= 14 ? 1 : 0)
        if let board {
            view.art.draw(at: Point(row: row, column: left), scale: board, on: &canvas)
        }
        let start = left + (board.map { $0.boardSize.columns + 4 } ?? 0)
        let panel = Area(
            row: row, column: start, rows: size.rows - row,
            columns: min(Self.panelColumns, size.columns - start))
        canvas.drawInside(panel) { drawPanel(on: &$0) }
    }

    private func drawPanel(on canvas: inout Canvas) {
        let width = canvas.size.columns
        let isTall = canvas.size.rows >= 9
        canvas.write(series.sentence, at: .topLeft, width: width, .strong)
        var row = isTall ? 2 : 1
        for piece in [Piece.circle, .cross] {
            let wins = view.match.score.wins(of: piece)
            let pips = view.seriesTarget.map { PanelBesideBoard.winMarks(wins, of: $0) } ?? ""
            canvas.write(piece.letter, at: Point(row: row, column: 0), piece.style)
            canvas.write(
                view.playerTexts(of: piece).name, at: Point(row: row, column: 2),
                width: max(0, width - pips.columns - 8))
            canvas.write(
                pips, at: Point(row: row, column: max(0, width - pips.columns - 5)), piece.style)
            canvas.write(
                "\(wins)", at: Point(row: row, column: width - 4), width: 4, aligned: .right,
                .strong)
            row += 1
        }
        if isTall {
            canvas.write(
                view.phraseLine ?? view.score.drawsWords, at: Point(row: row, column: 2),
                width: width - 2, view.phraseLine == nil ? .faint : .good)
            row += 2
        }
        canvas.drawInside(rowsFrom: row) { PanelBesideBoard(view).drawChoices(from: 0, on: &$0) }
    }
}
