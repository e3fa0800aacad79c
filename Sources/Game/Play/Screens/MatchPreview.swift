internal import Drawing
internal import Game
internal import Wording

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
