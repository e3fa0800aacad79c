package import Lobby

/// What it costs to leave a match now, as somebody is told who is about to.
package enum LeavingWords {
    package static func consequence(_ end: MatchEnd) -> String {
        switch end {
        case .forfeited: "You lose this round."
        case .endedUndecided: "It ends without a result."
        case .left, .opponentLeft, .opponentForfeited, .opponentLost, .opponentNotBack,
            .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            "This round does not count."
        }
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
