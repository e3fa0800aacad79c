package import Lobby

/// What it costs to leave a match now, as somebody is told who is about to.
package enum LeavingWords {
    package static func consequence(_ end: MatchEnd, against opponent: String) -> String {
        switch end {
        case .forfeited: "\(opponent) wins this round."
        case .endedUndecided: "It ends without a result."
        case .left, .opponentLeft, .opponentForfeited, .opponentLost, .opponentNotBack,
            .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            "This round does not count."
        }
    }

    /// Of a round in which not both have moved.
    package static let notBegun = "Not both have moved yet, so it does not count."

    /// The same, where it is not said against whom.
    package static func consequence(_ end: MatchEnd) -> String {
        end == .forfeited ? "You lose this round." : consequence(end, against: "")
    }

    /// The same where there is little room.
    package static func shortConsequence(_ end: MatchEnd) -> String {
        switch end {
        case .forfeited: "You lose."
        case .endedUndecided, .left, .opponentLeft, .opponentForfeited, .opponentLost,
            .opponentNotBack, .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            "No result."
        }
    }
}
