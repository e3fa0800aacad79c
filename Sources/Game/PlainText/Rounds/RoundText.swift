internal import Drawing
package import Game
internal import Records
internal import SimperiumJSON
internal import Wording

/// A round as text: who played, the squares, the result, and a small picture of the board.
package enum RoundText {
    package static func lines(_ round: PlayedRound, withNotes: Bool = false) -> [String] {
        let moves = round.moves.indices.map { index in
            line(of: index, in: round, withNote: withNotes)
        }
        return head(of: round) + moves + [result(of: round), "", RoundTextWords.picture]
            + picture(of: round)
    }

    /// The same as one line of JSON.
    package static func json(_ round: PlayedRound) -> String {
        JSON.object(round.json).description.asShownJSON
    }

    static func head(of round: PlayedRound) -> [String] {
        [RoundTextWords.title]
            + [Piece.circle, .cross].map { piece in
                RoundTextWords.name(round.name(of: piece).asForeignText, of: piece)
            } + [RoundTextWords.begins(round.first)]
    }

    private static func line(of index: Int, in round: PlayedRound, withNote: Bool) -> String {
        let line = RoundTextWords.move(
            index + 1, of: round.mover(of: index), in: round.moves[index])
        guard withNote, let note = round.note(on: index) else { return line }
        return RoundTextWords.move(line, note: note)
    }

    private static func result(of round: PlayedRound) -> String {
        RoundTextWords.result(round.finish, winner: round.outcome?.winner)
    }

    static func picture(of round: PlayedRound) -> [String] {
        let board = round.position(after: round.moves.count).board
        return (0..<Board.side).map { RoundTextWords.row($0, of: board) }
    }
}
