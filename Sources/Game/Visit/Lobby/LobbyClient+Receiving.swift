internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

extension LobbyClient {
    /// Applies an event. Returns false for a move in another match, because such a move changes
    /// nothing for the user. Most events are such moves.
    mutating func applyReturningRelevance(_ event: LobbyBucketEvent, at now: Instant) -> Bool {
        let watched = watchedMatchEnd(by: event, at: now)
        let before = ownMatch(before: event)
        let changes = lobbyState.fold(event, own: own, at: now)
        if changes.isEmpty, isMoveInOtherMatch(event) { return false }
        for change in changes { report(change, at: now) }
        if let (key, end) = watched, lobbyState.ledger.seatValidity(of: key) != .live {
            notify(.watchedEnded(end))
        }
        switch event {
        case .inserted(.match, let key, let object, let source),
            .updated(.match, let key, let object, _, let source):
            if let before { applyOwnMatchChange(since: before, source, at: now) }
            reportForfeitIfMoved(object, ofLeft: key, at: now)
        case .overtaken(let key, let object):
            reportForfeitIfMoved(object, ofLeft: key, at: now)
        case .deleted(.match, let key):
            discarded.remove(key)
            if let before { own?.removed = before }
            if leaving?.key == key { leaving = nil }
            if let challenge, challenge.key == key { failChallenge(challenge, at: now) }
        case .deleted(.player, ownKey): isEntered = false
        case .deleted(.watcher, ownKey): ownWatcher.match = nil
        case .refused(let bucket, let key, let refusal, let object):
            handleRefusedChange(
                of: key, in: bucket, to: object, because: refusal, from: before, at: now)
        case .offline:
            own?.isTimedByHub = false
            areRulesRefused = false
            cancelUnconfirmedChallenge()
        case .aged(.match, _, _):
            if let before, before.runningLimit != nil, own?.hasUnconfirmedMove == false {
                own?.isTimedByHub = true
            }
        case .acknowledged(.player, ownKey, _): invitations.mayYetBeRefused = false
        case .acknowledged(.match, let key, _):
            guard let before else { break }
            if own?.confirmMoveIfClockStarts(in: before) == true {
                lobbyState.startClock(of: key, at: now)
            }
        case .inserted, .updated, .deleted, .acknowledged, .willIndex, .didIndex, .away, .back,
            .rules, .caughtUp, .aged:
            break
        }
        return true
    }

    /// Returns true for a move in another match, unless the client still needs the event. The
    /// function is mutating only to avoid a copy of the client.
    private mutating func isMoveInOtherMatch(_ event: LobbyBucketEvent) -> Bool {
        guard case .updated(.match, let key, _, _, .remote) = event else { return false }
        return key != own?.key && !discarded.contains(key) && !watching.isWaitingForRound
    }

    private mutating func report(_ change: LobbyState.LobbyChange, at now: Instant) {
        switch change {
        case .came(let id) where id != me: notify(.came(id))
        case .left(let id, let name, let isOnOtherDevice) where id != me:
            // The opponent keeps the name from the start of the match, even if the number behind
            // the name has changed.
            let shown = own.flatMap { $0.opponent == id ? $0.opponentName : nil } ?? name
            if invitations.departedOpponent != id {
                notify(.left(id, name: shown, isOnOtherDevice: isOnOtherDevice))
            }
            invitations.forgetDepartedPlayer(id)
        case .asked(let id): updateReceivedInvitation(from: id, at: now)
        case .flawed(let bucket, let key, let flaw): notify(.flawed(bucket, key, flaw))
        case .foundOlder where player != nil: notify(.olderServer)
        case .foundOlder: break
        case .came, .left, .listed, .seated, .unseated: break
        }
    }

    /// Returns the current match before an event is applied to it; nil for an event of another
    /// object. The function is mutating only to avoid a copy of the client.
    private mutating func ownMatch(before event: LobbyBucketEvent) -> LobbyMatch? {
        guard let key = own?.key, event.matchKey == key else { return nil }
        return match
    }

    private mutating func applyOwnMatchChange(
        since before: LobbyMatch, _ source: LobbyBucketEvent.EventSource, at now: Instant
    ) {
        guard let match = lobbyState[before.key], match.players == before.players else {
            own?.removed = before
            return
        }
        own?.removed = nil
        for notice in own?.applyState(before, match, at: now) ?? [] {
            // A phrase in an index is not new.
            if case .said = notice, source == .index { continue }
            // The next round begins without an answer of the user.
            if notice == .rematchWanted, hasOpponentAcceptedOwnTerms || match.hasAgreedRematch {
                continue
            }
            notify(notice)
        }
    }

    /// Handles the hub's refusal of a change. Adopts the hub's state of the object, or writes a
    /// different change. Usually notifies the user. `before` is the current match; nil if the
    /// object is not its Match.
    private mutating func handleRefusedChange(
        of key: ObjectKey, in bucket: LobbyBucket, to object: JSONObject?,
        because refusal: ChangeRefusalReason, from before: LobbyMatch?, at now: Instant
    ) {
        // A refused report of idleness is not repeated at once.
        if lastKey != nil { lastKey = now }
        switch bucket {
        case .player: handleRefusedPlayer(object, because: refusal, at: now)
        case .watcher: handleRefusedWatcher(object, because: refusal)
        case .match:
            if let challenge, challenge.key == key {
                // The hub has accepted another Match first, and will send that Match.
                failChallenge(challenge, at: now)
            } else if let before, object != nil {
                handleRefusedOwnMatch(before, because: refusal, at: now)
            } else if !discarded.contains(key) {
                notify(.notTaken(bucket, refusal))
            }
        }
    }

    private mutating func handleRefusedPlayer(
        _ object: JSONObject?, because refusal: ChangeRefusalReason, at now: Instant
    ) {
        guard object != nil || player?.user == nil else {
            // The server may not know the connection's account yet, so the Player is written again
            // without the account. If the hub refuses this Player, too, the user is notified.
            player?.user = nil
            isEntered = false
            return
        }
        // The edit precedes the loss of the session. The Player that is inserted after the removal
        // of the earlier Player includes the edit.
        if player != nil, isPredecessorHere { return }
        if !tryNextName(after: refusal, object) {
            revertPlayer(to: object, because: refusal, at: now)
        }
    }

    private mutating func handleRefusedWatcher(
        _ object: JSONObject?, because refusal: ChangeRefusalReason
    ) {
        ownWatcher.match = object.flatMap { try? Watcher($0) }?.match
        ownWatcher.isRefused = true
        // If the match already has the maximum number of Watchers, the user can watch it without
        // one.
        let isCrowded = watching.match.map {
            lobbyState.watchers.count(watching: $0) >= Watcher.mostSingle
        }
        if isCrowded != true || refusal != .invalid { notify(.notTaken(.watcher, refusal)) }
    }

    private mutating func handleRefusedOwnMatch(
        _ before: LobbyMatch, because refusal: ChangeRefusalReason, at now: Instant
    ) {
        revertMatchSilently(before, at: now)
        // The client claims a refused timeout again later, because the server's clock decides.
        guard before.match?.lossReason == .timeout else {
            return notify(.notTaken(.match, refusal))
        }
        own?.timeoutHeldUntil = now + Self.pauseAfterTimeout
    }

    /// Reverts the Player to the hub's state, and notifies the user. If the refused invitation is
    /// already over, gives no notice, and writes the later changes again, because they were lost
    /// with the invitation.
    private mutating func revertPlayer(
        to object: JSONObject?, because refusal: ChangeRefusalReason, at now: Instant
    ) {
        let (wanted, wasOver) = (player, invitations.mayYetBeRefused)
        invitations.mayYetBeRefused = false
        player = object.flatMap { try? Player($0) }
        isEntered = player != nil
        // Otherwise the version would be written and refused again and again.
        if wanted?.rules != player?.rules { areRulesRefused = true }
        if let asking = invitations.asking, player?.asks != asking.ask {
            endSentInvitation(.refused, at: now)
        } else if wasOver, isEntered, let wanted {
            changePlayer { $0 = wanted }
        } else {
            notify(.notTaken(.player, refusal))
        }
    }

    private mutating func revertMatchSilently(_ before: LobbyMatch, at now: Instant) {
        guard let record = lobbyState[before.key]?.currentRecord else { return }
        own?.hasUnconfirmedMove = false
        _ = own?.applyState(before.record, record, at: now)
    }

    /// The pause after a timeout that was claimed too early.
    private static let pauseAfterTimeout = Duration.seconds(5)

    private mutating func warnOrClaimTimeout(_ match: LobbyMatch, at now: Instant) {
        if let seconds = own?.takeDueWarningSeconds(in: match, at: now) {
            notify(.timeLeft(seconds))
        }
        guard let due = timeoutDue, due <= now, var record = match.record,
            (try? record.endRound(lostBy: record.match.next, because: .timeout)) != nil
        else { return }
        writeMatch(record, at: now)
    }

    /// The time when this client claims a timeout; nil if no clock runs, or without a connection.
    var timeoutDue: Instant? {
        guard let own, lobbyState.isComplete, let online = lobbyState.onlineSince else {
            return nil
        }
        return match.flatMap { own.timeoutClaimTime(in: $0, onlineSince: online) }
    }

    mutating func advanceMatch(at now: Instant) {
        guard let own else { return }
        advanceFinishedRound(own, at: now)
        declineInvalidUndoRequest(at: now)
        removeDeclinedOffers(at: now)
        if let match, match.limit != nil { warnOrClaimTimeout(match, at: now) }
        let absence = lobbyState.roster.absence(of: own.opponent)
        if absence != own.absence {
            self.own?.absence = absence
            notify(absence.map { .opponentAway($0) } ?? .opponentBack)
        }
        guard let due = self.own?.answerDue, due <= now else { return }
        setModeEndingCode(.open)
        leaveMatch(.noAnswer, at: now)
    }

    private mutating func removeDeclinedOffers(at now: Instant) {
        guard let own, var record = match?.currentRecord,
            record.removeDeclinedOffers(of: own.piece)
        else { return }
        writeMatch(record, at: now)
    }

    /// Proposes the series that only the user wanted in the search. Drops the wish instead if
    /// either player has proposed terms, or if the opponent's program does not support proposals.
    private mutating func proposeWishedSeries(
        _ record: MatchRecord, _ own: OwnMatch, at now: Instant
    ) {
        self.own?.wishedSeries = nil
        let hasWant = Piece.allCases.contains { record.proposedTerms(of: $0) != nil }
        guard !hasWant, opponentKnowsPhrasesAndClaims else { return }
        let terms = MatchTerms(limit: record.terms.limit, target: own.wishedSeries)
        var record = record
        guard (try? record.perform(.want(terms), by: own.piece)) != nil else { return }
        writeMatch(record, at: now)
        notify(.proposed(terms))
    }

    /// True if the opponent has accepted the terms that the user proposed. The client then accepts
    /// the rematch.
    private var hasOpponentAcceptedOwnTerms: Bool {
        guard let own, let record = match?.currentRecord else { return false }
        return own.lastProposalRound == record.match.round
            && record.wantsRematch == [own.piece.opponent] && record.agreedTerms != nil
    }

    private mutating func acceptRematchOnOwnTerms(_ own: OwnMatch, at now: Instant) {
        guard hasOpponentAcceptedOwnTerms, var record = match?.currentRecord,
            (try? record.perform(.rematch, by: own.piece)) != nil
        else { return }
        writeMatch(record, at: now)
    }

    /// Advances a finished round:
    /// - Proposes the user's series, if only the user asked for one in the search.
    /// - Accepts the rematch, if the opponent has accepted the user's terms.
    /// - If the opponent has declined a rematch, withdraws the user's request and proposal, so that
    ///   a later request or proposal counts as new. The client then accepts no rematch by itself
    ///   until the user proposes terms again.
    /// - If the opponent has not declined, both players want the next round on the same terms, and
    ///   the user moves first, clears the board.
    ///
    /// If both players accept each other's terms at the same time, their proposals still differ, so
    /// both players are asked again.
    private mutating func advanceFinishedRound(_ own: OwnMatch, at now: Instant) {
        guard let finished = match?.currentRecord, finished.match.outcome != nil else { return }
        if own.wishedSeries != nil { proposeWishedSeries(finished, own, at: now) }
        acceptRematchOnOwnTerms(own, at: now)
        guard var record = match?.currentRecord else { return }
        if record.declinesRematch.contains(own.piece.opponent) {
            self.own?.lastProposalRound = nil
            // Programs of version 0.2.0 would show the removal as a new proposal.
            if lobbyState.roster[own.opponent]?.knowsWishes == true {
                try? record.perform(.withdrawTerms, by: own.piece)
            }
            if record.ready[own.piece] > 0 {
                try? record.answerRematch(nil, by: own.piece)
            }
        } else if record.hasAgreedRematch,
            Piece.first(inRound: record.match.round + 1) == own.piece
        {
            guard (try? record.startNextRound()) != nil else { return }
        } else {
            return
        }
        writeMatch(record, at: now)
    }
}

extension LobbyClient {
    /// The numbers to append to a guest's name if an account owns the name. The hub gives no reason
    /// for the refusal. If the hub refuses all numbers, the name was not the reason.
    private static let numbers = 2...9

    /// Replaces a refused name by the same name with the next number, and notifies the user.
    /// Returns false if the name was not the reason for the refusal, or if no number is left.
    mutating func tryNextName(after refusal: ChangeRefusalReason, _ object: JSONObject?) -> Bool {
        guard refusal == .invalid, accountIdentity == nil, let refused = player?.name,
            invitations.asking == nil
        else { return false }
        let old = object.flatMap { try? Player($0) }
        // If the Player is in the lobby with this name, another member was refused.
        guard old?.name != refused, let name = nextUnusedName(after: refused) else { return false }
        player?.name = name
        if let old, let new = player {
            player = old
            changePlayer { $0 = new }
        } else {
            isEntered = false
        }
        notify(.nameOwned(refused, instead: name))
        return true
    }

    /// Returns the name with the next number that results in no other player's name. If other
    /// players have all these names, returns the name with the next number. Returns nil after the
    /// last number.
    func nextUnusedName(after name: PlayerName) -> PlayerName? {
        let own = lobbyState.roster[me]?.name.map(NameSkeleton.init)
        let next = name.withNextNumber(in: Self.numbers)
        var unused = next
        while let name = unused, case let skeleton = NameSkeleton(name), skeleton != own,
            lobbyState.roster.isNameInUse(skeleton)
        {
            unused = name.withNextNumber(in: Self.numbers)
        }
        return unused ?? next
    }
}

extension PlayerName {
    /// Returns the name with the next number appended, cut to fit; nil after the last number.
    func withNextNumber(in numbers: ClosedRange<Int>) -> PlayerName? {
        var base = text
        var number = numbers.lowerBound
        if let blank = base.lastIndex(of: " "), let last = Int(base[base.index(after: blank)...]),
            numbers.contains(last)
        {
            guard last < numbers.upperBound else { return nil }
            (base, number) = (String(base[..<blank]), last + 1)
        }
        while !base.isEmpty {
            if let name = try? PlayerName("\(base) \(number)") { return name }
            base.removeLast()
        }
        return nil
    }
}
