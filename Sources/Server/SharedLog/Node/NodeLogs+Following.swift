import RedisWire
import SimperiumClock
import SimperiumWire

/// How a log is opened, and what comes of following it.
extension NodeLogs {
    /// Follows a log of which the hub holds something, or only wants to know something.
    mutating func begin(_ log: SharedLogID, forHub isForHub: Bool) {
        logs[log] = FollowedLog(LogFollower(log, as: incarnation), keeping: limits)
        logs[log]?.isLeft = !isForHub
        open(log)
    }

    /// Notes the log, so that whoever buries the node finds it; then hears what is told of it; and
    /// then opens it, so that nothing is missed in between.
    mutating func open(_ log: SharedLogID) {
        logs[log]?.stage = .opening
        ask(.node(.note(log, incarnation)), for: .note(log))
    }

    mutating func settle(_ number: UInt64, _ outcome: EngineOutcome, at now: Instant) {
        guard let purpose = purposes.removeValue(forKey: number) else { return }
        switch purpose {
        case .note(let log): settleOpening(log, outcome, at: now)
        case .follow(let log): settleOpening(log, outcome, at: now)
        case .open(let log): settleOpening(log, outcome, at: now)
        case .catchUp(let log): follow(log, .missed(outcome), at: now)
        case .write(let log): follow(log, .appended(outcome), at: now)
        case .read(let log, let asker, let query):
            settle(query, of: asker, in: log, outcome, at: now)
        case .compare(let log):
            guard case .answered(.fact(_, let head)) = outcome else { return }
            follow(log, .seen(head), at: now)
        case .tend(let log): tend(log, .answered(outcome))
        case .view(let log):
            switch outcome {
            case .answered(.dead), .answered(.fenced): return effects.append(.dead)
            default: watch(log, .stated(outcome))
            }
        case .readViewers(let log): watch(log, .read(outcome))
        }
        guard case .answered(.done) = outcome else { return }
        switch purpose {
        case .note(let log): effects.append(.follow(nextNumber(for: .follow(log)), log))
        case .follow(let log):
            let deed = LogDeed.open(incarnation, epoch: epoch, grace: grace)
            ask(.log(deed, log), for: .open(log))
        case .open, .catchUp, .write, .read, .compare, .tend, .view, .readViewers: break
        }
    }

    private mutating func settleOpening(
        _ log: SharedLogID, _ outcome: EngineOutcome, at now: Instant
    ) {
        switch outcome {
        case .answered(.done): break
        case .answered(.opened(let state)): opened(log, state, at: now)
        case .answered(.dead), .answered(.fenced): effects.append(.dead)
        case .answered(.gone): refuse(log, isGone: true)
        case .answered, .unreadable: refuse(log)
        case .refused(let error) where error.isPassing: putOff(log, at: now)
        case .refused: refuse(log)
        // The line is gone, and `resumed` comes.
        case .lost, .unsent: logs[log]?.stage = .apart
        }
    }

    private mutating func opened(_ log: SharedLogID, _ state: EngineLog, at now: Instant) {
        guard let known = logs[log]?.told ?? state.head as Ordinal? else { return }
        logs[log]?.stage = .open
        effects.append(.followed(log, at: known, epoch: max(state.epoch, known.epoch)))
        follow(log, .opened(state), at: now)
        goOn(with: log, at: now)
        tend(log, .opened(state))
        watch(log, .opened)
    }

    /// Has the log kept small, one step after the other, whatever else goes on in it.
    private mutating func tend(_ log: SharedLogID, _ event: LogTending.Event) {
        guard let deed = logs[log]?.tending.handle(event) else { return }
        ask(deed, for: .tend(log))
    }

    /// Nobody can do anything with the log. That of a user who is no more is read as an empty one.
    private mutating func refuse(_ log: SharedLogID, isGone: Bool = false) {
        guard let followed = logs.removeValue(forKey: log) else { return }
        effects.append(.unfollow(log))
        for answer in followed.held { effects.append(.answer(answer.asker, answer.answer)) }
        let writings = [followed.writing, followed.next].compactMap(\.self).filter { !$0.isTold }
        let unsaid = writings.map { (asker: $0.asker, query: StoreQuery.append($0.batch)) }
        for (asker, query) in unsaid + followed.unread.map({ ($0.asker, $0.query) }) {
            answer(query, of: asker, with: isGone ? query.answerOfClosedLog : nil)
        }
        setAlarm(of: log)
    }

    mutating func putOff(_ log: SharedLogID, at now: Instant) {
        logs[log]?.restEnd = now + Self.rest
        setAlarm(of: log)
    }

    /// Opens what could not be opened, or reads what could not be read.
    mutating func goOn(with log: SharedLogID, at now: Instant) {
        guard logs[log]?.restEnd == nil, let followed = logs[log] else { return }
        switch followed.stage {
        case .apart: break
        case .opening: open(log)
        case .open:
            logs[log]?.unread = []
            for waiting in followed.unread { ask(waiting, in: log) }
        }
    }

    mutating func follow(_ log: SharedLogID, _ event: LogFollower.Event, at now: Instant) {
        guard let effects = logs[log]?.follower.handle(event, at: now) else { return }
        for effect in effects { apply(effect, to: log, at: now) }
        deliver(log, at: now)
        setAlarm(of: log)
    }

    private mutating func apply(
        _ effect: LogFollower.Effect, to log: SharedLogID, at now: Instant
    ) {
        switch effect {
        case .read(let deed): ask(deed, for: .catchUp(log))
        case .append(let deed): ask(deed, for: .write(log))
        case .fold(let entry):
            fold(entry, in: log)
            handOut(log, upTo: entry.place)
        case .done:
            let written = logs[log]?.writing?.batch
            logs[log]?.endWriting()
            if let written { note(written, in: log) }
        case .workAgain: overtake(log)
        case .held: endWriting(log) { .answer($0.asker, .held) }
        case .full:
            endWriting(log) { .answer($0.asker, .full) }
            noteFull(at: now)
        case .refused(.gone): endWriting(log) { .answer($0.asker, .gone) }
        case .refused(.damaged): endWriting(log) { .unanswered($0.asker, .append($0.batch)) }
        case .reopen: open(log)
        case .reset:
            overtake(log)
            effects.append(.reset(log))
            let held = logs[log]?.held ?? []
            logs[log]?.held = []
            // The hub has dropped its questions; others may have some.
            for answer in held { effects.append(.answer(answer.asker, answer.answer)) }
            open(log)
        case .dead: effects.append(.dead)
        }
    }

    private mutating func note(_ written: LogBatch, in log: SharedLogID) {
        tend(log, .wrote(written))
        if fed.contains(log.app) { effects.append(.grown(written.bucket)) }
    }

    /// Has it said that there is no room, but not too often.
    mutating func noteFull(at now: Instant) {
        if let next = nextFullNote, now < next { return }
        nextFullNote = now + .seconds(60)
        effects.append(.full)
    }

    private mutating func overtake(_ log: SharedLogID) {
        endWriting(log) { .answer($0.asker, .overtaken) }
    }

    private mutating func endWriting(
        _ log: SharedLogID, _ outcome: (FollowedLog<Asker>.Writing) -> Effect
    ) {
        guard let writing = logs[log]?.writing else { return }
        logs[log]?.endWriting()
        if !writing.isTold { effects.append(outcome(writing)) }
    }

    /// Tells what is new, and of the hub's own that it is there.
    private mutating func fold(_ entry: EngineEntry, in log: SharedLogID) {
        guard let writing = logs[log]?.writing, writing.isAsked else {
            return effects.append(.foreign(log, ForeignEntry(entry, to: incarnation)))
        }
        if writing.isTold, entry.place <= writing.batch.end { return }
        if entry.place == writing.batch.place, writing.batch.begins(with: entry.act) {
            logs[log]?.writing?.isTold = true
            return effects.append(.answer(writing.asker, .appended(entry.stamp)))
        }
        effects.append(.foreign(log, ForeignEntry(entry, to: incarnation)))
    }
}
