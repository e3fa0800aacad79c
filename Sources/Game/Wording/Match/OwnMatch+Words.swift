package import Game
package import Lobby

/// Texts about the score, the end of a round and the end of a series.
extension OwnMatch {
    /// Returns the score to print in the shell after the program has ended; nil without a finished
    /// round.
    package func scoreLineAtExit(with score: Score?) -> String? {
        guard let score, score.rounds > 0 else { return nil }
        return score.scoreLine(of: piece, LobbyWords.you, against: opponentName)
    }

    /// Returns the result of the series; nil until it is decided.
    package func seriesResult(of match: LobbyMatch) -> String? {
        guard match.isDecided, let score = match.match?.score else { return nil }
        let (own, others) = (score.wins(of: piece), score.wins(of: piece.opponent))
        return own > others
            ? MatchTermsWords.seriesResult(by: "You", own, to: others)
            : MatchTermsWords.seriesResult(by: opponentName, others, to: own)
    }

    /// Returns the sentence about the end of a round; nil if the round ended on the board, or is
    /// not over.
    package func offBoardEndSentence(of match: LobbyMatch) -> String? {
        switch match.match?.outcome {
        case .won, .drawn, nil: nil
        case let outcome?: outcome.sentence(for: piece, against: opponentName)
        }
    }

    /// Returns the sentence about the end of a round. If the series is decided, also returns its
    /// result.
    func roundAndSeriesSentence(aboutEnd outcome: Outcome, of match: LobbyMatch?) -> String {
        outcome.sentence(for: piece, against: opponentName)
            + (match.flatMap(seriesResult).map { " \($0)" } ?? "")
    }
}

/// The texts about offers of draws and rematches. The arguments `agree`, `accept` and `decline` are
/// the names of keys.
package enum DrawAndRematchWords {
    package static var offerWithdrawn: String { "You withdrew it." }
    package static var rematchDeclined: String { "You declined a rematch." }

    package static func drawOffer(by opponent: String, agree: String, decline: String) -> String {
        "\(opponent) offers a draw: \(agree) accepts, \(decline) declines."
    }

    package static func shortDrawOffer(agree: String, decline: String) -> String {
        "Draw? \(agree) accepts, \(decline) declines."
    }

    package static func ownDrawOffer(decline: String) -> String {
        "You offered a draw. \(decline) or a move withdraws it."
    }

    package static func shortOwnDrawOffer(decline: String) -> String {
        "You offered a draw. \(decline) withdraws it."
    }

    package static func drawAlreadyOffered(decline: String) -> String {
        MatchActionRefusal.alreadyOffered.sentence + " \(decline) withdraws it."
    }

    package static func rematchOffer(by opponent: String, accept: String, decline: String) -> String
    {
        "\(opponent) wants a rematch: \(accept) accepts, \(decline) declines."
    }

    package static func shortRematchOffer(accept: String, decline: String) -> String {
        "Rematch? \(accept) accepts, \(decline) declines."
    }

    /// Returns the sentence about the opponent's offer of a rematch. `terms` are its terms, as
    /// `MatchTermsWords.rematchSuffix` returns them.
    package static func rematchOffer(by opponent: String, terms: String, accept: String) -> String {
        "\(opponent) wants a rematch\(terms). \(accept) accepts."
    }

    package static func shortRematchOffer(terms: String, accept: String) -> String {
        "Rematch\(terms)? \(accept) accepts."
    }

    package static func ownRematchOffer(
        with opponent: String, terms: String, decline: String
    ) -> String {
        "You offered a rematch\(terms). Waiting for \(opponent). \(decline) withdraws the offer."
    }

    package static func shortOwnRematchOffer(terms: String, decline: String) -> String {
        "You offered a rematch\(terms). \(decline) withdraws it."
    }

    package static func anotherRoundQuestion(with opponent: String) -> String {
        "Another round with \(opponent)?"
    }
}

/// Texts about moves that are taken back in a match.
package enum UndoWords {
    /// The remark beside the name of a player who asks to undo a move. It leaves room for a name.
    package static var requestRemark: String { "asks undo" }
    package static var moveTakenBack: String { "A move was taken back. This round won't count." }
    /// The mark of a round that does not count.
    package static var practiceMark: String { "PRACTICE" }
    package static var doesNotCount: String { " It does not count: a move was taken back." }
    /// The reasons after the headline of a round that does not count, the longest form first.
    package static var practiceReasons: [String] {
        ["does not count: a move was taken back", practiceReason]
    }
    /// The reason after the headline of a practice round.
    package static var practiceReason: String { "does not count" }

    package static func requestReceived(_ opponent: String, allow: String, decline: String)
        -> String
    {
        "\(opponent) asks to undo a move; the round won't count. "
            + "\(allow) allows, \(decline) declines."
    }

    package static func shortRequestReceived(allow: String, decline: String) -> String {
        "Undo? \(allow) allows, \(decline) declines."
    }

    package static func requestSent(decline: String) -> String {
        "You asked to undo your move. \(decline) or a move withdraws it."
    }

    package static func shortRequestSent(decline: String) -> String {
        "You asked to undo. \(decline) withdraws it."
    }

    package static var declinedAndOwnRequestEnded: String {
        "You declined it. Your own request has ended, too."
    }

    package static var requestSentInPlainText: String {
        "You asked to undo your move. If it is allowed, this round won't count."
    }

    package static func requestReceivedInPlainText(_ opponent: String) -> String {
        "\(opponent) asks to undo a move; the round won't count: yes or no?"
    }
}

/// The consequences of leaving a match, for the player who is about to leave.
package enum LeaveMatchWords {
    package static func consequence(_ end: MatchEnd, against opponent: String) -> String {
        switch end {
        case .forfeited: "\(opponent) wins this round."
        case .endedUndecided: "The match ends without a result."
        default: "This round won't count."
        }
    }

    package static var beforeBothMoved: String {
        "This round won't count: you haven't both moved yet."
    }

    /// Returns the consequence without the opponent's name.
    package static func consequence(_ end: MatchEnd) -> String {
        end == .forfeited ? "You lose this round." : consequence(end, against: "")
    }

    package static func shortConsequence(_ end: MatchEnd) -> String {
        end == .forfeited ? "You lose." : "No result."
    }
}
