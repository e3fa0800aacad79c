internal import Drawing
internal import Game

/// The two pieces, large enough to be the first thing one sees in the lobby, and what one does at
/// present: beside them, or below where there is room for the largest.
struct LobbySign: Hashable {
    private let standing: LobbyView.Standing
    private let scale: BoardScale

    init(_ standing: LobbyView.Standing, rows: Int) {
        self.standing = standing
        scale = rows >= 36 ? .nine : .five
    }

    private var isBelow: Bool { scale == .nine }

    /// How many rows it takes.
    var rows: Int { isBelow ? scale.rawValue + 6 : scale.rawValue + 1 }

    func draw(on canvas: inout Canvas) {
        for (index, piece) in [Piece.cross, .circle].enumerated() {
            let column = index * (scale.pictureColumns + 1)
            piece.draw(scale, at: Point(row: 1, column: column), on: &canvas)
        }
        let (row, column) = isBelow ? (scale.rawValue + 2, 0) : (1, 2 * scale.pictureColumns + 3)
        let room = Area(
            row: row, column: column, rows: canvas.size.rows - row,
            columns: canvas.size.columns - column)
        canvas.inside(room) { drawWords(on: &$0) }
    }

    private func drawWords(on canvas: inout Canvas) {
        let width = canvas.size.columns
        canvas.write(standing.headline, at: .topLeft, width: width, standing.style)
        let lines = (standing.clock.isEmpty ? [] : [standing.clock]) + standing.detail
        for (row, line) in lines.prefix(3).enumerated() {
            let isClock = row == 0 && !standing.clock.isEmpty
            canvas.write(
                line, at: Point(row: row + 1, column: 0), width: width, isClock ? .plain : .faint)
        }
    }
}
