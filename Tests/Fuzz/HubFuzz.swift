import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// Runs a hub with random messages and requests, with or without a guard. Meanwhile connections
/// break, time passes, the store is slow and the process is killed.
///
/// Zero bytes separate the steps. The first byte of each is its kind.
func fuzzHub(_ bytes: [UInt8]) {
    var life = HubLife(isGuarded: (bytes.first ?? 0) & 1 == 1)
    for step in bytes.split(separator: 0).prefix(300) { life.perform(step) }
    life.finish()
    life.check()
}

/// A guard of one bucket that forbids one key.
private struct FuzzGuard: ChangeValidator, ChangeValidatorProvider {
    var buckets: [BucketName] { [HubLife.bucket.name] }

    func changeValidator(for log: UserLogID) -> (any ChangeValidator)? {
        log == HubLife.bucket.log ? self : nil
    }

    let rules: Int? = 1

    mutating func observe(_ observation: GuardedBucketEvent, in bucket: BucketName, at now: Instant)
    {}

    func validate(_ proposal: ProposedChange, at now: Instant) -> ValidationResult {
        proposal.key.text == "d" ? .notYours(reason: "no") : .allowed
    }

    func sessionOutcome(
        of clientID: ClientID, reason: SessionEndReason, at stamp: ServerTime
    ) -> JSONObject? { nil }
}

private struct HubLife {
    static let bucket = BucketID(
        app: .trappingIfInvalid("x"), user: .trappingIfInvalid("u"), name: .trappingIfInvalid("b"))
    static let root = Identity(
        user: bucket.user, name: .trappingIfInvalid("a@b.c"), rights: .administrator)

    private var hub: Hub
    private var store = MemoryStore(MinimumStoredHistory(logLength: 20, removals: 5))
    private let validators: any ChangeValidatorProvider
    private var now = Instant.start
    private var connections: [ConnectionID] = []
    private var lastName: UInt64 = 0
    private var lastOrdinal = SequenceNumber.zero
    private var isStoreSlow = false
    /// Events that are delivered later, because the store is slow.
    private var late: [Hub.Event] = []
    private var open: Set<RequestID> = []
    private var outcome: CallerRequestOutcome?

    init(isGuarded: Bool) {
        validators = isGuarded ? FuzzGuard() : NoValidators()
        hub = Hub(epoch: store.beginEpoch(), limits: .tight, validators: validators)
        start()
        for _ in 0..<2 { connect() }
    }

    mutating func perform(_ step: ArraySlice<UInt8>) {
        guard let first = step.first else { return }
        let rest = [UInt8](step.dropFirst())
        let number = Int(rest.first ?? 0)
        switch first & 15 {
        case 0...5: say(rest, by: Int(first >> 4))
        case 6...8: say(FuzzFrames.client(number), by: Int(first >> 4))
        case 9: connect()
        case 10: close(Int(first >> 4), [.goodbye, .broken, .paused, .gone][number & 3])
        case 11: wait(.milliseconds(number * 200))
        case 12: restart()
        case 13: ask(number)
        case 14: isStoreSlow.toggle()
        default: catchUpOnAnswers()
        }
    }

    mutating func finish() {
        isStoreSlow = false
        catchUpOnAnswers()
        wait(.seconds(100))
    }
}

extension HubLife {
    private mutating func start() {
        handle(.started)
    }

    private mutating func restart() {
        hub = Hub(epoch: store.beginEpoch(), limits: .tight, validators: validators)
        (connections, late, open) = ([], [], [])
        start()
        connect()
    }

    private mutating func connect() {
        lastName += 1
        let id = ConnectionID(rawValue: lastName)
        connections.append(id)
        handle(.opened(id, app: nil))
        for channel in 0...1 { handle(.received(FuzzFrames.initialize(channel), from: id)) }
    }

    private mutating func say(_ frame: [UInt8], by number: Int) {
        guard !connections.isEmpty else { return }
        handle(.received(frame, from: connections[number % connections.count]))
    }

    private mutating func close(_ number: Int, _ end: ConnectionEnd) {
        guard !connections.isEmpty else { return }
        handle(.closed(connections.remove(at: number % connections.count), end))
    }

    private mutating func wait(_ span: Duration) {
        let end = now + span
        while let deadline = hub.nextDeadline, deadline <= end {
            now = max(now, deadline)
            handle(.wake)
        }
        now = end
    }

    private mutating func ask(_ number: Int) {
        lastName += 1
        let request = RequestID(rawValue: lastName)
        open.insert(request)
        let caller = Caller(identity: Self.root, clientID: .trappingIfInvalid("http"))
        let isOfOptions = number & 32 != 0
        let bucket = isOfOptions ? BucketID.optionsBucket(of: Self.bucket.app) : Self.bucket
        handle(.requested(request, FuzzFrames.request(number), of: bucket, by: caller))
        if number & 64 != 0 {
            open.remove(request)
            handle(.cancelled(request, of: bucket))
        }
    }

    private mutating func catchUpOnAnswers() {
        let events = late
        late = []
        for event in events { handle(event) }
    }

    private mutating func handle(_ event: Hub.Event) {
        var events = [event]
        while !events.isEmpty {
            for effect in hub.handle(events.removeFirst(), at: now) {
                guard let next = perform(effect) else { continue }
                if isStoreSlow { late.append(next) } else { events.append(next) }
            }
        }
    }

    /// Returns the event that follows an effect. No message may be for a closed connection.
    private mutating func perform(_ effect: Hub.Effect) -> Hub.Event? {
        switch effect {
        case .send(_, let id): precondition(connections.contains(id))
        case .broadcast(_, let ids): precondition(ids.allSatisfy(connections.contains))
        case .close(let id, _): connections.removeAll { $0 == id }
        case .authorize(let question, let request):
            // A few buckets are another server's.
            if request.bucket.text.utf8.count % 7 == 6 {
                return .authorized(question, .elsewhere(Self.root))
            }
            let secret = request.needsSecret ? ResumeSecret("s\(question.rawValue)") : nil
            return .authorized(question, request.granted(to: Self.root, fresh: secret))
        case .read(let question, let query): return .read(question, store.answer(query))
        case .compute(let question, _): return .computed(question, .nothingYet)
        case .write(let write): keep(write)
        case .answer(let request, let outcome):
            open.remove(request)
            self.outcome = outcome
        case .inquire(let id, _, _), .pass(_, let id): precondition(connections.contains(id))
        case .joined, .ended, .note: break
        }
        return nil
    }

    private mutating func keep(_ write: StoreWrite) {
        if case .append(let change, _, _, _, _) = write {
            precondition(change.ordinal > lastOrdinal, "no change version is used twice")
            lastOrdinal = change.ordinal
        }
        guard (try? store.write(write)) != nil else {
            preconditionFailure("one hub knows what it has written")
        }
    }
}

extension HubLife {
    /// Expects that all changes from the beginning, applied in order, give the objects in the
    /// index.
    mutating func check() {
        guard let index = ask(.index(IndexRequest(hasObjects: true, limit: 1_000))),
            case .index(let json) = index,
            let told = ask(.changes(after: .start, waits: false)),
            case .changes(let changes?) = told
        else { return }
        var objects: [ObjectKey: JSONObject] = [:]
        for entry in FuzzFrames.entries(changes) {
            guard case .accepted(let change) = entry else { preconditionFailure("all were") }
            switch change.effect {
            case .modified(let diff, _, _):
                objects[change.key] = try? diff.applied(to: objects[change.key] ?? [:])
            case .removed: objects[change.key] = nil
            case .emptied, .unreadable, .other: preconditionFailure("nobody else hears of it")
            }
        }
        let shown = FuzzFrames.page(json).map { ($0.key, $0.object ?? [:]) }
        precondition(objects == Dictionary(uniqueKeysWithValues: shown))
    }

    private mutating func ask(_ request: CallerRequest) -> CallerRequestOutcome? {
        lastName += 1
        outcome = nil
        let caller = Caller(identity: Self.root, clientID: .trappingIfInvalid("http"))
        handle(
            .requested(RequestID(rawValue: lastName), request, of: Self.bucket, by: caller))
        wait(.zero)
        return outcome
    }
}

extension HubLimits {
    /// Limits so small that all are reached.
    static var tight: HubLimits {
        var limits = HubLimits()
        limits.channelsPerConnection = 3
        limits.waiting.commands = 20
        limits.waiting.bytes = 2_000
        limits.pace.commandsPerSecond = 100
        limits.pace.commandsAtOnce = 60
        limits.pace.bytesPerCommand = 200
        limits.waiting.works = 8
        limits.memory.objects = 3
        limits.memory.bytesInAll = 6_000
        limits.history.recentChanges = 6
        limits.history.missedChanges = 30
        limits.eventBudget = 3
        return limits
    }
}
