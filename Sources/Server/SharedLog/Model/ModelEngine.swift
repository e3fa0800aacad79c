package import SimperiumClock
import SimperiumWire

/// An engine that is a plain value: to its nodes it is as the scripts are to them.
///
/// Simulations play on it, and one table of tests holds it and a real Redis to the same answers.
package struct ModelEngine: Sendable {
    private var nodes = ModelNodes()
    private var logs: [SharedLogID: ModelLog] = [:]
    private var directory = ModelDirectory()
    private var feeds: [FeedID: ModelFeed] = [:]

    package init() {}

    /// Does a deed, and says what is told to all who follow its log.
    package mutating func perform(
        _ deed: EngineDeed, at now: Stamp
    ) -> (answer: EngineAnswer, told: [EngineMessage]) {
        switch deed {
        case .node(let deed): return (nodes.perform(deed, at: now), [])
        case .log(let deed, let id):
            let answer = logs[id, default: ModelLog()].perform(deed, at: now)
            return (answer, logs[id]?.takeMessages() ?? [])
        case .lease(let deed, let id):
            let answer = logs[id, default: ModelLog()].perform(deed, at: now)
            return (answer, logs[id]?.takeMessages() ?? [])
        case .read(let query, let id):
            let log = logs[id] ?? ModelLog()
            return (.fact(log.answer(query), at: log.head), [])
        case .directory(let deed, let node):
            return (.directory(directory.perform(deed, by: node, at: now)), [])
        case .feed(let deed, let id):
            return (.feed(feeds[id, default: ModelFeed()].perform(deed)), [])
        }
    }

    /// It ends and begins anew, as another process that has everything.
    package mutating func restart() { nodes.restart() }

    /// One log is as another engine has it, as when that shard of a cluster fails over to a replica
    /// that lags.
    package mutating func take(_ log: SharedLogID, of other: ModelEngine) {
        logs[log] = other.logs[log]
    }

    /// All nodes write a newer format by now, and older ones can't read it.
    package mutating func raise(to format: Int, least: Int) {
        nodes.raise(to: format, least: least)
    }

    /// It has forgotten everything, in the same process.
    package mutating func forget() {
        nodes.forget()
        logs = [:]
        directory = ModelDirectory()
        feeds = [:]
    }
}

/// Who lives.
struct ModelNodes: Sendable {
    /// Of the process that it is, and of the one that was greeted last.
    private var run = 1
    private var greeted: Int?
    private var epoch: UInt32 = 0
    private var last: UInt32 = 0
    private var quiet = Stamp(milliseconds: 0)
    private var living: [Incarnation: Stamp] = [:]
    private var dead: Set<Incarnation> = []
    private var logs: [Incarnation: Set<SharedLogID>] = [:]
    /// Nil before the first word.
    private var format: Int?
    private var least = 0

    mutating func restart() { run += 1 }

    mutating func raise(to format: Int, least: Int) { (self.format, self.least) = (format, least) }

    mutating func forget() {
        let process = run
        self = ModelNodes()
        run = process
    }

    mutating func perform(_ deed: NodeDeed, at now: Stamp) -> EngineAnswer {
        switch deed {
        case .hello(let seen, let life, let terms):
            if least > terms.format { return .newerFormat(least) }
            if let format, format < terms.format - 1 { return .olderFormat(format) }
            if least < terms.format { (format, least) = (terms.format, terms.format) }
            return greet(seen, life, at: now)
        case .begin(let seen, let life):
            let incarnation = Incarnation(rawValue: number(above: seen, at: now))
            living[incarnation] = now + life
            return .incarnation(incarnation)
        case .renew(let incarnation, let life, let format):
            return least > format ? .newerFormat(least) : renew(incarnation, life, at: now)
        case .retire(let incarnation):
            guard living.removeValue(forKey: incarnation) != nil else { return .dead }
            dead.insert(incarnation)
            return .done
        case .note(let log, let incarnation):
            guard living[incarnation] != nil else { return .dead }
            logs[incarnation, default: []].insert(log)
            return .done
        case .buried(let log, let incarnation):
            guard dead.contains(incarnation) else { return .done }
            if let log { logs[incarnation]?.remove(log) }
            if logs[incarnation]?.isEmpty ?? true {
                logs[incarnation] = nil
                dead.remove(incarnation)
            }
            return .done
        case .logs(let incarnation):
            return .logs((logs[incarnation] ?? []).sorted(by: SharedLogID.precedes))
        }
    }

    private mutating func number(above seen: UInt32, at now: Stamp) -> UInt32 {
        last = max(last + 1, UInt32(clamping: now.milliseconds / 1_000), seen + 1)
        return last
    }

    private mutating func greet(
        _ seen: UInt32, _ life: Duration, at now: Stamp
    ) -> EngineAnswer {
        if greeted == run, last >= seen { return .life(epoch: epoch, hasBegun: false, now: now) }
        epoch = number(above: seen, at: now)
        greeted = run
        quiet = now + life
        for incarnation in living.keys { living[incarnation] = now + life }
        return .life(epoch: epoch, hasBegun: true, now: now)
    }

    private mutating func renew(
        _ incarnation: Incarnation, _ life: Duration, at now: Stamp
    ) -> EngineAnswer {
        guard let mine = living[incarnation] else { return .dead }
        living[incarnation] = now + life
        if mine < now {
            quiet = now + life
        } else if quiet <= now {
            for late in living.filter({ $0.value < now }).keys {
                living[late] = nil
                dead.insert(late)
            }
        }
        return .alive(epoch: epoch, dead: dead.sorted(), now: now)
    }
}
