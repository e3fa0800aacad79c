package import Game
package import Lobby

extension Piece {
    package var letter: String { self == .cross ? "X" : "O" }
}

extension Score {
    package func wins(of piece: Piece) -> Int {
        switch piece {
        case .cross: crossWins
        case .circle: circleWins
        }
    }
}

extension Match {
    /// How many moves this round has seen.
    package var moveCount: Int { board.pieceCount }

    /// How things stand, for whoever plays neither side.
    package var headline: String {
        switch outcome {
        case .won(let piece, _): "\(piece.letter) WINS"
        case .resigned(let piece): "\(piece.letter) RESIGNED"
        case .drawn: "A DRAW"
        case .drawAgreed: "A DRAW, AGREED"
        case nil: "\(next.letter) TO MOVE"
        }
    }

    /// How things stand, for whoever plays that side.
    package func headline(for piece: Piece) -> String {
        switch outcome {
        case .won(piece, _): "YOU WIN"
        case .won: "YOU LOSE"
        case .resigned(piece): "YOU RESIGNED"
        case .resigned: "YOU WIN"
        case .drawn: "A DRAW"
        case .drawAgreed: "A DRAW, AGREED"
        case nil: next == piece ? "YOUR MOVE" : headline
        }
    }
}

/// What is said where the last good board stays on show, for what came next is against the rules.
package enum Doubtful {
    package static let headline = "NOT BY THE RULES"
    /// For a list, in a column as wide as "move 9".
    package static let word = "foul"
    package static let hint = "This is the last good board"
}

extension MatchInPlay {
    /// How the match stands, for whoever is back at a shell.
    package var resultLine: String? {
        guard let score = match?.score, score.rounds > 0 else { return nil }
        let draws = score.draws == 0 ? "" : ", draws \(score.draws)"
        return "you \(score.wins(of: piece))–\(score.wins(of: piece.opponent)) \(opponentName)"
            + draws
    }
}
