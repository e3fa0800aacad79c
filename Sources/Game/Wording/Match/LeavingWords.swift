package import Lobby

/// The cost of leaving a match now, for the player who is about to leave.
package enum LeavingWords {
    package static func consequence(_ end: MatchEnd, against opponent: String) -> String {
        switch end {
        case .forfeited: "\(opponent) wins this round."
        case .endedUndecided: "The match ends without a result."
        case .left, .opponentLeft, .opponentForfeited, .opponentLost, .opponentNotBack,
            .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            "This round won't count."
        }
    }

    /// The cost before both players have moved.
    package static let notBegun = "This round won't count: you haven't both moved yet."

    /// The cost without the opponent's name.
    package static func consequence(_ end: MatchEnd) -> String {
        end == .forfeited ? "You lose this round." : consequence(end, against: "")
    }

    /// The cost in two words, for small windows.
    package static func shortConsequence(_ end: MatchEnd) -> String {
        switch end {
        case .forfeited: "You lose."
        case .endedUndecided, .left, .opponentLeft, .opponentForfeited, .opponentLost,
            .opponentNotBack, .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            "No result."
        }
    }
}
