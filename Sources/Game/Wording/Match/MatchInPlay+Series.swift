internal import Game
package import Lobby

/// A series of rounds with an end.
extension MatchInPlay {
    package var terms: MatchTerms { sheet?.terms ?? MatchTerms() }
    package var isDecided: Bool { sheet?.isDecided == true }

    /// Who has won the series, once somebody has.
    package var decision: String? {
        guard isDecided, let score else { return nil }
        let (own, others) = (score.wins(of: piece), score.wins(of: piece.opponent))
        return own > others
            ? TermsWords.won(own, to: others)
            : TermsWords.decided(by: opponentName, others, to: own)
    }

    /// How a round ended that was not ended on the board.
    package var wordOfEnd: String? {
        switch match?.outcome {
        case .won, .drawn, nil: nil
        case let outcome?: outcome.sentence(for: piece, against: opponentName)
        }
    }

    /// How a round ended, and the series with it.
    func sentence(aboutEnd outcome: Outcome) -> String {
        outcome.sentence(for: piece, against: opponentName) + (decision.map { " \($0)" } ?? "")
    }
}
