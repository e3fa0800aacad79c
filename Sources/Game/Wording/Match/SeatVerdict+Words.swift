package import Lobby

extension SeatVerdict {
    /// What became of a match, for somebody who comes back too late.
    package var sentence: String {
        let score = wins + losses + draws == 0 ? "" : " You \(wins)–\(losses) \(opponent)."
        switch result {
        case .lost: return "Round \(round) is \(opponent)'s.\(score)"
        case .won: return "Round \(round) is yours.\(score)"
        case .undecided: return "Round \(round) has no result.\(score)"
        }
    }
}
