package import Lobby

extension SeatVerdict {
    /// The result of a match, for a player who returns too late.
    package var sentence: String {
        let score = wins + losses + draws == 0 ? "" : " You \(wins)–\(losses) \(opponent)."
        switch result {
        case .lost: return "\(opponent) won round \(round).\(score)"
        case .won: return "You won round \(round).\(score)"
        case .undecided: return "Round \(round) has no result.\(score)"
        }
    }
}
