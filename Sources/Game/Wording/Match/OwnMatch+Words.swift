package import Game
package import Lobby

/// Texts about the score, the end of a round and the end of a series.
extension OwnMatch {
    /// The score for the shell, after the program has ended; nil without a finished round.
    package func resultLine(with score: Score?) -> String? {
        guard let score, score.rounds > 0 else { return nil }
        return score.line(of: piece, LobbyWords.you, against: opponentName)
    }

    /// The result of the series, or nil during the series.
    package func decision(of match: LobbyMatch) -> String? {
        guard match.isDecided, let score = match.match?.score else { return nil }
        let (own, others) = (score.wins(of: piece), score.wins(of: piece.opponent))
        return own > others
            ? TermsWords.won(own, to: others)
            : TermsWords.decided(by: opponentName, others, to: own)
    }

    /// The end of a round that did not end on the board, otherwise nil.
    package func wordOfEnd(of match: LobbyMatch) -> String? {
        switch match.match?.outcome {
        case .won, .drawn, nil: nil
        case let outcome?: outcome.sentence(for: piece, against: opponentName)
        }
    }

    /// The end of a round, and of the series if it ended too.
    func sentence(aboutEnd outcome: Outcome, of match: LobbyMatch?) -> String {
        outcome.sentence(for: piece, against: opponentName)
            + (match.flatMap(decision).map { " \($0)" } ?? "")
    }
}
