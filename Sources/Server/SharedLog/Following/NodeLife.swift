import RedisWire
package import SimperiumClock
import SimperiumWire

/// A node's life on the engine: it begins with the first word on a line, lasts as long as it is
/// renewed, and is over for good when others, or its own clock, say so.
///
/// Everything that a node believes belongs to one incarnation. When that is dead all of it is
/// dropped, before anything else is said to anybody.
package struct NodeLife: Sendable {
    package enum Event: Hashable, Sendable {
        /// The engine may be asked.
        case ready
        case broken
        case answered(EngineOutcome)
        /// The answer to `logs` of a dead node, and to each step of its burial.
        case buried(SharedLogID, Incarnation)
        case noted([SharedLogID], of: Incarnation)
        /// A log would not be written to: it was buried there.
        case fenced
        case leave
        case wake
    }

    package enum Effect: Hashable, Sendable {
        /// To be answered by `answered`: one is on its way at most.
        case ask(NodeDeed)
        /// Lives from now on. Logs are opened in that epoch, all of them anew.
        case begun(Incarnation, epoch: UInt32)
        /// The engine is in that life, and still knows us: all logs are opened once more.
        case resumed(Incarnation, epoch: UInt32)
        /// The engine has begun a life: a torn end of its file is to be written anew, lest it come
        /// back.
        case rewriteFile
        /// What the engine's clock says.
        case clock(Stamp)
        /// To be answered by `noted`, and then by `buried` for each log.
        case findLogs(of: Incarnation)
        case bury(Incarnation, in: SharedLogID)
        /// It had no log, so nothing is left to be done.
        case forget(Incarnation)
        /// All clients are hung up on, and all that was believed is dropped.
        case die
        /// The engine was not heard of for so long that clients are better off elsewhere. The
        /// incarnation may still live.
        case isolated
        case refused(Refusal)
    }

    package enum Refusal: Hashable, Sendable {
        /// The engine was made by a newer version.
        case newerFormat(Int)
        case olderFormat(Int)
        /// Somebody else has keys there, like this one.
        case foreign(String)
        /// The engine is set to lose something: by this setting.
        case unfit(String)
        /// A copy of it is being made, or it is to be a copy and is not whole.
        case copying(isWhole: Bool)
        case damaged
    }

    package struct Pace: Hashable, Sendable {
        package var life = Duration.seconds(6)
        package var renewal = Duration.seconds(2)
        /// After an answer that nothing was done.
        package var rest = Duration.milliseconds(100)

        package init() {}
    }

    private enum Stage: Hashable {
        case apart
        case greeting
        case beginning
        case living
        case leaving
        case gone
    }

    private let pace: Pace
    private let terms: NodeTerms
    private var stage = Stage.apart
    package private(set) var incarnation: Incarnation?
    private var epoch: UInt32 = 0
    /// The highest number that was ever heard of.
    private var seen: UInt32 = 0
    /// When the renewal was asked for that was answered last: the life lasts from there.
    package private(set) var renewed: Instant?
    private var asked: Instant?
    private var nextRenewal: Instant?
    private var isIsolated = false
    /// Answers still to come that nobody waits for.
    private var stale = 0
    /// The dead, each with the logs where that is still to be done.
    private var burying: [Incarnation: Set<SharedLogID>] = [:]
    private var effects: [Effect] = []

    package init(_ pace: Pace = Pace(), on terms: NodeTerms = NodeTerms()) {
        self.pace = pace
        self.terms = terms
    }

    package var isAlive: Bool { incarnation != nil && stage == .living }

    package var nextDeadline: Instant? {
        guard stage != .gone, stage != .leaving else { return nil }
        let end = incarnation == nil || isIsolated ? nil : renewed.map { $0 + pace.life }
        return sooner(end, asked == nil ? nextRenewal : nil)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard stage != .gone else { return [] }
        switch event {
        case .ready: greet(at: now)
        case .broken:
            (stage, asked, nextRenewal, stale) = (.apart, nil, nil, 0)
            burying = [:]
        case .answered(let outcome): receive(outcome, at: now)
        case .noted(let logs, let dead): begin(burying: dead, in: logs)
        case .buried(let log, let dead): finish(log, of: dead)
        case .fenced: if incarnation != nil { die(at: now) }
        case .leave: leave(at: now)
        case .wake: wake(at: now)
        }
        return exchange(&effects, with: [])
    }
}

extension NodeLife {
    private mutating func ask(_ deed: NodeDeed, at now: Instant) {
        asked = now
        effects.append(.ask(deed))
    }

    private mutating func greet(at now: Instant) {
        stage = .greeting
        ask(.hello(seen: seen, life: pace.life, terms), at: now)
    }

    private mutating func wake(at now: Instant) {
        if let renewed, incarnation != nil, !isIsolated, now >= renewed + pace.life {
            isIsolated = true
            effects.append(.isolated)
        }
        guard asked == nil, let time = nextRenewal, time <= now else { return }
        nextRenewal = nil
        switch stage {
        case .living: renew(at: now)
        case .greeting: greet(at: now)
        case .beginning: ask(.begin(seen: seen, life: pace.life), at: now)
        case .apart, .leaving, .gone: break
        }
    }

    private mutating func renew(at now: Instant) {
        guard let incarnation else { return }
        ask(.renew(incarnation, life: pace.life, format: terms.format), at: now)
    }

    private mutating func receive(_ outcome: EngineOutcome, at now: Instant) {
        guard stale == 0 else {
            stale -= 1
            return
        }
        guard let since = asked else { return }
        asked = nil
        switch outcome {
        case .answered(let answer): receive(answer, askedAt: since, now)
        case .refused(let error) where error.isPassing: nextRenewal = now + pace.rest
        case .refused, .unreadable: effects.append(.refused(.damaged))
        // The line is gone, and `ready` comes again.
        case .lost, .unsent: break
        }
    }

    private mutating func receive(
        _ answer: EngineAnswer, askedAt since: Instant, _ now: Instant
    ) {
        switch (stage, answer) {
        case (.greeting, .life(let epoch, let hasBegun, let time)):
            self.epoch = epoch
            seen = max(seen, epoch)
            effects.append(.clock(time))
            if hasBegun { effects.append(.rewriteFile) }
            // Whoever was cut off may still be alive: one restart would have all bury each other.
            if incarnation != nil { return renew(at: now) }
            stage = .beginning
            ask(.begin(seen: seen, life: pace.life), at: now)
        case (.beginning, .incarnation(let incarnation)):
            self.incarnation = incarnation
            seen = max(seen, incarnation.rawValue)
            live(since: since, now)
            effects.append(.begun(incarnation, epoch: epoch))
        case (.greeting, .alive), (.living, .alive): goOn(after: answer, askedAt: since, now)
        case (_, .dead): die(at: now)
        case (_, .newerFormat(let format)): refuse(.newerFormat(format))
        case (_, .olderFormat(let format)): refuse(.olderFormat(format))
        case (_, .foreign(let key)): refuse(.foreign(key))
        case (_, .unfit(let setting)): refuse(.unfit(setting))
        case (_, .copying(let isWhole)): refuse(.copying(isWhole: isWhole))
        case (.leaving, .done): stage = .gone
        default: effects.append(.refused(.damaged))
        }
    }

    /// Nothing is done there any more, also if there was a life.
    private mutating func refuse(_ refusal: Refusal) {
        stage = .gone
        effects.append(.refused(refusal))
    }

    private mutating func live(since: Instant, _ now: Instant) {
        stage = .living
        isIsolated = false
        renewed = since
        nextRenewal = max(now, since + pace.renewal)
    }

    private mutating func goOn(
        after answer: EngineAnswer, askedAt since: Instant, _ now: Instant
    ) {
        guard case .alive(let epoch, let dead, let time) = answer, let incarnation else { return }
        let isBack = stage == .greeting || isIsolated || epoch != self.epoch
        self.epoch = epoch
        seen = max(seen, epoch)
        live(since: since, now)
        effects.append(.clock(time))
        if isBack { effects.append(.resumed(incarnation, epoch: epoch)) }
        for other in dead where other != incarnation && burying[other] == nil {
            burying[other] = []
            effects.append(.findLogs(of: other))
        }
        burying = burying.filter { dead.contains($0.key) }
    }

    /// Begins a new life at once, if there is a line.
    private mutating func die(at now: Instant) {
        if incarnation != nil { effects.append(.die) }
        drop()
        let isConnected = stage != .apart
        (incarnation, renewed, nextRenewal) = (nil, nil, nil)
        isIsolated = false
        burying = [:]
        if isConnected { greet(at: now) }
    }

    /// Waits no more for what was asked.
    private mutating func drop() {
        if exchange(&asked, with: nil) != nil { stale += 1 }
    }

    private mutating func begin(burying dead: Incarnation, in logs: [SharedLogID]) {
        guard burying[dead] != nil else { return }
        guard !logs.isEmpty else { return effects.append(.forget(dead)) }
        burying[dead] = Set(logs)
        for log in logs { effects.append(.bury(dead, in: log)) }
    }

    private mutating func finish(_ log: SharedLogID, of dead: Incarnation) {
        guard burying[dead]?.remove(log) != nil else { return }
        if burying[dead]?.isEmpty == true { burying[dead] = nil }
    }

    private mutating func leave(at now: Instant) {
        guard let incarnation, stage == .living else {
            stage = .gone
            return
        }
        stage = .leaving
        drop()
        ask(.retire(incarnation), at: now)
    }
}
