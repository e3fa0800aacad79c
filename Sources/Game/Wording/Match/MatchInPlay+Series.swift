internal import Game
package import Lobby

/// The texts about a series.
extension MatchInPlay {
    package var terms: MatchTerms { sheet?.terms ?? MatchTerms() }
    package var isDecided: Bool { sheet?.isDecided == true }

    /// The result of the series, or nil during the series.
    package var decision: String? {
        guard isDecided, let score else { return nil }
        let (own, others) = (score.wins(of: piece), score.wins(of: piece.opponent))
        return own > others
            ? TermsWords.won(own, to: others)
            : TermsWords.decided(by: opponentName, others, to: own)
    }

    /// The end of a round that did not end on the board, otherwise nil.
    package var wordOfEnd: String? {
        switch match?.outcome {
        case .won, .drawn, nil: nil
        case let outcome?: outcome.sentence(for: piece, against: opponentName)
        }
    }

    /// The end of a round, and of the series if it ended too.
    func sentence(aboutEnd outcome: Outcome) -> String {
        outcome.sentence(for: piece, against: opponentName) + (decision.map { " \($0)" } ?? "")
    }
}
