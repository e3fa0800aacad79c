package import Cluster
package import RedisWire
package import SimperiumClock
package import SimperiumWire

/// A node's use of Redis: calls to the cluster's registry, and batches of the node's hubs, on one
/// connection.
///
/// It does no I/O. The batches of a shard are performed one after the other, each in one script
/// unless the batch has queries between its writes. Batches of different shards do not wait for
/// each other. Every script of a batch names the ownership of the shard and the number of write
/// scripts since the claim of the shard. So Redis refuses late scripts of an old connection, and
/// scripts after a refused script.
///
/// Order of calls: `begin`; requests after `ready`; `setOwnership` before the batches of a shard;
/// `end`. The shell answers each `dial` with `opened` or `ended`, and sends `.wake` at
/// `nextDeadline`. Each request has exactly one outcome, with the number of the request. If a batch
/// fails, the ownership of its shard ends; if the connection breaks, all ownerships end. Without an
/// ownership, batches fail until the next `setOwnership`.
///
/// Other types have these responsibilities:
/// - the connection: `RedisClient`.
/// - the steps of one batch: `RedisBatchExecution`.
/// - the ownership of shards: `ClusterMembership`.
package struct RedisStoreLink: Sendable {
    package enum Event: Sendable {
        case begin
        case end
        case opened(RedisClient.RedisConnectionID)
        case received(RedisClient.RedisConnectionID, [UInt8])
        case ended(RedisClient.RedisConnectionID)
        /// A request with its number. The reply is `replied`.
        case request(Request, Int)
        case setOwnership(Shard, ShardOwnership)
        case endOwnership(Shard)
        case wake
    }

    package enum Effect: Sendable {
        case dial(RedisClient.RedisConnectionID, RedisAddress)
        case send(RedisClient.RedisConnectionID, [UInt8])
        case hangUp(RedisClient.RedisConnectionID)
        case ready
        case broken(RedisConnection.Fault?)
        case unreachable(RedisAddress, RedisConnection.Fault?)
        /// The reply to the request with this number.
        case replied(Int, Reply)
    }

    package enum Request: Sendable {
        case call(ClusterRegistryCall)
        case reserve(CopyReservationCall)
        case operate(RedisOperatorCommand)
        case copy(CopyStep, in: Shard)
        case halls([HallStatusLine])
        case batch(StoreBatch, in: Shard)
        case readWithoutOwnership(StoreQuery, in: Shard)
    }

    /// The reply to a request. Each case answers the case of `Request` with the same name. For the
    /// meaning of nil, see `RedisStore`.
    package enum Reply: Sendable {
        case call(ClusterRegistryReply?)
        case reserve(CopyReservationCall.Reply)
        case operate(RedisOperatorReply)
        case copy(Result<StoreCopyQueryAnswer?, StorageError>)
        case halls([HallStatusLine]?)
        case batch(StoreBatchResult)
        case readWithoutOwnership(StoreQueryAnswer?)
    }

    /// The requirements that Redis must meet, and the prefix of the keys.
    package struct RedisDurabilityDemands: Hashable, Sendable {
        /// True if Redis may evict data, or run without storing it on its disk.
        package var mayForget = false
        /// The number of replicas that must have a write before its outcome is reported.
        package var replicas = 0
        /// The prefix of all keys. Only tests change this prefix.
        package var prefix = Self.usualPrefix

        package init() {}

        private static let usualPrefix = "s"

        /// The prefix of the keys of all formats; empty if a test has changed the prefix. No other
        /// program may use keys with this prefix.
        var family: String { prefix == Self.usualPrefix ? prefix : "" }

        /// Returns the keys of a script: the key prefixes of the shard and of `home`.
        func keyPrefixes(of shard: Shard = .home) -> [[UInt8]] {
            [shard, .home].map { shard in
                let number = shard.number < 10 ? "0\(shard.number)" : "\(shard.number)"
                return Array("\(prefix)\(RedisStoreLink.format){s\(number)}".utf8)
            }
        }
    }

    private enum RequestPurpose {
        /// A request other than a batch, with its number.
        case request(Request, Int)
        /// The step with this index, of the batch with this request number.
        case step(Int, of: Int, in: Shard)
        case replicas(UnreplicatedResult)
        case syncing
        /// The outcome is not needed.
        case ignored
    }

    /// A result that is reported once enough replicas have it.
    private struct UnreplicatedResult {
        enum ReplyOrBatch {
            case reply(ClusterRegistryReply, Int)
            case batch(Shard, Int)
        }

        let result: ReplyOrBatch
        let since: Instant
    }

    /// The ownership of a shard, and its batches.
    private struct ShardWriter {
        /// The ownership that batches name; nil before `setOwnership` and after a failure.
        var ownership: ShardOwnership?
        /// The number of write scripts that Redis has performed under this ownership; for a copy,
        /// the number sent.
        var writes = 0
        var batches: ArraySlice<(batch: StoreBatch, request: Int)> = []
        /// The batch that Redis performs now; nil if there is none.
        var run: RedisBatchExecution?

        /// Returns the first arguments of a script: the ownership, and the number of write scripts
        /// before this script.
        func fencingArguments(afterWrites writes: Int) -> RedisArguments {
            var arguments = RedisArguments()
            arguments.append(ownership?.owner?.text ?? "")
            arguments.append(ownership?.term.text ?? "")
            arguments.append(writes)
            return arguments
        }

        mutating func addWritesOfRun() {
            writes += run?.resetWriteCount() ?? 0
        }
    }

    package static let format = 2
    /// The time limit of one `WAIT` command.
    private static let replicaPause = Duration.milliseconds(200)
    /// The time limit for the replicas, over all `WAIT` commands for a result.
    private static let replicaLimit = Duration.seconds(6)

    private let demands: RedisDurabilityDemands
    private let limits: MinimumStoredHistory
    private var client: RedisClient
    private var isReady = false
    private var lastRequestID: UInt64 = 0
    private var purposes: [RedisRequestID: RequestPurpose] = [:]
    private var writers = Shard.all.map { _ in ShardWriter() }
    /// True if a copy reads data of format 1.
    private var isFormer = false
    private var effects: [Effect] = []
    /// The address of the server in use, or of the last server in use; nil before the first one is
    /// ready.
    package private(set) var address: RedisAddress?
    /// True if Redis syncs each write to its disk before it answers; nil before that is known.
    package private(set) var syncsAlways: Bool?

    package init(
        to addresses: [RedisAddress], as credentials: RedisCredentials? = nil,
        _ demands: RedisDurabilityDemands = RedisDurabilityDemands(),
        keeping limits: MinimumStoredHistory = MinimumStoredHistory(),
        _ connection: RedisConnection.Limits = RedisConnection.Limits()
    ) {
        self.demands = demands
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
            failAllBatches()
        case .opened(let id): route(.opened(id), at: now)
        case .received(let id, let bytes): route(.received(id, bytes), at: now)
        case .ended(let id): route(.ended(id), at: now)
        case .request(let request, let number): begin(request, number, at: now)
        case .setOwnership(let shard, let ownership):
            failBatches(.fenced, in: shard)
            writers[shard.number].ownership = ownership
        case .endOwnership(let shard): failBatches(.fenced, in: shard)
        case .wake: route(.wake, at: now)
        }
        return exchange(&effects, with: [])
    }
}

/// The requests, and their replies.
extension RedisStoreLink {
    private mutating func begin(_ request: Request, _ number: Int, at now: Instant) {
        let purpose = RequestPurpose.request(request, number)
        switch request {
        case .call(let call):
            sendScript(RedisStoreScripts.cluster, call.arguments(demands), for: purpose, at: now)
        case .reserve(let reservation):
            sendScript(RedisStoreScripts.cluster, reservation.arguments, for: purpose, at: now)
        case .operate(let call):
            sendScript(call.script, call.arguments(demands), for: purpose, at: now)
        case .copy(let step, let shard): perform(step, in: shard, number, at: now)
        case .halls(let lines):
            sendScript(
                RedisStoreScripts.halls, HallStatusLine.arguments(lines), for: purpose, at: now)
        case .batch(let batch, let shard):
            writers[shard.number].batches.append((batch, number))
            performNextBatch(in: shard, at: now)
        case .readWithoutOwnership(let query, let shard):
            // A dash replaces the ownership, because another node may own the shard.
            var arguments = RedisArguments("-", "", "0")
            arguments.append(query.arguments)
            sendScript(RedisStoreScripts.read, in: shard, arguments, for: purpose, at: now)
        }
    }

    /// Replies to a request with the outcome of its script.
    private mutating func replyToRequest(
        _ request: Request, _ number: Int, _ outcome: RedisRequestOutcome, at now: Instant
    ) {
        switch request {
        case .call(let call): replyToCall(call, number, outcome, at: now)
        case .reserve:
            let reply = CopyReservationCall.Reply(outcome)
            switch reply {
            case .reserved(let term):
                setOwnershipOfAllShards(ShardOwnership(owner: term, term: term))
            case .former(let last):
                setOwnershipOfAllShards(ShardOwnership(owner: nil, term: last))
                isFormer = true
            default: break
            }
            effects.append(.replied(number, .reserve(reply)))
        case .operate: effects.append(.replied(number, .operate(RedisOperatorReply(outcome))))
        case .copy(let step, _): effects.append(.replied(number, .copy(step.result(of: outcome))))
        case .halls: effects.append(.replied(number, .halls(HallStatusLine.read(outcome))))
        case .readWithoutOwnership(let query, _):
            effects.append(.replied(number, .readWithoutOwnership(query.answer(to: outcome))))
        // A batch is answered when all its steps have outcomes.
        case .batch: break
        }
    }
}

extension RedisStoreLink {
    private mutating func sendScript(
        _ script: RedisScript, in shard: Shard = .home, _ arguments: RedisArguments,
        for purpose: RequestPurpose, at now: Instant
    ) {
        ask(
            .script(script, keys: demands.keyPrefixes(of: shard), arguments: arguments.all),
            for: purpose,
            at: now)
    }

    private mutating func ask(
        _ request: RedisRequest, for purpose: RequestPurpose, at now: Instant
    ) {
        lastRequestID += 1
        let id = RedisRequestID(rawValue: lastRequestID)
        purposes[id] = purpose
        route(.ask(request, id), at: now)
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
            for script in RedisStoreScripts.all {
                ask(.command(RedisArguments("SCRIPT", "LOAD", script.text)), for: .ignored, at: now)
            }
            ask(.command(RedisArguments("CONFIG", "GET", "appendfsync")), for: .syncing, at: now)
            effects.append(.ready)
        case .unreachable(let address, let fault): effects.append(.unreachable(address, fault))
        case .broken(_, let fault):
            isReady = false
            failAllBatches()
            effects.append(.broken(fault))
        case .settled(let id, let outcome): handleOutcome(of: id, outcome, at: now)
        }
    }

    private mutating func handleOutcome(
        of id: RedisRequestID, _ outcome: RedisRequestOutcome, at now: Instant
    ) {
        switch purposes.removeValue(forKey: id) {
        case .request(let request, let number): replyToRequest(request, number, outcome, at: now)
        case .step(let step, let request, let shard):
            guard writers[shard.number].run?.request == request,
                let progress = writers[shard.number].run?.record(outcome, of: step)
            else { break }
            apply(progress, in: shard, at: now)
        case .replicas(let waiting): confirmOrAwaitReplication(waiting, outcome, at: now)
        case .syncing:
            guard case .answered(let value) = outcome, let policy = value["appendfsync"]?.string
            else { break }
            syncsAlways = policy == "always"
        case .ignored, nil: break
        }
    }
}

/// The calls of the cluster.
extension RedisStoreLink {
    private mutating func replyToCall(
        _ call: ClusterRegistryCall, _ request: Int, _ outcome: RedisRequestOutcome, at now: Instant
    ) {
        guard let reply = reply(to: outcome) else {
            return effects.append(.replied(request, .call(nil)))
        }
        if case .answered(let value) = outcome, value.elements?.first == .text("BEGUN") {
            // The last command in Redis' log may be incomplete, so the log is written again.
            ask(.command(RedisArguments("BGREWRITEAOF")), for: .ignored, at: now)
        }
        guard call.needsReplicas, demands.replicas > 0, !reply.isRefusal else {
            return effects.append(.replied(request, .call(reply)))
        }
        waitForReplicas(UnreplicatedResult(result: .reply(reply, request), since: now), at: now)
    }

    private func reply(to outcome: RedisRequestOutcome) -> ClusterRegistryReply? {
        switch outcome {
        case .answered(let value): ClusterRegistryReply.read(value)
        // Redis 6 does not accept the first line of our scripts.
        case .refused(let error) where error.message.hasPrefix("Error compiling script"):
            .refused(.unfit("redis_version"))
        // These errors are temporary: another script runs, Redis loads its file after a start, or a
        // replica's primary is away.
        case .refused(let error) where ["BUSY", "LOADING", "MASTERDOWN"].contains(error.code): nil
        case .refused(let error): .failed("\(error.code) \(error.message)")
        case .lost, .unsent: nil
        }
    }

    private mutating func waitForReplicas(_ waiting: UnreplicatedResult, at now: Instant) {
        var command = RedisArguments("WAIT")
        command.append(demands.replicas)
        command.append(Int(Self.replicaPause.wholeMilliseconds))
        ask(.command(command), for: .replicas(waiting), at: now)
    }

    /// Reports a result that enough replicas have; otherwise waits again. After the time limit, or
    /// if `WAIT` fails, reports that the result is unknown.
    private mutating func confirmOrAwaitReplication(
        _ waiting: UnreplicatedResult, _ outcome: RedisRequestOutcome, at now: Instant
    ) {
        var isKept = false
        if case .answered(let value) = outcome, let count = value.number {
            isKept = count >= demands.replicas
            if !isKept, now - waiting.since < Self.replicaLimit {
                return waitForReplicas(waiting, at: now)
            }
        }
        switch waiting.result {
        case .reply(let reply, let request):
            effects.append(.replied(request, .call(isKept ? reply : nil)))
        case .batch(let shard, let request):
            guard writers[shard.number].run?.request == request else { return }
            guard isKept else { return failBatches(.lost, in: shard) }
            finishBatch(in: shard, at: now)
        }
    }
}

/// Steps of a copy. Each write is a script of its own, and any refusal ends the copy.
extension RedisStoreLink {
    private mutating func setOwnershipOfAllShards(_ ownership: ShardOwnership) {
        for index in writers.indices { writers[index] = ShardWriter(ownership: ownership) }
    }

    private mutating func perform(
        _ step: CopyStep, in shard: Shard, _ request: Int, at now: Instant
    ) {
        let writer = writers[shard.number]
        guard writer.ownership != nil else {
            return effects.append(.replied(request, .copy(.failure(.fenced))))
        }
        var arguments = writer.fencingArguments(afterWrites: writer.writes)
        let script: RedisScript
        switch step {
        case .read(let query):
            script = isFormer ? RedisStoreScripts.former : RedisStoreScripts.read
            arguments.append(query.arguments)
        case .keep(let part):
            script = RedisStoreScripts.write
            arguments.append(ShardWriteArguments(keeping: part).arguments(keeping: limits))
            writers[shard.number].writes += 1
        case .join(let key, let id):
            script = RedisStoreScripts.write
            arguments.append(ShardWriteArguments(joining: key, in: id).arguments(keeping: limits))
            writers[shard.number].writes += 1
        }
        sendScript(
            script, in: shard, arguments, for: .request(.copy(step, in: shard), request), at: now)
    }
}

/// The batches of each shard.
extension RedisStoreLink {
    private mutating func performNextBatch(in shard: Shard, at now: Instant) {
        while writers[shard.number].run == nil,
            let (batch, request) = writers[shard.number].batches.popFirst()
        {
            guard isReady, writers[shard.number].ownership != nil else {
                fail(batch, request, .fenced)
                continue
            }
            writers[shard.number].run = RedisBatchExecution(batch, request)
            sendStepScripts(in: shard, at: now)
        }
    }

    /// Sends the scripts of all steps of the current batch, without waiting in between. A batch
    /// without scripts ends at once.
    private mutating func sendStepScripts(in shard: Shard, at now: Instant) {
        let writer = writers[shard.number]
        guard let run = writer.run, writer.ownership != nil else { return }
        var number = writer.writes
        var hasAsked = false
        for (index, step) in run.steps.enumerated() {
            guard let (script, rest) = run.script(of: step, keeping: limits) else { continue }
            var arguments = writer.fencingArguments(afterWrites: number)
            arguments.append(rest)
            if case .writes = step { number += 1 }
            hasAsked = true
            sendScript(
                script, in: shard, arguments,
                for: .step(index, of: run.request, in: shard), at: now)
        }
        if !hasAsked,
            let progress = writers[shard.number].run?.evaluateResultsOnceComplete()
        {
            apply(progress, in: shard, at: now)
        }
    }

    private mutating func apply(
        _ progress: RedisBatchExecution.BatchProgress, in shard: Shard, at now: Instant
    ) {
        switch progress {
        case .again:
            writers[shard.number].addWritesOfRun()
            sendStepScripts(in: shard, at: now)
        case .failed(let error): failBatches(error, in: shard)
        case .done:
            writers[shard.number].addWritesOfRun()
            guard demands.replicas > 0, let run = writers[shard.number].run, run.hasWritten else {
                return finishBatch(in: shard, at: now)
            }
            waitForReplicas(
                UnreplicatedResult(result: .batch(shard, run.request), since: now), at: now)
        }
    }

    private mutating func finishBatch(in shard: Shard, at now: Instant) {
        guard let run = exchange(&writers[shard.number].run, with: nil) else { return }
        effects.append(.replied(run.request, .batch(run.outcome)))
        performNextBatch(in: shard, at: now)
    }

    private mutating func failAllBatches() {
        for shard in Shard.all { failBatches(.lost, in: shard) }
    }

    /// Fails the current batch of a shard, and the batches that wait. It is unknown which writes of
    /// the current batch Redis has kept, so the ownership ends.
    private mutating func failBatches(_ error: StorageError, in shard: Shard) {
        let writer = exchange(&writers[shard.number], with: ShardWriter())
        if let run = writer.run { fail(run.batch, run.request, error) }
        for (batch, request) in writer.batches { fail(batch, request, error) }
    }

    private mutating func fail(_ batch: StoreBatch, _ request: Int, _ error: StorageError) {
        effects.append(.replied(request, .batch(StoreBatchResult(of: batch, because: error))))
    }
}

extension ClusterRegistryReply {
    fileprivate var isRefusal: Bool {
        switch self {
        case .refused, .failed: true
        case .number, .view, .dead, .left: false
        }
    }
}
