package import RedisWire
package import SimperiumClock

/// What came of a deed.
package enum EngineOutcome: Hashable, Sendable {
    case answered(EngineAnswer)
    /// Nothing was done; perhaps it will be, if it is asked again (`RedisError.isPassing`).
    case refused(RedisError)
    /// The line broke before the answer: it was done, or it was not.
    case lost
    /// It was never said.
    case unsent
    /// What is kept there is not of our making.
    case unreadable
}

/// A node's way to the engine: deeds and answers, on two connections to each server, or three.
///
/// On the first one is what has to be prompt, and what is told of logs. Long answers have the
/// other, because Redis cuts off a subscriber that does not take what it is sent. On the third one
/// it is asked how many replicas have what was said, for it answers nothing else meanwhile.
package struct EngineLink: Sendable {
    package enum Kind: Hashable, Sendable { case prompt, bulk, replicas }

    package struct Line: Hashable, Sendable {
        package let kind: Kind
        package let id: RedisClient.RedisConnectionID

        package init(_ kind: Kind, _ id: RedisClient.RedisConnectionID) {
            self.kind = kind
            self.id = id
        }
    }

    package enum Event: Hashable, Sendable {
        case begin
        case end
        case opened(Line)
        case received(Line, [UInt8])
        case ended(Line)
        case ask(EngineDeed, QuestionID)
        case account(AccountDeed, QuestionID)
        case copy(CopyDeed, QuestionID)
        case operate(OperatorDeed, QuestionID)
        /// Hears what is told of a log. It is settled once that is so.
        case follow(SharedLogID, QuestionID)
        case unfollow(SharedLogID)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case dial(Line, RedisAddress)
        case send(Line, [UInt8])
        case hangUp(Line)
        /// The engine may be asked, and knows of nothing that was followed before.
        case ready
        case broken(RedisConnection.Fault?)
        /// One more address where it could not be asked, and what we have against who answered.
        case unreachable(RedisAddress, RedisConnection.Fault?)
        case settled(QuestionID, EngineOutcome)
        /// Whether it answers so late that clients are better held up for now.
        case lags(Bool)
        /// Nil if nobody knows what it says: what was missed is to be read.
        case told(SharedLogID, [EngineMessage]?)
    }

    /// Long answers that are owed at once.
    private static let mostBulk = 32
    /// Between an end of the long answers' connection and the next beginning.
    private static let rest = Duration.milliseconds(100)
    /// An answer that is older is late.
    private static let promptness = Duration.milliseconds(200)
    /// So long replicas may take to have something, before all begins anew; and for so long one
    /// question waits for them.
    private static let patience = Duration.seconds(6)
    private static let questionPatience = Duration.seconds(1)

    private let keys: EngineKeys
    private var prompt: RedisClient
    private var bulk: RedisClient
    /// Nil where no replica is waited for.
    private var witness: RedisClient?
    private var gate: ReplicaGate
    private var isReady = false
    /// Since when it can't be asked any more.
    private var brokenSince: Instant?
    private var lags = false
    /// Where the engine is that may be asked, or was last.
    package private(set) var address: RedisAddress?
    /// When all begins anew.
    private var restart: Instant?
    private var asked: [QuestionID: AskedDeed] = [:]
    /// By their channels.
    private var followed: [[UInt8]: SharedLogID] = [:]
    /// Ours, which nobody waits for; others count from zero.
    private var ownQuestions = UInt64.max / 2
    private var effects: [Effect] = []

    package init(
        to addresses: [RedisAddress], as credentials: RedisCredentials? = nil,
        _ limits: RedisConnection.Limits = RedisConnection.Limits(),
        keys: EngineKeys = EngineKeys(), awaiting replicas: Int = 0
    ) {
        self.keys = keys
        prompt = RedisClient(to: addresses, as: credentials, limits)
        var few = limits
        few.unanswered = min(few.unanswered, Self.mostBulk)
        bulk = RedisClient(to: addresses, as: credentials, few)
        gate = ReplicaGate(replicas)
        if replicas > 0 { witness = RedisClient(to: addresses, as: credentials, limits) }
    }

    package var nextDeadline: Instant? {
        let lag = lags ? nil : waitingSince.map { $0 + Self.promptness }
        let clients = sooner(
            witness?.nextDeadline, sooner(prompt.nextDeadline, bulk.nextDeadline))
        return sooner(sooner(lag, gate.since.map { $0 + Self.patience }), sooner(restart, clients))
    }

    /// Since when something has been waited for.
    private var waitingSince: Instant? {
        let asked = sooner(prompt.oldestQuestion, bulk.oldestQuestion)
        return sooner(sooner(brokenSince, gate.since), asked)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin: route(.begin, to: .prompt, at: now)
        case .end:
            (isReady, restart, brokenSince) = (false, nil, nil)
            followed = [:]
            for kind in Self.kinds { route(.end, to: kind, at: now) }
            effects += gate.drop()
        case .opened(let line): route(.opened(line.id), to: line.kind, at: now)
        case .received(let line, let bytes):
            route(.received(line.id, bytes), to: line.kind, at: now)
        case .ended(let line): route(.ended(line.id), to: line.kind, at: now)
        case .ask(let deed, let id): ask(.engine(deed), id, at: now)
        case .account(let deed, let id): ask(.account(deed), id, at: now)
        case .copy(let deed, let id): ask(.copy(deed), id, at: now)
        case .operate(let deed, let id): ask(.operation(deed), id, at: now)
        case .follow(let log, let id):
            let channel = keys.log(log)
            followed[channel] = log
            route(.ask(.subscribe(channel), id), to: .prompt, at: now)
        case .unfollow(let log):
            let channel = keys.log(log)
            guard followed.removeValue(forKey: channel) != nil else { break }
            route(.ask(.unsubscribe(channel), nextOwn()), to: .prompt, at: now)
        case .wake: wake(at: now)
        }
        noteLag(at: now)
        return exchange(&effects, with: [])
    }

    private mutating func ask(_ deed: AskedDeed, _ id: QuestionID, at now: Instant) {
        asked[id] = deed
        route(.ask(deed.question(keys), id), to: deed.kind, at: now)
    }

    private mutating func noteLag(at now: Instant) {
        let isLate = waitingSince.map { $0 + Self.promptness <= now } ?? false
        guard isLate != lags else { return }
        lags = isLate
        effects.append(.lags(isLate))
    }

    private mutating func wake(at now: Instant) {
        if let time = restart, time <= now {
            restart = nil
            route(.begin, to: .prompt, at: now)
        }
        for kind in Self.kinds { route(.wake, to: kind, at: now) }
        if let since = gate.since, since + Self.patience <= now { beginAnew(nil, at: now) }
    }

    private static let kinds = [Kind.prompt, .bulk, .replicas]

    private mutating func nextOwn() -> QuestionID {
        ownQuestions += 1
        return QuestionID(rawValue: ownQuestions)
    }
}

extension EngineLink {
    private mutating func route(_ event: RedisClient.Event, to kind: Kind, at now: Instant) {
        let effects =
            switch kind {
            case .prompt: prompt.handle(event, at: now)
            case .bulk: bulk.handle(event, at: now)
            case .replicas: witness?.handle(event, at: now) ?? []
            }
        for effect in effects { apply(effect, of: kind, at: now) }
    }

    private mutating func apply(
        _ effect: RedisClient.Effect, of kind: Kind, at now: Instant
    ) {
        switch effect {
        case .dial(let id, let address): effects.append(.dial(Line(kind, id), address))
        case .send(let id, let bytes): effects.append(.send(Line(kind, id), bytes))
        case .hangUp(let id): effects.append(.hangUp(Line(kind, id)))
        case .ready(let address):
            if case .prompt = kind { self.address = address }
            greeted(kind, at: now)
        case .broken(let address, let fault): broke(kind, at: address, because: fault, now)
        case .settled(let id, let outcome): settle(id, outcome, at: now)
        case .pushed(let push): hear(push, at: now)
        }
    }

    private mutating func greeted(_ kind: Kind, at now: Instant) {
        if case .prompt = kind {
            if let witness, !witness.isReady { route(.begin, to: .replicas, at: now) }
            if !bulk.isReady { route(.begin, to: .bulk, at: now) }
        }
        guard prompt.isReady, bulk.isReady, witness?.isReady != false, !isReady else { return }
        (isReady, brokenSince) = (true, nil)
        effects.append(.ready)
    }

    /// Whatever breaks, all begins anew: the rest may still be with a server that was put down.
    private mutating func broke(
        _ kind: Kind, at address: RedisAddress, because fault: RedisConnection.Fault?,
        _ now: Instant
    ) {
        if case .prompt = kind {
            route(.end, to: .bulk, at: now)
            route(.end, to: .replicas, at: now)
        }
        guard isReady else {
            // All lines look for it from the first address on; where it is not, one tells.
            if kind == .prompt || address == self.address {
                effects.append(.unreachable(address, fault))
            }
            return
        }
        if case .prompt = kind { return noteBroken(fault, at: now) }
        beginAnew(fault, at: now)
    }

    private mutating func noteBroken(_ fault: RedisConnection.Fault?, at now: Instant) {
        (isReady, brokenSince) = (false, now)
        followed = [:]
        effects += gate.drop()
        effects.append(.broken(fault))
    }

    private mutating func beginAnew(_ fault: RedisConnection.Fault?, at now: Instant) {
        noteBroken(fault, at: now)
        for kind in Self.kinds { route(.end, to: kind, at: now) }
        restart = now + Self.rest
    }

    private mutating func settle(_ id: QuestionID, _ outcome: RedisOutcome, at now: Instant) {
        guard id != gate.question else { return confirm(outcome, at: now) }
        let deed = asked.removeValue(forKey: id)
        guard id.rawValue <= UInt64.max / 2 else { return }
        let result: EngineOutcome =
            switch outcome {
            // A subscription has no answer but that it is there.
            case .answered(let value):
                (deed.map { $0.answer(value, keys) } ?? .done).map { .answered($0) } ?? .unreadable
            case .refused(let error): .refused(error)
            case .lost: .lost
            case .unsent: .unsent
            }
        tell(.settled(id, result), isFact: deed?.tellsOfWhatIsKept == true, now)
    }

    /// Tells something, but nothing of what is kept before the replicas have it.
    private mutating func tell(_ effect: Effect, isFact: Bool, _ now: Instant) {
        guard isFact, witness != nil else { return effects.append(effect) }
        if gate.hold(effect, at: now) { askReplicas(at: now) }
    }

    /// Redis waits for what was done up to the connection's last word, whichever that was.
    private mutating func askReplicas(at now: Instant) {
        route(.ask(.command(RedisCommand("PING"), key: nil), nextOwn()), to: .replicas, at: now)
        var wait = RedisCommand("WAIT")
        wait.append(gate.replicas)
        wait.append(Int(Self.questionPatience.wholeMilliseconds))
        let id = nextOwn()
        gate.question = id
        route(.ask(.command(wait, key: nil), id), to: .replicas, at: now)
    }

    private mutating func confirm(_ outcome: RedisOutcome, at now: Instant) {
        guard case .answered(let value) = outcome, let count = value.number else { return }
        let (told, asks) = gate.confirm(Int(count), at: now)
        effects += told
        if asks { askReplicas(at: now) }
    }

    private mutating func hear(_ push: [RedisValue], at now: Instant) {
        guard push.count > 1, let channel = push[1].bytes, let log = followed[channel] else {
            return
        }
        switch push[0].string {
        case "smessage":
            let messages = push.count > 2 ? push[2].bytes.flatMap(EngineMessage.all) : nil
            tell(.told(log, messages), isFact: true, now)
        case "sunsubscribe":
            // Its slot has moved. The server that it was at says where to, and what was told
            // meanwhile is to be read.
            route(.ask(.subscribe(channel), nextOwn()), to: .prompt, at: now)
            effects.append(.told(log, nil))
        default: break
        }
    }
}
