package import Game

/// How a match came to its end.
package enum MatchEnd: Hashable, Sendable {
    case left
    /// The same, but in a round in which both had moved.
    case forfeited
    case opponentLeft
    /// The same, but in a round in which both had moved.
    case opponentForfeited
    /// The opponent's line is gone, and they can't come back; whether both had moved.
    case opponentLost(inPlay: Bool)
    /// The opponent's time to return ran out.
    case opponentNotBack
    /// The opponent was away, and we did not want to wait.
    case endedUndecided
    /// We were away, and the opponent did not want to wait.
    case opponentEnded
    /// Our own connection was broken for too long.
    case connectionBroken
    /// After the result neither player said what should come next.
    case noAnswer
    /// Pairing had brought us together, and the opponent did not sit down.
    case notAvailable
    /// Another match turned out to have been there before.
    case void
}

extension MatchEnd {
    /// Whether it came because the opponent is not here any more, or need not be.
    package var isOpponentsLeaving: Bool {
        switch self {
        case .opponentLeft, .opponentForfeited, .opponentLost, .opponentNotBack, .opponentEnded:
            true
        case .left, .forfeited, .endedUndecided, .connectionBroken, .noAnswer, .notAvailable,
            .void:
            false
        }
    }

    /// What the end makes of a round that was under way, for the player of a piece; nil if the
    /// round does not count.
    package func outcome(for piece: Piece) -> Outcome? {
        switch self {
        case .forfeited: .left(by: piece)
        case .opponentForfeited, .opponentLost(inPlay: true): .left(by: piece.opponent)
        case .opponentNotBack: .notBack(piece.opponent)
        case .left, .opponentLeft, .opponentLost(inPlay: false), .endedUndecided,
            .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            nil
        }
    }

    /// Returns the score of a match that ends like this, for the player of a piece, with the round
    /// that the end decides.
    package func score(of match: Match, for piece: Piece) -> Score {
        match.outcome == nil ? match.score.counting(outcome(for: piece)) : match.score
    }
}
