internal import Drawing
internal import Game
internal import Wording

/// A board on which a round is made again, and beside it its moves with what is to be said of them.
struct ReplayScreen {
    private let replay: Replay
    private let numbering: Numbering
    private let layout: Layout
    private let plan: BoardPlan
    /// For what is said above the keys.
    private let columns: Int

    init(_ replay: Replay, numbering: Numbering, size: Size) {
        self.replay = replay
        self.numbering = numbering
        layout = Layout(size)
        columns = size.columns - 2
        let top = layout == .tiny ? 1 : 2
        let bottom = layout == .full ? 3 : 2
        plan = BoardPlan(
            Area(row: top, column: 0, rows: size.rows - top - bottom, columns: size.columns),
            layout)
    }

    var section: String {
        ReplayWords.section(replay.round.circle, replay.round.cross)
    }

    var hint: String {
        let forms = ReplayWords.hints(replay, numbering)
        return forms.first { $0.columns <= columns } ?? forms.last ?? ""
    }

    func draw(on canvas: inout Canvas) {
        art.draw(at: plan.board.origin, scale: plan.scale, on: &canvas)
        if layout == .full {
            canvas.horizontalRule(
                at: Point(row: canvas.size.rows - 3, column: 0), columns: canvas.size.columns)
        }
        guard let panel = plan.panel else {
            let row = layout == .tiny ? 0 : 1
            canvas.write(
                ReplayWords.headline(replay), at: Point(row: row, column: 1),
                width: canvas.size.columns - 2, .strong)
            return
        }
        canvas.inside(panel) { drawPanel(on: &$0) }
    }

    private var art: BoardArt {
        let position = replay.position
        var art = BoardArt(position.board)
        art.numbering = numbering
        art.winners = replay.outcome?.winningSquares ?? []
        art.showsNumbers = false
        art.cursor = replay.lastMove
        if let note = replay.note {
            let before = replay.round.position(after: replay.count - 1)
            for square in note.better {
                art.signs[square] = before.worth(of: square).map(BoardArt.Sign.init)
            }
        }
        return art
    }

    private func drawPanel(on canvas: inout Canvas) {
        let isTall = canvas.size.rows >= 14
        var row = isTall ? 1 : 0
        canvas.write(ReplayWords.headline(replay), at: Point(row: row, column: 0), .strong)
        row += isTall ? 2 : 1
        for piece in [Piece.circle, .cross] {
            canvas.write(piece.letter, at: Point(row: row, column: 2), piece.style)
            canvas.write(
                replay.round.name(of: piece), at: Point(row: row, column: 4),
                width: canvas.size.columns - 4)
            row += 1
        }
        row += isTall ? 1 : 0
        let room = Area(
            row: row, column: 0, rows: canvas.size.rows - row, columns: canvas.size.columns)
        canvas.inside(room) { drawMoves(on: &$0) }
    }

    /// All moves of the round, the last one that was made among those for which there is room.
    private func drawMoves(on canvas: inout Canvas) {
        let count = replay.round.moves.count
        let rows = canvas.size.rows
        let first = max(0, min(replay.count - (rows + 1) / 2, count - rows))
        for (row, index) in (first..<min(count, first + max(0, rows))).enumerated() {
            drawMove(index, row: row, on: &canvas)
        }
    }

    private func drawMove(_ index: Int, row: Int, on canvas: inout Canvas) {
        let isMade = index < replay.count
        if index == replay.count - 1 { canvas.put("▸", at: Point(row: row, column: 0), .strong) }
        canvas.write("\(index + 1)", at: Point(row: row, column: 2), .faint)
        let piece = replay.round.mover(of: index)
        canvas.write(
            piece.letter, at: Point(row: row, column: 4), isMade ? piece.style : .faint)
        let square = numbering.number(of: replay.round.moves[index])
        canvas.write("\(square)", at: Point(row: row, column: 6), isMade ? .plain : .faint)
        guard isMade, replay.showsNotes, let note = replay.round.note(on: index) else { return }
        canvas.write(
            NoteWords.short(note), at: Point(row: row, column: 9),
            width: canvas.size.columns - 9, note.slip == nil ? .plain : .warning)
    }
}
