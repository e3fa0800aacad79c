import Cluster
import Host
import RedisStore
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWire
import SyncHub

/// A server's part in a cluster: its membership, its inner port, and the connections that it passes
/// to the owners of other shards.
final class ClusterNode {
    /// The pause between two readings of the list of bans, Redis' state, and the head of the bucket
    /// with the options.
    private static let sharedRedisPause = Duration.seconds(2)
    /// The pause between two readings of the reports about halls.
    private static let hallPause = Duration.seconds(1)
    /// The time limit for Redis to record that the node leaves.
    private static let leaveTimeout = Duration.seconds(2)

    private let loop: Loop
    let connectionSet: ConnectionSet
    let inner: InnerPort
    let relay: ClientRelay
    /// The address of the inner port in the registry.
    private let address: String
    private(set) var store: RedisStore?
    private var membership: ClusterMembership
    private unowned let server: Server
    /// The server's settings, with the keys of its apps.
    let settings: ServerSettings
    /// The number of attempts to reach Redis that may still fail before the start is refused.
    private var attemptsBeforeRefusal: Int
    private(set) var hasBegun = false
    /// True while the services must not handle events.
    private(set) var isHeld = false
    private(set) var isLeaving = false
    /// The limit on the rate of log lines about shards that this server has taken over.
    private var takeOverLines = RateLimiter(atOnce: 16, perMinute: 60)
    private var outage = RedisOutage()
    private var onLeft: (() -> Void)?
    private var leaveTimer: Timer?
    /// The longest time from the claim of a shard until the shard's clients were accepted.
    private var longestOpening = Duration.zero
    private var wakeTimer: Timer?
    private var stateTimer: Timer?
    private var hallTimer: Timer?
    private var bansCount: Int?
    private var plugin: (any AppPlugin)? { settings.host.plugin }
    let shards: ShardMap
    /// The last known head of the bucket with the options of the plug-in's buckets.
    private var optionsHead: SequenceNumber?
    private var redisState = NodeAndRedisHealth.RedisRoleAndMemory()
    /// The number of replicas that must have a write before the server reports its outcome.
    private let requiredReplicas: Int
    private var events = SerialEventQueue<ClusterMembership.Event>()

    init(
        at place: RedisDeployment, _ settings: ServerSettings,
        _ sharedSettings: SharedClusterSettings,
        of server: Server
    ) throws(ServerFailure) {
        self.server = server
        connectionSet = server.connectionSet
        loop = connectionSet.loop
        self.settings = settings
        attemptsBeforeRefusal = place.addresses.count
        requiredReplicas = place.demands.replicas
        shards = ShardMap(settings.host.plugin)
        let proof = RelayProver(key: sharedSettings.innerKey)
        do throws(LibraryError) {
            inner = try InnerPort(
                at: settings.innerAddress, proof: proof, on: connectionSet,
                outboxLimit: settings.outboxLimit)
        } catch {
            throw .innerAddress(settings.innerAddress, error)
        }
        var limits = ClientRelay.RelayLimits()
        limits.outboxLimit = settings.outboxLimit
        relay = ClientRelay(on: connectionSet, proof: proof, within: limits)
        relay.shards = shards
        let port = inner.address?.port ?? 0
        address = InnerPortAddress(host: settings.innerAddress.hostText, port: port).text
        let nonce = SecureRandom.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        membership = ClusterMembership(
            nonce: nonce, address: address, format: RedisStore.format, joining: sharedSettings.terms
        )
        wakeTimer = Timer(on: loop) { [unowned self] in handle(.wake) }
        stateTimer = Timer(on: loop) { [unowned self] in pollSharedRedis() }
        hallTimer = Timer(on: loop) { [unowned self] in pollHallsAndReportClients() }
        relay.serves = { [unowned self] in inner.serves($0) }
        relay.onRefused = { [unowned self] in handle(.portRefused($0)) }
        relay.onReached = { [unowned self] in handle(.portReached($0)) }
        relay.onLost = { [unowned self] in handle(.connectionLost($0)) }
        store = try place.newStore(
            on: connectionSet,
            ready: { [unowned self] in
                handle(.ready)
                pollSharedRedis()
                pollHallsAndReportClients()
            },
            broken: { [unowned self] in handle(.broken) },
            unreachable: { [unowned self] in logUnreachableRedisOrRefuseStart($0) })
    }

    func joinCluster() { store?.connect() }

    /// Makes the stores perform their last batches, leaves the cluster, and then calls `then`. If
    /// Redis does not respond, calls `then` after `leaveTimeout`. Later calls have no effect,
    /// because a stopping server calls this in each tick without clients.
    func leave(afterLastBatchesOf stores: [ServerStore], then: @escaping () -> Void) {
        guard !isLeaving else { return }
        isLeaving = true
        onLeft = then
        leaveTimer = Timer(on: loop) { [unowned self] in finishLeaving() }
        leaveTimer?.arm(after: Self.leaveTimeout)
        var open = stores.count
        guard open > 0 else { return handle(.leave) }
        for store in stores {
            store.finishLastRedisBatch { [self] in
                open -= 1
                if open == 0 { handle(.leave) }
            }
        }
    }

    private func finishLeaving() { onLeft.take()?() }

    func closeStore() {
        store?.close()
        store = nil
    }

    /// Checks the deadlines of the membership before the host acts. A process that was suspended
    /// notices here that its terms may be over.
    func checkMembershipDeadlines() {
        guard let deadline = membership.nextDeadline, Loop.bootNow >= deadline else { return }
        handle(.wake)
    }

    /// Records that a batch failed, because the term is over or the result is unknown.
    func recordBatchFailure(
        _ error: StorageError, of shard: Shard, under term: ClusterSequenceNumber
    ) {
        handle(error == .fenced ? .fenced(shard, term) : .uncertain(shard, term))
    }

    func recordClosedShard(_ shard: Shard) { handle(.closed(shard)) }

    /// Accepts the clients of a shard from now on, and records `wait`, the time since the shard was
    /// claimed. Returns the connections that waited at this node.
    func openShardRecordingWait(
        _ shard: Shard, under term: ClusterSequenceNumber, after wait: Duration
    ) -> [(connection: TCPConnection, kind: RelayedConnectionHeader.Kind, bytes: [UInt8])] {
        inner.openToClients(shard, under: term)
        longestOpening = max(longestOpening, wait)
        return relay.removeWaitingConnections(shard)
    }

    /// Connects to the service with the accounts, which may be this node's own. Returns the dial,
    /// and the term of the service; nil if the owner is unknown.
    func dialAccountService(
        for client: TCPConnection,
        _ completion: @escaping (Result<TCPConnection, InnerPortConnectionFailure>) -> Void
    ) -> (dial: InnerPortConnectionAttempt, term: ClusterSequenceNumber)? {
        guard let writer = relay.otherNodeWriter(of: .home) ?? ownWriter(of: .home) else {
            return nil
        }
        let header = RelayedConnectionHeader(
            client.isDoor ? .door : .client, of: .home, by: relay.generation, to: writer.term,
            host: client.peer.host, port: client.peer.port)
        return (relay.dial(writer, header, completion), writer.term)
    }

    private func ownWriter(of shard: Shard) -> ClusterMembership.Writer? {
        guard let generation = membership.generation, let term = inner.terms[shard] else {
            return nil
        }
        return ClusterMembership.Writer(generation: generation, term: term, address: address)
    }

    /// Returns the shards of the node with this generation, or of this node if `generation` is nil.
    func shardsOwnedByNode(of generation: UInt32?) -> ShardSet {
        let owner = generation.map { ClusterSequenceNumber(rawValue: $0) } ?? membership.generation
        guard let owner, let view = membership.view else { return [] }
        return ShardSet(Shard.all.filter { view[$0].owner == owner }.map(\.number))
    }

    var app: AppID? { plugin?.app }

    func sendToAllServers(_ reports: CrossShardReports) {
        let lines = plugin?.sharedStoreLines(of: reports) ?? []
        let statusLines = lines.map { HallStatusLine(hall: $0.number, text: $0.text) }
        store?.exchangeHallStatusLines(statusLines) { _ in }
    }

    var gauges: NodeAndRedisHealth {
        var gauges = NodeAndRedisHealth()
        gauges.isWriter = membership.owns(.home)
        gauges.isAlive = membership.owns(.home) || relay.isReachable
        gauges.generation = Int(membership.generation?.rawValue ?? 0)
        gauges.term = Int(
            (membership.ledTerms[.home] ?? membership.remoteWriters[.home]?.term)?.rawValue ?? 0)
        gauges.renewalAge = membership.lastRenewal.map { Loop.bootNow - $0 }
        gauges.others = max((membership.view?.members.count ?? 0) - 1, 0)
        gauges.relayed = relay.count
        gauges.owners = membership.view?.ownerships.map { Int($0.owner?.rawValue ?? 0) } ?? []
        gauges.longestOpening = longestOpening
        gauges.redis = redisState
        return gauges
    }
}

extension ClusterNode {
    /// Reads the data that all servers share: the list of bans, Redis' state, and the head of the
    /// bucket with the options. Repeats this after a pause.
    private func pollSharedRedis() {
        stateTimer?.arm(after: Self.sharedRedisPause)
        readBans()
        readRedisState()
        notifyIfOptionsChanged()
    }

    private func readBans() {
        store?.ask(.bans(known: bansCount)) { [unowned self] reply in
            guard case .bans(let lines, let count) = reply else { return }
            bansCount = count
            server.onBans(lines)
        }
    }

    private func readRedisState() {
        store?.ask(.state) { [unowned self] reply in
            guard case .state(let state) = reply else { return }
            let lackedReplicas = redisState.lacksReplicas
            redisState = NodeAndRedisHealth.RedisRoleAndMemory(state, requiring: requiredReplicas)
            guard redisState.lacksReplicas, !lackedReplicas else { return }
            let count = SharedRedisWords.attachedReplicas(state.replicas, of: requiredReplicas)
            server.onLog(ServerLogEntry(trouble: SharedRedisWords.waitsForReplicas, count))
        }
    }

    /// Reads the head of the bucket with the options. If the head has changed since the last
    /// reading, notifies the services that do not store the options.
    private func notifyIfOptionsChanged() {
        guard let app else { return }
        store?.readWithoutOwnership(.bucket(.optionsBucket(of: app)), in: .home) {
            [unowned self] answer in
            guard case .bucket(let state)? = answer,
                let before = exchange(&optionsHead, with: state.head), before != state.head
            else { return }
            server.notifyOtherShardsOfChangedOptions()
        }
    }

    /// If this node owns a shard, reports the numbers of clients to the membership, and passes the
    /// reports about the halls of all servers to the services. Repeats this after a pause.
    func pollHallsAndReportClients() {
        hallTimer?.arm(after: Self.hallPause)
        guard !membership.ledTerms.isEmpty else { return }
        handle(.clientCounts(server.services.mapValues(\.peerCount)))
        store?.exchangeHallStatusLines([]) { [unowned self] lines in
            guard let lines else { return }
            server.passReportsToServices(
                plugin?.reports(inSharedStoreLines: lines.map { (text: $0.text, age: $0.age) }))
        }
    }

    private func handle(_ event: ClusterMembership.Event) {
        events.append(event)
        guard events.beginHandling() else { return }
        while let event = events.next() {
            let effects = membership.handle(event, at: Loop.bootNow)
            // A node that joins again may find the same owners, and so gets no `setWriter`.
            relay.generation = membership.generation ?? relay.generation
            for effect in effects { perform(effect) }
            logChanges(from: effects)
        }
        guard let deadline = membership.nextDeadline else { return wakeTimer?.disarm() ?? () }
        wakeTimer?.arm(after: max(deadline - Loop.bootNow, .zero))
    }

    /// Logs the shards that the server has just taken over, and the first renewal after a failure
    /// of Redis that was logged.
    private func logChanges(from effects: [ClusterMembership.Effect]) {
        let taken = effects.count { if case .lead = $0 { true } else { false } }
        if taken > 0, takeOverLines.chargeIfAllowed(at: loop.now) {
            let role = membership.owns(.home) ? LogWords.writer : LogWords.standsBy
            server.onLog(ServerLogEntry(shardsTakenOver: taken, by: role))
        }
        if outage.endsWithRenewal(at: membership.lastRenewal) {
            let address = store?.address.map { "\($0)" } ?? ""
            server.onLog(ServerLogEntry(redisAnswersAgainAt: address))
        }
    }

    private func perform(_ effect: ClusterMembership.Effect) {
        switch effect {
        case .ask(let call):
            store?.ask(call) { [unowned self] in handle($0.map { .answered($0) } ?? .unanswered) }
        case .lead(let shard, let term):
            guard let generation = membership.generation else { return }
            store?.setOwnership(of: shard, generation, under: term)
            server.startService(shard, under: term)
            guard shard == .home else { return }
            server.endUpstreams(besides: term)
            reportStartOnceMarkingKeys()
        case .stepDown(let shard):
            inner.terms[shard] = nil
            store?.endOwnership(of: shard)
            server.stepDown(shard)
        case .close(let shard):
            inner.terms[shard] = nil
            server.closeForTransfer(shard)
        case .hold:
            isHeld = true
            outage.recordLogged(at: Loop.bootNow)
            server.holdServices()
        case .endHold:
            isHeld = false
            server.resumeServicesAfterHold()
        case .setWriter(let shard, let writer):
            relay.setWriter(writer, of: shard)
            guard shard == .home else { return }
            server.endUpstreams(besides: writer?.term)
            if writer != nil { reportStartOnceMarkingKeys() }
        case .gone(let nodes): connectionSet.drop(relayedBy: Set(nodes.map(\.rawValue)))
        case .refused(let refusal): server.onRefused(refusal.sentence)
        case .left: finishLeaving()
        }
    }

    /// Marks the keys as shared and reports the start, the first time that the node owns the first
    /// shard or knows that shard's owner.
    private func reportStartOnceMarkingKeys() {
        guard !hasBegun else { return }
        hasBegun = true
        do throws(ServerFailure) { try settings.markKeysShared() } catch {
            server.onLog(ServerLogEntry(trouble: SharedRedisWords.keysNotMarked, "\(error)"))
        }
        server.onBegun()
    }

    /// Logs that an address of Redis could not be reached. At the start, counts the address
    /// instead, and reports a refusal once all addresses have been tried.
    private func logUnreachableRedisOrRefuseStart(_ sentence: String) {
        guard !hasBegun else {
            outage.recordLogged(at: Loop.bootNow)
            return server.onLog(ServerLogEntry(trouble: SharedRedisWords.notReached, sentence))
        }
        attemptsBeforeRefusal -= 1
        if attemptsBeforeRefusal == 0 { server.onRefused(sentence) }
    }
}

extension NodeAndRedisHealth.RedisRoleAndMemory {
    fileprivate init(_ state: RedisServerStatus, requiring replicas: Int) {
        self.init()
        version = state.version
        role = state.role
        self.replicas = state.replicas
        requiredReplicas = replicas
        dueInserts = state.dueInserts
        usedMemory = state.usedMemory
        mostMemory = state.mostMemory
        evictionPolicy = state.evictionPolicy
    }
}

extension RedisStore {
    /// The durability of Redis' data; unknown if the settings of Redis can't be read.
    var durability: ShellMeasuredGauges.ReportedDurability {
        syncsAlways.map { $0 ? .disk : .process } ?? .unknown
    }
}
