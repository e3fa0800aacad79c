package import Game
package import Lobby
internal import Records
package import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

extension LobbyClient {
    /// Inserts the Player, or updates the rules version of a Player that is in the lobby already.
    /// After a resumed session, adopts the Player in the lobby. Before an insertion, deletes old
    /// Matches that name the Player, because they would become live again and seat the two players.
    mutating func insertPlayerIfDue() {
        if findsOwnObjects, !isEntered, let player = lobbyState.roster[me] {
            self.player = player
            isEntered = true
        }
        guard !isEntered else { return updatePlayersRulesVersion() }
        guard let player = player?.playerForEntry(downgradedToRules: lobbyState.rules),
            !isPredecessorHere, !isRemovingObjects
        else { return }
        for key in lobbyState.ledger.matches(naming: me) where !discarded.contains(key) {
            discardMatch(key)
        }
        isEntered = true
        self.player = player
        enqueue(.insert(.player, ownKey, player.members))
    }

    /// Adopts a changed version of the server's rules. A search for an opponent starts again.
    private mutating func updatePlayersRulesVersion() {
        let rules = min(lobbyState.rules, Player.rulesOfWishes)
        guard !areRulesRefused, var player, player.rules != rules else { return }
        player.rules = rules
        if player.mode.isLooking { startLooking(as: &player) }
        updatePlayer(to: player)
    }

    /// Deletes the void, vacant and disputed Matches that the user started. Leaves other Matches to
    /// the players who started them. Deletes such a Match only if the user does not want it, or on
    /// behalf of the tutorial's program, which deletes no match.
    mutating func discardUnplayableMatches() {
        for key in lobbyState.ledger.matches(naming: me) where !discarded.contains(key) {
            guard let shown = lobbyState[key],
                let validity = lobbyState.ledger.seatValidity(of: key)
            else { continue }
            let isOurs = shown.circle == me
            let isUnplayable =
                switch validity {
                case .live where isOurs: lobbyState.ledger.hasConflictOfUnknownOrder(key)
                case .live:
                    key != own?.key && isUnwanted(shown)
                        || hasTutorialProgramStartedAnother(from: shown)
                // The tutorial's program leaves the deletion to a player who is already in another
                // match.
                case .void: isOurs || shown.isPlain && shown.circle != own?.opponent
                case .vacant: isOurs
                }
            if isUnplayable { discardMatch(key) }
        }
    }

    /// Returns true if the tutorial's program has started a later match, because that program
    /// believed that the user had left. The tutorial's program never deletes a match, and would
    /// have no opponent if the old match stayed.
    private func hasTutorialProgramStartedAnother(from shown: LobbyMatch) -> Bool {
        guard shown.isPlain, !lobbyState.ledger.hasConflictOfUnknownOrder(shown.key) else {
            return false
        }
        let later = lobbyState.ledger.matches(naming: shown.circle).drop { $0 != shown.key }
        return later.dropFirst().contains { lobbyState[$0]?.circle == shown.circle }
    }

    /// Returns true if the user does not want a match that the other player started. A busy user
    /// still plays a match with the tutorial's program. That program has no modes, and would start
    /// another match at once.
    private func isUnwanted(_ shown: LobbyMatch) -> Bool {
        if shown.record == nil { return true }
        let isAsked = invitations.asking?.opponent == shown.circle
        if !isAsked, matchmaker.isBlocked(shown.circle, in: lobbyState) { return true }
        return player?.mode == .busy && !isSteppingAside && !shown.isPlain && !isAsked
    }

    private mutating func discardMatch(_ key: ObjectKey) {
        discarded.insert(key)
        enqueue(.delete(.match, key))
    }

    /// Begins or ends the current match according to the ledger.
    mutating func beginOrEndMatch(at now: Instant) {
        let seated = isEntered ? lobbyState.ledger.seatedMatch(of: me) : nil
        let seat = seated.flatMap { discarded.contains($0) ? nil : $0 }
        let isPaired = challenge.map { !$0.isChosen && $0.key == seat } ?? false
        if let own, own.key != seat { endMatch(own, at: now) }
        if let challenge, lobbyState[challenge.key] != nil || seat != nil {
            endChallenge(challenge, seat: seat, at: now)
        }
        guard own == nil, let seat, let shown = lobbyState[seat] else { return }
        let hasUnconfirmedMove = findsOwnObjects && hasUnconfirmedMoveOfEarlierRun(in: shown)
        let begun = OwnMatch(shown, of: me, in: lobbyState.roster, at: now)
        own = begun
        if isPaired { own?.pairedAt = now }
        if hasUnconfirmedMove { own?.hasUnconfirmedMove = true }
        recordUnmetWishes(in: shown)
        // The search does not continue by itself after the match: the user may have left the
        // keyboard.
        hasSearched = player?.mode.isLooking == true
        if hasSearched { setModeEndingCode(.open) }
        requestKeyPressIfIdle(at: now)
        invitations.departedOpponent = nil
        let isOurs = shown.circle == me
        let name = begun.opponentName
        notify(
            findsOwnObjects
                ? .backInMatch(opponent: name) : .matchBegan(opponent: name, isOurs: isOurs)
        )
    }

    private mutating func recordUnmetWishes(in shown: LobbyMatch) {
        guard let player, let record = shown.record, record.match.isUntouched,
            let other = lobbyState.roster[shown.opponent(of: me)],
            player.pairingTerms(with: other) == record.terms
        else { return }
        let mayWish = player.knowsWishes && other.knowsWishes
        own?.hasOpponentsClock = mayWish && player.limit != record.limit
        own?.hasOpponentChosenClock = other.mode == .clocked || other.limit == nil
        if record.terms.target == nil { own?.wishedSeries = player.target }
        own?.hasOpponentsSeries = record.terms.target.map { $0 != player.target } ?? false
    }

    /// Ends a challenge, once the hub has the Match, or once another match has begun.
    private mutating func endChallenge(
        _ challenge: UnconfirmedChallenge, seat: ObjectKey?, at now: Instant
    ) {
        if seat == challenge.key {
            self.challenge = nil
        } else {
            if !discarded.contains(challenge.key) { discardMatch(challenge.key) }
            failChallenge(challenge, at: now)
        }
    }

    mutating func failChallenge(_ challenge: UnconfirmedChallenge, at now: Instant) {
        self.challenge = nil
        // If two players challenge each other at once, one of the two matches is played.
        guard !isSeated(with: challenge.opponent) else { return }
        matchmaker.delayNextChallenge(to: challenge.opponent, at: now)
        if challenge.isChosen { notify(.challengeFailed(name: challenge.name)) }
    }

    private func isSeated(with opponent: PlayerID) -> Bool {
        guard let seat = lobbyState.ledger.seatedMatch(of: me) else { return false }
        return lobbyState[seat]?.players.contains(opponent) == true
    }

    mutating func cancelUnconfirmedChallenge() {
        guard let challenge else { return }
        self.challenge = nil
        discardMatch(challenge.key)
    }

    private mutating func endMatch(_ own: OwnMatch, at now: Instant) {
        let (match, end) = (match, endReason(of: own, at: now))
        (self.own, invitations.receivedWakeCall) = (nil, nil)
        recordScore(match, own, end)
        // The code was only for the series that has ended. The opponent may now invite the user to
        // another series.
        if match?.isDecided == true, player?.code != nil { setModeEndingCode(.open) }
        if end == .notAvailable {
            matchmaker.excludeFromPairing(own.opponent, until: now + MatchInvitation.pauseAfterNo)
        } else if match?.match?.isUntouched == true {
            matchmaker.delayNextChallenge(to: own.opponent, at: now)
        } else {
            matchmaker.endChallengeDelay(to: own.opponent)
        }
        if hasSearched, end == .notAvailable || end == .void { setModeEndingCode(.auto) }
        hasSearched = false
        if end.isOpponentsLeaving { invitations.departedOpponent = own.opponent }
        notify(.matchEnded(opponent: own.opponentName, end))
    }

    private mutating func recordScore(_ match: LobbyMatch?, _ own: OwnMatch, _ end: MatchEnd) {
        guard let match, let score = end.finalScore(of: match, for: own.piece) else { return }
        invitations.addRounds(score, of: own.piece, against: own.opponent)
    }

    private func endReason(of own: OwnMatch, at now: Instant) -> MatchEnd {
        switch lobbyState.ledger.seatValidity(of: own.key) {
        // After a lost session, the Match may stay for a while, although the seat is gone.
        case .void, .live: return isEntered ? .void : .connectionBroken
        case .vacant(me): return .connectionBroken
        case .vacant, nil:
            guard lobbyState.roster.contains(me) else { return .connectionBroken }
            return endReasonByOpponent(of: own, at: now)
        }
    }

    private func endReasonByOpponent(of own: OwnMatch, at now: Instant) -> MatchEnd {
        guard let record = match?.currentRecord else { return .opponentLeft }
        let state = record.match
        if own.wasJustPairedWithoutMove(in: state, at: now),
            lobbyState.roster.contains(own.opponent)
        {
            return .notAvailable
        }
        // No player wins a practice round.
        if state.outcome == .left(by: own.piece.opponent), !state.isPractice {
            return .opponentForfeited
        }
        guard state.outcome == nil else { return .opponentLeft }
        let hasBegun = own.haveBothMoved(state) && !state.isPractice
        if let absence = own.absence {
            return absence.isFinal || state.isPractice
                ? .opponentLost(inPlay: hasBegun) : .opponentNotBack
        }
        if record.isIdle(own.piece)
            || lobbyState.hasJustReturned(afterOffline: OwnMatch.claimTime, before: now)
        {
            return .opponentEnded
        }
        return hasBegun ? .opponentForfeited : .opponentLeft
    }

    /// Ends the match by the user's decision.
    ///
    /// The caller must first write the Player's next mode, or delete the Player. Once the Match is
    /// deleted, the opponent is free, and would otherwise find the Player looking for a match, and
    /// start another match.
    mutating func leaveMatch(_ end: MatchEnd, at now: Instant) {
        guard let own else { return }
        let match = match
        if end == .forfeited { writeForfeit(at: now) }
        (self.own, invitations.receivedWakeCall) = (nil, nil)
        hasSearched = false
        recordScore(match, own, end)
        discardMatch(own.key)
        leaving = end == .left && match?.match?.outcome == nil ? own : nil
        notify(.matchEnded(opponent: own.opponentName, end))
    }

    /// Handles a change of a match that the user has left, and that the hub has not deleted yet. If
    /// both players have moved meanwhile, and the round counts, records the round as lost and
    /// notifies the user.
    mutating func reportForfeitIfMoved(
        _ object: JSONObject, ofLeft key: ObjectKey, at now: Instant
    ) {
        guard discarded.contains(key), let left = leaving, left.key == key,
            let match = try? MatchRecord(object).match, match.outcome == nil, match.hasBegun,
            !match.isPractice
        else { return }
        leaving = nil
        // The earlier rounds were recorded when the user left.
        let lost = Score().counting(.left(by: left.piece))
        invitations.addRounds(lost, of: left.piece, against: left.opponent)
        notify(.matchEnded(opponent: left.opponentName, .forfeited))
    }

    /// Records in the Match that the user has left, before the match is deleted. The opponent and
    /// the spectators then see the reason. Does nothing if the server does not support this, or if
    /// the round can't be lost by leaving.
    mutating func writeForfeit(at now: Instant) {
        guard lobbyState.supportsInvitations, let own,
            let old = lobbyState[own.key]?.currentRecord
        else { return }
        var record = old
        guard (try? record.endRound(lostBy: own.piece, because: .left)) != nil else { return }
        lobbyState.applyLocalRecord(record, in: own, at: now)
        enqueue(record.edit(since: old, of: own.key))
    }

    mutating func lookForOpponent(at now: Instant) {
        let isWaiting = isEntered && player?.mode.isLooking == true && lobbyState.isWaiting(me)
        guard own == nil, challenge == nil, isWaiting else { return matchmaker.stopWaiting() }
        guard let opponent = matchmaker.chooseOpponent(in: lobbyState, at: now) else {
            return sendWakeCallIfPossible(at: now)
        }
        // The terms are computed again, with the Player's last edit.
        guard let other = lobbyState.roster[opponent], let terms = player?.pairingTerms(with: other)
        else { return }
        startMatch(with: opponent, isChosen: false, by: terms)
    }

    mutating func startMatch(
        with opponent: PlayerID, isChosen: Bool, by terms: MatchTerms, code: JoinCode? = nil
    ) {
        let key = ObjectKey.random(&random)
        let name = lobbyState.roster.shownName(of: opponent)
        challenge = UnconfirmedChallenge(
            key: key, opponent: opponent, name: name, isChosen: isChosen)
        var object = MatchRecord(circle: me, cross: opponent, terms).members
        object["code"] = code.map { JSON($0.text) }
        enqueue(.insert(.match, key, object))
    }
}

extension ObjectKey {
    /// Returns a key of fifteen hex digits. Every program stores the keys of all matches, and a
    /// text of up to fifteen bytes needs no allocation.
    fileprivate static func random(_ random: inout SeededRandom) -> ObjectKey {
        .trappingIfInvalid(String(random.next() >> 4 | 1 << 59, radix: 16))
    }
}

extension LobbyClient {
    /// Returns another player with this name. If there is none, returns another player with a
    /// similar name, for example with other capitals; nil if several people have such names. If no
    /// name is similar, returns the friend with this nickname. Of a player's devices, returns the
    /// one that is listed, because an invitation appears on one device only.
    package func otherPlayer(called name: String) -> PlayerID? {
        guard let id = deviceOfOtherPlayer(called: name) else { return nil }
        guard let user = lobbyState.roster[id]?.user, !lobbyState.roster.areSamePerson(id, me)
        else { return id }
        return lobbyState.person(ofUser: user)?.id
    }

    /// Returns any device of the player for `otherPlayer(called:)`.
    private func deviceOfOtherPlayer(called name: String) -> PlayerID? {
        if let person = lobbyState.people.first(where: { $0.name == name && $0.id != me }) {
            return person.id
        }
        // The index of names is asked first, because an awaited player is looked up often.
        guard let skeleton = NameSkeleton(validating: name),
            lobbyState.roster.isNameInUse(skeleton)
        else {
            return records?.friend(nicknamed: name).flatMap { lobbyState.person(ofUser: $0)?.id }
        }
        let others = lobbyState.people.filter { person in
            person.id != me && NameSkeleton(validating: person.name) == skeleton
        }.map(\.id)
        guard let first = others.first,
            others.allSatisfy({ lobbyState.roster.areSamePerson($0, first) })
        else { return nil }
        return first
    }

    package func isInvitable(_ id: PlayerID) -> Bool {
        guard let other = lobbyState.roster[id], other.code == nil else { return false }
        let isReachable =
            !lobbyState.supportsInvitations || other.supportsInvitations || other.mode.isLooking
        return isReachable && lobbyState.invitationObstacle(to: id) == nil
    }

    package func isExcludedFromPairing(_ id: PlayerID, at now: Instant) -> Bool {
        matchmaker.isExcludedFromPairing(id, in: lobbyState, at: now)
    }

    /// The earliest time when the user may end the round, because the opponent is away or idle. Nil
    /// if the opponent is neither, or if no round is in play.
    package var claimDue: Instant? {
        guard let own, let record = match?.currentRecord, record.match.outcome == nil,
            lobbyState.supportsInvitations, let online = lobbyState.onlineSince
        else { return nil }
        if record.isIdle(own.piece.opponent) { return online }
        guard let absence = own.absence else { return nil }
        return max(absence.since, online) + OwnMatch.claimTime + .milliseconds(250)
    }

    package func mayClaim(at now: Instant) -> Bool {
        claimDue.map { $0 <= now } ?? false
    }

    package func matchEndIfLeaving(at now: Instant) -> MatchEnd {
        guard let state = match?.currentRecord?.match, state.outcome == nil else { return .left }
        if mayClaim(at: now) { return .endedUndecided }
        return state.hasBegun && !state.isPractice ? .forfeited : .left
    }

    /// True while the Player of an earlier run or of a lost session is still in the lobby, because
    /// the hub waits for that session to resume. During this time, this client can't write its own
    /// objects.
    var isPredecessorHere: Bool { !isEntered && lobbyState.roster.contains(ownKey) }

    /// True while this client's objects are being removed, before the client moves to another hall
    /// or to the user's seat on another device.
    ///
    /// An object that is written now would stay behind. The connection keeps its session in this
    /// hall, so after a return the hub would give the object back. This client would mistake the
    /// object for an earlier run's, and would wait in vain for its removal.
    var isRemovingObjects: Bool {
        halls.transfer?.step == .leaving || takeover?.hasRequestedSeat == false
    }

    /// True if the lobby has the Watcher of an earlier run, or one that this client has deleted.
    var isPredecessorWatching: Bool {
        ownWatcher.match == nil && lobbyState.watchers[ownKey] != nil
    }
}
