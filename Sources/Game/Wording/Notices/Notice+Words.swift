internal import Drawing
package import Game
package import Lobby
package import SimperiumClock
internal import SimperiumWire
package import Visit

extension Notice {
    /// Returns the text of the notice; nil if the screen shows the news in a different way.
    package func sentenceUnlessShown(
        at visit: LobbyClient, now: Instant, keys: @autoclosure () -> NoticeKeyNames
    ) -> String? {
        let opponent = visit.own?.opponentName ?? "Your opponent"
        return switch self {
        case .refused(let obstacle): obstacle.reasonAndNextStep(about: opponent)
        case .notTaken(_, let refusal): refusal.sentence
        case .nameOwned(let name, let other):
            "The name \(name.text) belongs to an account. You are \(other.text) here."
        case .flawed(let bucket, let key, _):
            visit.sentenceUnlessOnScreen(aboutFlawIn: key, of: bucket)
        case .olderServer: "This older server doesn't support invitations, clocks or phrases."
        case .trusted, .shows, .timeLeft: nil
        // No player wins a practice round.
        case .roundEnded(.left) where visit.match?.match?.isPractice == true: nil
        case .came(let id): "\(visit.lobbyState.roster.shownName(of: id)) joined the lobby."
        case .left(_, let name, _): LobbyWords.playerLeft(name)
        case .challengeFailed(let name): "\(name) is no longer free."
        case .matchBegan(let opponent, let isOurs):
            matchStartSentence(against: opponent, isOurs: isOurs, at: visit)
        case .backInMatch(let opponent): "Back in your match with \(opponent)."
        case .matchEnded(let opponent, let end): end.sentence(about: opponent)
        case .moved(let square):
            "\(opponent) placed \(visit.own?.piece.opponent.letter ?? "") in "
                + "\(keys().numbering.number(of: square))."
        case .roundEnded(let outcome):
            visit.own.map { $0.roundAndSeriesSentence(aboutEnd: outcome, of: visit.match) }
        case .wanted(let terms) where !keys().rematch.isEmpty:
            MatchTermsWords.proposal(
                terms, insteadOf: visit.currentTerms, by: opponent, agree: keys().rematch)
        case .invited, .invitationOver, .asks, .asksIdle, .called, .askEnded, .wanted, .proposed,
            .said:
            invitationOrProposalSentence(at: visit)
        case .roundBegan(let round): "Round \(round) begins\(visit.newTermsSuffix)."
        case .drawOffered:
            DrawAndRematchWords.drawOffer(by: opponent, agree: keys().draw, decline: keys().decline)
        case .drawDeclined: "\(opponent) declined the draw."
        case .drawWithdrawn: "\(opponent) withdrew the draw offer."
        case .undoAsked: "\(opponent) asks to undo a move; the round won't count."
        case .undoDeclined: "\(opponent) declined the undo."
        case .undoWithdrawn: "\(opponent) withdrew the undo request."
        case .undone: UndoWords.moveTakenBack
        case .rematchWanted: "\(opponent) wants a rematch\(visit.opponentsRematchTerms)."
        case .rematchDeclined: "\(opponent) declined the rematch."
        case .rematchWithdrawn: "\(opponent) withdrew the rematch offer."
        case .proposalWithdrawn: "\(opponent) withdrew the proposal."
        case .opponentAway(let absence):
            "\(opponent) \(absence.words) (\(absence.until.secondsCountdown(from: now)) to return)."
        case .opponentBack: "\(opponent) is back."
        case .opponentIdle: "\(opponent) has pressed no key for a minute."
        case .idle: "You have pressed no key for a minute. \(opponent) may claim the round."
        case .doubtful: "\(opponent)'s program broke the rules."
        case .watchedEnded(let end): end.sentence
        case .lostSight: "The player you were watching has left."
        }
    }
}

extension Notice {
    private func matchStartSentence(
        against opponent: String, isOurs: Bool, at visit: LobbyClient
    ) -> String {
        let (own, terms) = (visit.own, visit.currentTerms)
        let chooser = own?.hasOpponentChosenClock == true ? opponent : nil
        let clock =
            own?.hasOpponentsClock == true
            ? ClockWords.clockOrNoneSuffix(terms.limit, asWishedBy: chooser)
            : ClockWords.suffix(terms.limit)
        let series = MatchTermsWords.suffix(
            terms.target, asWishedBy: own?.hasOpponentsSeries == true ? opponent : nil)
        return isOurs
            ? "You are playing \(opponent)\(clock)\(series). You go first."
            : "You are playing \(opponent)\(clock)\(series). \(opponent) goes first."
    }

    private func invitationOrProposalSentence(at visit: LobbyClient) -> String? {
        switch self {
        case .invited(let id, let name):
            InvitationWords.receivedNotice(
                name, visit.invitations.score(with: id),
                terms: visit.invitations.received(from: id)?.terms ?? MatchTerms())
        case .invitationOver(let name): "\(name)'s invitation is no longer open."
        case .asks(let name): "You invited \(name) to play."
        // The lobby's status shows `asksIdle`, and a panel shows `called`.
        case .asksIdle, .called: nil
        case .askEnded(let name, let end): end.sentence(about: name)
        case .wanted(let terms):
            MatchTermsWords.proposal(
                terms, insteadOf: visit.currentTerms, by: visit.own?.opponentName ?? "")
        case .proposed(let terms):
            MatchTermsWords.ownProposal(terms, insteadOf: visit.currentTerms)
        case .said(let phrase):
            "\(visit.own?.opponentName ?? ""): \(ChatPhraseWords.quoted(phrase))."
        default: nil
        }
    }
}

extension WatchedMatchEnd {
    fileprivate var sentence: String {
        outcome?.sentence(name) ?? "The match between \(circle) and \(cross) is over."
    }
}

extension LobbyClient {
    /// The terms of the current match; without one, the default terms.
    fileprivate var currentTerms: MatchTerms { match?.terms ?? MatchTerms() }

    /// The terms of the opponent's offer of a rematch, to follow "a rematch".
    package var opponentsRematchTerms: String {
        guard let own, let record = match?.record else { return "" }
        return MatchTermsWords.rematchSuffix(of: record, by: own.piece.opponent)
    }

    fileprivate var newTermsSuffix: String {
        guard let own, let record = match?.record else { return "" }
        return MatchTermsWords.newTermsSuffix(of: record, insteadOf: own.earlierTerms)
    }

    /// Returns the sentence about an object with a flaw; nil for the match on the screen, because
    /// its board already shows the flaw.
    fileprivate func sentenceUnlessOnScreen(aboutFlawIn key: ObjectKey, of bucket: LobbyBucket)
        -> String?
    {
        switch bucket {
        case .player: return "A player is not shown: their program sent invalid data."
        case .watcher: return "A spectator is not counted: their program sent invalid data."
        case .match where key == own?.key || key == watching.match: return nil
        case .match:
            guard let shown = lobbyState[key] else {
                return "A match with invalid data is not shown."
            }
            let (circle, cross) = (
                lobbyState.roster.shownName(of: shown.circle),
                lobbyState.roster.shownName(of: shown.cross)
            )
            return "The match between \(circle) and \(cross) breaks the rules."
        }
    }
}

extension MatchEnd {
    /// Returns the sentence about the match's end. `isInLobby` is false if the player still sees
    /// another screen, such as a replay.
    package func sentence(about opponent: String, isInLobby: Bool = true) -> String {
        let lobby = isInLobby ? " You are back in the lobby." : ""
        return switch self {
        case .left: "You left the match with \(opponent)."
        case .forfeited: "You left. \(opponent) wins the round."
        case .opponentLeft: "\(opponent) left.\(lobby)"
        case .opponentForfeited: "\(opponent) left. You win the round."
        case .opponentLost(inPlay: true): "\(opponent)'s connection has ended. You win the round."
        case .opponentLost(inPlay: false): "\(opponent)'s connection has ended.\(lobby)"
        case .opponentNotBack: "\(opponent) did not return. You win the round."
        case .endedUndecided: "The match with \(opponent) ended without a result."
        case .opponentEnded: "You were away. \(opponent) ended the match without a result."
        case .connectionBroken:
            "You were disconnected for too long. The match with \(opponent) is over."
        case .noAnswer: "No rematch.\(lobby)"
        case .notAvailable: "\(opponent) is not available."
        case .void: "\(opponent) was already in another match."
        }
    }
}

extension ChangeRefusalReason {
    fileprivate var sentence: String {
        switch self {
        case .forbidden: "The server rejected your change: you aren't allowed to make it."
        case .invalid: "The server rejected your change: it was against the rules."
        default: "The server rejected your change (error \(code))."
        }
    }
}

/// The names of keys in the sentences of notices, and the numbering of the squares.
package struct NoticeKeyNames: Hashable, Sendable {
    let draw: String
    let decline: String
    let rematch: String
    let numbering: SquareNumbering

    package init(draw: String, decline: String, rematch: String, numbering: SquareNumbering) {
        self.draw = draw
        self.decline = decline
        self.rematch = rematch
        self.numbering = numbering
    }

    /// Returns empty names, for plain text, which uses sentences without keys.
    package static func none(_ numbering: SquareNumbering) -> NoticeKeyNames {
        NoticeKeyNames(draw: "", decline: "", rematch: "", numbering: numbering)
    }
}
