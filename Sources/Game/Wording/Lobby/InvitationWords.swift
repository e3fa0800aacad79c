internal import Drawing
package import Game
package import Lobby
package import SimperiumClock
internal import Visit

/// The texts about invitations from player to player.
package enum InvitationWords {
    package static func receivedHeading(_ name: String) -> String { "\(name) invites you to play" }

    package static func receivedTerms(_ terms: MatchTerms) -> String {
        let clock = terms.limit.map(ClockWords.perMove) ?? MatchTermsWords.noClock
        let series = terms.target.map(MatchTermsWords.firstTo) ?? MatchTermsWords.noSeries
        return "\(clock), \(series)".capitalised
    }

    package static func timeToAnswer(_ left: String) -> String { "\(left) to answer" }

    /// The sentence in place of a score, for a player with an account. The two may have played each
    /// other as guests.
    package static var noCountedRounds: String { "No rounds counted against this account yet." }

    /// The sentence in place of a score, for a guest. Earlier sessions of a guest are unknown.
    package static var noEarlierMatchInSession: String {
        "You haven't played each other in this session."
    }

    /// The same for a narrow window.
    package static var noRoundInSession: String { "No rounds in this session yet." }

    /// The remark on a player who invited the user, in a list.
    package static var receivedRemark: String { "invited you" }

    /// Returns the notice of a received invitation, with its terms, and with the score against the
    /// player if the score is known.
    static func receivedNotice(_ name: String, _ record: WinLossRecord?, terms: MatchTerms)
        -> String
    {
        "\(name) invited you to play\(record.map { " (\(score(with: name, $0)))" } ?? "")"
            + "\(MatchTermsWords.suffix(terms))."
    }

    /// Returns the sentence about a player who waits for the idle user to press a key.
    package static func wantsToPlay(_ name: String) -> String { "\(name) wants to play" }
    package static var pressAnyKey: String { "Press any key to begin." }
    package static var anyKey: String { "Any key" }

    /// Returns the user's state while a search has found only an idle player.
    package static func askingIdlePlayer(_ name: String) -> String { "Asking \(name) …" }

    /// Returns the notice of an invitation that arrives while the user types text. Until the user
    /// presses Esc, keys can't answer the invitation.
    package static func invitedWhileTyping(_ name: String) -> String {
        "\(name) invited you to play. Press Esc, then answer."
    }

    package static func score(with name: String, _ record: WinLossRecord) -> String {
        "you \(record.won)–\(record.lost) \(name)"
            + (record.drawn == 0 ? "" : ", draws \(record.drawn)")
    }

    package static func waitingForAnswer(
        for name: String, until due: Instant, at now: Instant, withdraw key: String
    ) -> String {
        "\(LobbyWords.waiting(for: name)), \(due.secondsCountdown(from: now)). "
            + "\(key) withdraws the invitation."
    }
}

extension MatchInvitationEnd {
    /// Returns the outcome of an invitation, for the user who sent it.
    func sentence(about name: String) -> String {
        switch self {
        case .withdrawn: "You withdrew your invitation to \(name)."
        case .expired: "\(name) did not answer."
        case .later: "\(name) can't play right now. Invite them again later."
        case .no: "\(name) declined your invitation."
        case .busy: "\(name) isn't accepting invitations right now."
        case .playing: "\(name) is now in another match."
        case .gone: "\(name) has left."
        case .refused: "\(name) can't be invited right now."
        }
    }
}

extension RequestObstacle {
    /// Returns the reason why an action isn't possible now, and the next step if there is one.
    package func reasonAndNextStep(about opponent: String) -> String {
        switch self {
        case .notConnected: "Not synced with the server yet. Try again in a moment."
        case .notHere: "You are not in the lobby yet. Try again in a moment."
        case .alreadyPlaying: "You are already in a match."
        case .playingElsewhere(let name): "You are playing \(name) on another device."
        case .alreadyChallenging:
            "You have already invited a player. Withdraw that invitation first."
        case .nothingToWithdraw: "There is nothing to withdraw."
        case .yourself: "That's you."
        case .gone: "They've just left."
        case .away: "They are away. Wait until they are back."
        case .playing: "They are in a match. Press Enter to watch."
        case .busy(let name): "\(name) isn't accepting invitations right now."
        case .notAskable:
            "Their program doesn't support invitations. You can both look for a match."
        case .askedTooSoon: "You've just sent an invitation. Wait a moment."
        case .askedBefore: "They declined your last invitation. Invite them again later."
        case .notInvited: "Their invitation is no longer open."
        case .claimNotDue: "\(opponent) still has time."
        case .invitesByCode: "They are waiting for a friend. You need their code to join."
        case .nobodyCalled(let name): LobbyWords.noPlayer(called: name)
        case .unknownCode: "No match has that code. Check it with your friend."
        case .noMatch: "You are not in a match."
        case .doubtful: "This match is no longer valid. You can only leave."
        case .drawDeclined: "\(opponent) has just declined a draw."
        case .declinedDrawOpen:
            "You have just declined a draw. You can offer one after the next move."
        case .declinedUndoOpen: "You have just declined that yourself. Try again in a moment."
        case .playsOneRound: "\(opponent)'s program only plays one round."
        case .notKnownThere: "\(opponent)'s program is too old for that."
        case .seriesOver: "The series is over. Start another one from the lobby."
        case .spokeTooSoon: "You've just sent a phrase. Wait a moment."
        case .move(let refusal): refusal.sentence
        }
    }
}

extension MatchActionRefusal {
    package var sentence: String {
        switch self {
        case .notSeated: "You are only watching this match."
        case .roundIsOver: "This round is over."
        case .roundGoesOn: "This round is not over yet."
        case .notYourTurn: "It's not your move yet."
        case .squareTaken(let piece): "\(piece.letter) is already there."
        case .alreadyOffered: "You have already offered a draw."
        case .notBegun: "Both players must move first."
        case .nothingOffered: "There is no draw offer."
        case .nothingToTakeBack: "There is no move to take back."
        case .alreadyDeclined: "Your opponent has just declined that."
        }
    }
}
