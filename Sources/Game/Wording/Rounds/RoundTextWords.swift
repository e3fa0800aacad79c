package import Game

/// The text form of a round, line by line. It is a file format: `RoundReader` parses these texts.
package enum RoundTextWords {
    package static let title = "A round of tic-tac-toe"
    package static let picture = "The board at the end:"

    package static func name(_ name: String, of piece: Piece) -> String {
        "\(piece.letter): \(name)"
    }

    package static func begins(_ piece: Piece) -> String { "\(piece.letter) begins." }

    /// `number` counts the moves from 1.
    package static func move(_ number: Int, of piece: Piece, in square: Square) -> String {
        "\(number). \(piece.letter) in \(Numbering.page.words(for: square))"
    }

    /// A move with a note.
    package static func move(_ line: String, note: MoveNote) -> String {
        "\(line): \(NoteWords.sentence(note))"
    }

    package static func result(_ round: PlayedRound.Finish, winner: Piece?) -> String {
        "Result: \(sentence(round, winner: winner))"
    }

    private static func sentence(_ finish: PlayedRound.Finish, winner: Piece?) -> String {
        switch finish {
        case .board: winner.map { "\($0.letter) has three in a row." } ?? "the board is full."
        case .open: "not over."
        case .agreed: "a draw was agreed."
        case .resigned(let piece): "\(piece.letter) resigned."
        case .claimed(let piece):
            "\(piece.letter) was away, and \(piece.opponent.letter) took the round."
        case .left(let piece): "\(piece.letter) left."
        case .notBack(let piece): "\(piece.letter) did not come back."
        case .outOfTime(let piece): "\(piece.letter) ran out of time."
        }
    }

    /// A row of the board.
    package static func row(_ row: Int, of board: Board) -> String {
        Square.allCases.filter { $0.row == row }.map { board[$0]?.letter ?? "." }
            .joined(separator: " ")
    }
}
