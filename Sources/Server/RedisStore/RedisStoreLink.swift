package import Cluster
package import RedisWire
package import SimperiumClock
package import SimperiumWire

/// A node's use of Redis: calls of its cluster, and batches of its hub, on one connection.
///
/// It does no I/O. Batches are performed one after the other, each in one script unless it has
/// queries in between. Every script of a batch names the ownership and the number of writes since
/// its claim. So Redis refuses what an old connection still has, and what overtook a refused write.
package struct RedisStoreLink: Sendable {
    package enum Event: Sendable {
        case begin
        case end
        case opened(RedisClient.RedisConnectionID)
        case received(RedisClient.RedisConnectionID, [UInt8])
        case ended(RedisClient.RedisConnectionID)
        case call(ClusterCall, Int)
        case reserve(CopyReservation, Int)
        case operate(OperatorCall, Int)
        case copy(CopyStep, Int)
        case lead(Ownership)
        case perform(StoreBatch, Int)
        case wake
    }

    package enum Effect: Sendable {
        case dial(RedisClient.RedisConnectionID, RedisAddress)
        case send(RedisClient.RedisConnectionID, [UInt8])
        case hangUp(RedisClient.RedisConnectionID)
        case ready
        case broken(RedisConnection.Fault?)
        case unreachable(RedisAddress, RedisConnection.Fault?)
        case replied(Int, ClusterReply?)
        case reserved(Int, CopyReservation.Reply)
        case operated(Int, OperatorReply)
        case copied(Int, Result<KeptAnswer?, StorageError>)
        case performed(Int, StoreOutcome)
    }

    /// The demands on Redis.
    package struct Terms: Hashable, Sendable {
        /// True if Redis may evict data, or keep none on its disk.
        package var mayForget = false
        /// The number of replicas that must have a write before its outcome is told.
        package var replicas = 0
        /// The beginning of all keys. Only a test has another one.
        package var prefix = Self.usualPrefix

        package init() {}

        private static let usualPrefix = "s"

        /// The beginning of the keys of all formats, where no other program has keys.
        var family: String { prefix == Self.usualPrefix ? prefix : "" }

        /// The key of the shard, which begins all other keys.
        var shard: [UInt8] { Array("\(prefix)\(RedisStoreLink.format){s00}".utf8) }
    }

    /// The use of a question to Redis.
    private enum Purpose {
        case call(ClusterCall, Int)
        case reservation(Int)
        case operation(Int)
        case copy(CopyStep, Int)
        /// A step of the batch of a request.
        case step(Int, of: Int)
        case replicas(Waiting)
        case syncing
        case none
    }

    /// A result that the replicas must have before it is told.
    private struct Waiting {
        enum Result {
            case reply(ClusterReply, Int)
            case batch
        }

        let result: Result
        let since: Instant
    }

    package static let format = 2
    /// The time that one `WAIT` takes at most, and that the replicas have in all.
    private static let replicaPause = Duration.milliseconds(200)
    private static let replicaLimit = Duration.seconds(6)

    private let terms: Terms
    private let limits: StoreLimits
    private var client: RedisClient
    private var isReady = false
    private var questions: UInt64 = 0
    private var asked: [QuestionID: Purpose] = [:]
    /// The ownership that batches name; nil after a failure.
    private var ownership: Ownership?
    /// The number of scripts of writes that Redis has performed under it.
    private var writes = 0
    /// True if a copy reads data of format 1.
    private var isFormer = false
    private var batches: ArraySlice<(batch: StoreBatch, request: Int)> = []
    private var run: BatchRun?
    private var effects: [Effect] = []
    /// The server that may be asked, or was last.
    package private(set) var address: RedisAddress?
    /// True if Redis syncs each write to its disk before it answers; nil before that is known.
    package private(set) var syncsAlways: Bool?

    package init(
        to addresses: [RedisAddress], as credentials: RedisCredentials? = nil,
        _ terms: Terms = Terms(), keeping limits: StoreLimits = StoreLimits(),
        _ connection: RedisConnection.Limits = RedisConnection.Limits()
    ) {
        self.terms = terms
        self.limits = limits
        client = RedisClient(to: addresses, as: credentials, connection)
    }

    package var nextDeadline: Instant? { client.nextDeadline }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin: route(.begin, at: now)
        case .end:
            isReady = false
            route(.end, at: now)
            fail(.lost)
        case .opened(let id): route(.opened(id), at: now)
        case .received(let id, let bytes): route(.received(id, bytes), at: now)
        case .ended(let id): route(.ended(id), at: now)
        case .call(let call, let request):
            ask(
                .script(
                    ShardScript.cluster, keys: [terms.shard],
                    arguments: call.arguments(terms).all),
                for: .call(call, request), at: now)
        case .reserve(let reservation, let request):
            ask(
                .script(
                    ShardScript.cluster, keys: [terms.shard], arguments: reservation.arguments.all),
                for: .reservation(request), at: now)
        case .operate(let call, let request):
            ask(
                .script(ShardScript.operate, keys: [terms.shard], arguments: call.arguments.all),
                for: .operation(request), at: now)
        case .copy(let step, let request): perform(step, request, at: now)
        case .lead(let ownership):
            self.ownership = ownership
            writes = 0
        case .perform(let batch, let request):
            batches.append((batch, request))
            performNext(at: now)
        case .wake: route(.wake, at: now)
        }
        return exchange(&effects, with: [])
    }
}

extension RedisStoreLink {
    private mutating func ask(
        _ question: RedisQuestion, for purpose: Purpose, at now: Instant
    ) {
        questions += 1
        let id = QuestionID(rawValue: questions)
        asked[id] = purpose
        route(.ask(question, id), at: now)
    }

    private mutating func route(_ event: RedisClient.Event, at now: Instant) {
        for effect in client.handle(event, at: now) { apply(effect, at: now) }
    }

    private mutating func apply(_ effect: RedisClient.Effect, at now: Instant) {
        switch effect {
        case .dial(let id, let address): effects.append(.dial(id, address))
        case .send(let id, let bytes): effects.append(.send(id, bytes))
        case .hangUp(let id): effects.append(.hangUp(id))
        case .ready(let address):
            self.address = address
            isReady = true
            for script in ShardScript.all {
                ask(
                    .command(RedisCommand("SCRIPT", "LOAD", script.text)), for: .none,
                    at: now)
            }
            ask(
                .command(RedisCommand("CONFIG", "GET", "appendfsync")), for: .syncing,
                at: now)
            effects.append(.ready)
        case .broken(let address, let fault):
            guard isReady else { return effects.append(.unreachable(address, fault)) }
            isReady = false
            fail(.lost)
            effects.append(.broken(fault))
        case .settled(let id, let outcome): settle(id, outcome, at: now)
        }
    }

    private mutating func settle(_ id: QuestionID, _ outcome: RedisOutcome, at now: Instant) {
        switch asked.removeValue(forKey: id) {
        case .call(let call, let request): finish(call, request, outcome, at: now)
        case .step(let step, let request):
            guard run?.request == request, let verdict = run?.record(outcome, of: step) else {
                break
            }
            apply(verdict, at: now)
        case .reservation(let request):
            let reply = CopyReservation.Reply(outcome)
            switch reply {
            case .reserved(let term): ownership = Ownership(owner: term, term: term)
            case .former(let last):
                ownership = Ownership(owner: nil, term: last)
                isFormer = true
            default: break
            }
            effects.append(.reserved(request, reply))
        case .operation(let request):
            effects.append(.operated(request, OperatorReply(outcome)))
        case .copy(let step, let request):
            effects.append(.copied(request, step.result(of: outcome)))
        case .replicas(let waiting): confirm(waiting, outcome, at: now)
        case .syncing:
            guard case .answered(let value) = outcome, let policy = value["appendfsync"]?.string
            else { break }
            syncsAlways = policy == "always"
        case .some(.none), nil: break
        }
    }
}

/// Calls of the cluster.
extension RedisStoreLink {
    private mutating func finish(
        _ call: ClusterCall, _ request: Int, _ outcome: RedisOutcome, at now: Instant
    ) {
        guard let reply = reply(to: outcome) else {
            return effects.append(.replied(request, nil))
        }
        if case .answered(let value) = outcome, value.elements?.first == .text("BEGUN") {
            // The end of the log may be torn. It is written again before anything is appended.
            ask(.command(RedisCommand("BGREWRITEAOF")), for: .none, at: now)
        }
        guard call.needsReplicas, terms.replicas > 0, !reply.isRefusal else {
            return effects.append(.replied(request, reply))
        }
        wait(Waiting(result: .reply(reply, request), since: now), at: now)
    }

    private func reply(to outcome: RedisOutcome) -> ClusterReply? {
        switch outcome {
        case .answered(let value): ClusterReply.read(value)
        // Redis 6 does not know the first line of a script.
        case .refused(let error) where error.words.hasPrefix("Error compiling script"):
            .refused(.unfit("redis_version"))
        // They pass: a script runs, Redis reads its file after a start, or its primary is away.
        case .refused(let error) where ["BUSY", "LOADING", "MASTERDOWN"].contains(error.code): nil
        case .refused(let error): .failed("\(error.code) \(error.words)")
        case .lost, .unsent: nil
        }
    }

    private mutating func wait(_ waiting: Waiting, at now: Instant) {
        var command = RedisCommand("WAIT")
        command.append(terms.replicas)
        command.append(Int(Self.replicaPause.wholeMilliseconds))
        ask(.command(command), for: .replicas(waiting), at: now)
    }

    private mutating func confirm(
        _ waiting: Waiting, _ outcome: RedisOutcome, at now: Instant
    ) {
        var isKept = false
        if case .answered(let value) = outcome, let count = value.number {
            isKept = count >= terms.replicas
            if !isKept, now - waiting.since < Self.replicaLimit { return wait(waiting, at: now) }
        }
        switch waiting.result {
        case .reply(let reply, let request):
            effects.append(.replied(request, isKept ? reply : nil))
        case .batch:
            guard isKept else { return fail(.lost) }
            finishBatch(at: now)
        }
    }
}

/// Steps of a copy. Each write is a script of its own, and any refusal ends the copy.
extension RedisStoreLink {
    private mutating func perform(_ step: CopyStep, _ request: Int, at now: Instant) {
        guard let ownership else { return effects.append(.copied(request, .failure(.fenced))) }
        var arguments = ScriptArguments()
        arguments.add(ownership.owner?.text ?? "")
        arguments.add(ownership.term.text)
        arguments.add(writes)
        let script: RedisScript
        switch step {
        case .read(let query):
            script = isFormer ? ShardScript.former : ShardScript.read
            arguments.add(query.arguments)
        case .keep(let part):
            script = ShardScript.write
            arguments.add(ShardWrite(keeping: part).arguments(keeping: limits))
            writes += 1
        case .join(let key, let id):
            script = ShardScript.write
            arguments.add(ShardWrite(joining: key, in: id).arguments(keeping: limits))
            writes += 1
        }
        ask(
            .script(script, keys: [terms.shard], arguments: arguments.all),
            for: .copy(step, request), at: now)
    }
}

/// Batches.
extension RedisStoreLink {
    private mutating func performNext(at now: Instant) {
        while run == nil, let (batch, request) = batches.popFirst() {
            guard isReady, ownership != nil else {
                effects.append(.performed(request, StoreOutcome(of: batch, because: .fenced)))
                continue
            }
            run = BatchRun(batch, request)
            askSteps(at: now)
        }
    }

    /// Asks for all steps at once.
    private mutating func askSteps(at now: Instant) {
        guard let asking = run, let ownership else { return }
        var number = writes
        var hasAsked = false
        for (index, step) in asking.steps.enumerated() {
            guard let (script, rest) = asking.script(of: step, keeping: limits) else { continue }
            var arguments = ScriptArguments()
            arguments.add(ownership.owner?.text ?? "")
            arguments.add(ownership.term.text)
            arguments.add(number)
            arguments.add(rest)
            if case .writes = step { number += 1 }
            hasAsked = true
            ask(
                .script(script, keys: [terms.shard], arguments: arguments.all),
                for: .step(index, of: asking.request), at: now)
        }
        if !hasAsked, let verdict = run?.verdict { apply(verdict, at: now) }
    }

    private mutating func apply(_ verdict: BatchRun.Verdict, at now: Instant) {
        guard let run else { return }
        switch verdict {
        case .again:
            writes += self.run?.takeWriteCount() ?? 0
            askSteps(at: now)
        case .failed(let error): fail(error)
        case .done:
            writes += self.run?.takeWriteCount() ?? 0
            guard terms.replicas > 0, run.hasWritten else { return finishBatch(at: now) }
            wait(Waiting(result: .batch, since: now), at: now)
        }
    }

    private mutating func finishBatch(at now: Instant) {
        guard let run = exchange(&run, with: nil) else { return }
        effects.append(.performed(run.request, run.outcome))
        performNext(at: now)
    }

    /// Ends the batch that is performed. What Redis has kept of it is unknown, so the ownership is
    /// spent.
    private mutating func fail(_ error: StorageError) {
        ownership = nil
        if let run = exchange(&run, with: nil) {
            effects.append(.performed(run.request, run.failure(because: error)))
        }
        for (batch, request) in exchange(&batches, with: []) {
            effects.append(.performed(request, StoreOutcome(of: batch, because: error)))
        }
    }
}

extension ClusterReply {
    fileprivate var isRefusal: Bool {
        switch self {
        case .refused, .failed: true
        case .number, .view, .dead, .left: false
        }
    }
}
