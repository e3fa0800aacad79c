internal import Game
internal import SimperiumClock
internal import SimperiumJSON

/// What the session does about an event, beyond what it means for the lobby's state.
extension LobbySession {
    /// Says whether anything may follow from the event for the person of this session. From a move
    /// in a match of others, which is nearly all that ever happens, nothing does.
    mutating func receive(_ event: LobbyEvent, at now: Instant) -> Bool {
        let watched = watchedEnd(by: event, at: now)
        let changes = lobbyState.fold(event, at: now)
        if changes.isEmpty, isOthersMove(event) { return false }
        for change in changes { report(change, at: now) }
        if let (key, end) = watched, lobbyState.ledger.standing(of: key) != .live {
            tell(.watchedEnded(end))
        }
        switch event {
        case .inserted(.match, let key, let object, let source),
            .updated(.match, let key, let object, _, let source):
            receive(object, in: key, source, at: now)
            follow(object, ofLeft: key, at: now)
        case .overtaken(let key, let object): follow(object, ofLeft: key, at: now)
        case .deleted(.match, let key):
            discarded.remove(key)
            if leaving?.key == key { leaving = nil }
            if let challenge, challenge.key == key { fail(challenge, at: now) }
        case .deleted(.player, me.playerKey): isEntered = false
        case .deleted(.watcher, me.watcherKey): ownWatcher.match = nil
        case .refused(let bucket, let key, let refusal, let object):
            revert(key, in: bucket, to: object, because: refusal, at: now)
        case .offline:
            match?.timing.isByHub = false
            hasOtherRules = false
            withdraw()
        case .aged(.match, let key, let since):
            if match?.key == key { match?.heed(since) }
        case .acknowledged(.player, me.playerKey, _): invitations.mayYetBeRefused = false
        case .acknowledged(.match, let key, _):
            guard match?.key == key else { break }
            match?.hear()
            match?.confirm(at: now)
        case .inserted, .updated, .deleted, .acknowledged, .willIndex, .didIndex, .away, .back,
            .rules, .caughtUp, .aged:
            break
        }
        return true
    }

    /// Mutating, though it changes nothing, so that no copy of the session is made for it.
    private mutating func isOthersMove(_ event: LobbyEvent) -> Bool {
        guard case .updated(.match, let key, _, _, .remote) = event else { return false }
        return key != match?.key && !discarded.contains(key) && !watching.isWaitingForRound
    }

    private mutating func report(_ change: LobbyState.Change, at now: Instant) {
        switch change {
        case .came(let id) where id != me: tell(.came(id))
        case .left(let id, let name) where id != me:
            if invitations.parted != id { tell(.left(id, name: name)) }
            invitations.forget(id)
        case .asked(let id): receiveAsk(of: id, at: now)
        case .flawed(let bucket, let key, let flaw): tell(.flawed(bucket, key, flaw))
        case .foundOlder where player != nil: tell(.olderServer)
        case .foundOlder: break
        case .came, .left, .listed, .seated, .unseated: break
        }
    }

    private mutating func receive(
        _ object: JSONObject, in key: LobbyKey, _ source: LobbyEvent.Source, at now: Instant
    ) {
        guard match?.key == key else { return }
        // What the lobby's state has just read is not read again.
        let shown = source == .remote ? lobbyState[key] : nil
        let read = shown.flatMap { $0.flaw == nil ? $0.sheet : nil }
        for notice in match?.receive(object, readAs: read, at: now) ?? [] {
            // What an index tells of was said at some other time.
            if case .said = notice, source == .index { continue }
            tell(notice)
        }
    }

    /// Goes back to the object as the hub has it, because it refused what was done here.
    private mutating func revert(
        _ key: LobbyKey, in bucket: LobbyBucket, to object: JSONObject?,
        because refusal: LobbyRefusal, at now: Instant
    ) {
        if let challenge, challenge.key == key {
            // We came too late, and shall soon hear why.
            fail(challenge, at: now)
        } else if bucket == .player, object == nil, player?.user != nil {
            // The server does not know yet whose the connection is. It will be said again.
            player?.user = nil
            isEntered = false
        } else if bucket == .player, takeNumber(after: refusal, object) {
            return
        } else if bucket == .player {
            revertPlayer(to: object, because: refusal, at: now)
        } else if bucket == .watcher {
            ownWatcher.match = object.flatMap { try? Watcher($0) }?.match
            ownWatcher.isRefused = true
            // Among many nobody misses one; the match is to be seen all the same.
            let isCrowded = watching.match.map {
                lobbyState.watchers.count(watching: $0) >= Watcher.mostSingle
            }
            if isCrowded != true || refusal != .notLegal { tell(.notTaken(bucket, refusal)) }
        } else if match?.key == key, let object {
            let wasTimeout = match?.isOutOfTime == true
            match?.restore(object, at: now)
            guard wasTimeout else { return tell(.notTaken(bucket, refusal)) }
            match?.holdTimeout(until: now + Self.pauseAfterTimeout)
        } else if !discarded.contains(key) {
            tell(.notTaken(bucket, refusal))
        }
    }

    /// A question may be over when the hub refuses it. Then nobody has to be told, and what has
    /// been wanted since, which was lost along with it, is said again.
    private mutating func revertPlayer(
        to object: JSONObject?, because refusal: LobbyRefusal, at now: Instant
    ) {
        let (wanted, wasOver) = (player, invitations.mayYetBeRefused)
        invitations.mayYetBeRefused = false
        player = object.flatMap { try? Player($0) }
        isEntered = player != nil
        // Or it would be said, and refused, again and again.
        if wanted?.rules != player?.rules { hasOtherRules = true }
        if let asking = invitations.asking, player?.asks != asking.ask {
            endAsking(.refused, at: now)
        } else if wasOver, isEntered, let wanted {
            changePlayer { $0 = wanted }
        } else {
            tell(.notTaken(.player, refusal))
        }
    }

    /// Writes what was done in the match in play, and shows it in the lobby's state, too.
    mutating func apply(_ step: MatchInPlay.Step, at now: Instant) {
        guard let edit = step.edit, let match, let sheet = match.sheet else { return }
        lobbyState.matches[match.key]?.show(sheet, at: now)
        write(edit)
        for notice in step.notices { tell(notice) }
    }

    /// How long a program waits that was too early to say that a time had run out.
    private static let pauseAfterTimeout = Duration.seconds(5)

    /// Tells how little time is left, and says that it has run out.
    private mutating func followClock(at now: Instant) {
        if let seconds = match?.takeWarning(at: now) { tell(.timeLeft(seconds)) }
        guard let due = timeoutDue, due <= now, let step = match?.runOut(at: now) else { return }
        apply(step, at: now)
    }

    /// Without a line nobody can say so.
    var timeoutDue: Instant? {
        guard lobbyState.isComplete, let online = lobbyState.onlineSince else { return nil }
        return match?.timeoutDue(onlineSince: online)
    }

    /// Keeps the match in play going: the next round, the opponent's absence, the time to answer.
    mutating func followMatch(at now: Instant) {
        guard let match else { return }
        if let step = self.match?.lowerDeclinedOffer(at: now) { apply(step, at: now) }
        if let step = self.match?.goOn(at: now) { apply(step, at: now) }
        if match.limit != nil { followClock(at: now) }
        let absence = lobbyState.roster.absence(of: match.opponent)
        if absence != match.absence {
            self.match?.absence = absence
            tell(absence.map { .opponentAway($0) } ?? .opponentBack)
        }
        guard let due = self.match?.answerDue, due <= now else { return }
        setMode(.open)
        leaveMatch(.noAnswer)
    }
}
