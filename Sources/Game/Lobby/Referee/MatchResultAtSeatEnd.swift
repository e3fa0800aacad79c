package import Game
package import SimperiumJSON

/// The result of a match for a player whose seat has ended, shown when the player returns.
package struct MatchResultAtSeatEnd: Hashable, Sendable {
    package enum UnfinishedRoundResult: String, Hashable, Codable, Sendable {
        case lost
        case won
        /// The round does not count, or there was none.
        case undecided = "none"
    }

    package let opponent: String
    package let round: Int
    package let result: UnfinishedRoundResult
    /// The rounds of the match, including this round if it counts.
    package let score: WinLossRecord

    init(_ result: UnfinishedRoundResult, _ match: Match, of piece: Piece, against opponent: String)
    {
        let outcome: Outcome? = result == .lost ? .notBack(piece) : nil
        self.opponent = opponent
        self.result = result
        round = match.round
        score = WinLossRecord(
            match.outcome == nil ? match.score(with: outcome) : match.score, of: piece)
    }

    /// Reads a result; returns nil if a member is missing or invalid.
    package init?(_ object: JSONObject) {
        guard let opponent = object["opponent"]?.string, let round = object["round"]?.int,
            let result = object["outcome"]?.string.flatMap(UnfinishedRoundResult.init),
            let numbers = object["score"]?.array?.ints, numbers.count == 3
        else { return nil }
        self.opponent = PlayerName(cleaning: opponent)?.text ?? ""
        self.round = round
        self.result = result
        score = WinLossRecord(won: numbers[0], lost: numbers[1], drawn: numbers[2])
    }

    package var members: JSONObject {
        [
            "opponent": JSON(opponent), "round": JSON(round), "outcome": JSON(result.rawValue),
            "score": .array([JSON(score.won), JSON(score.lost), JSON(score.drawn)]),
        ]
    }
}
