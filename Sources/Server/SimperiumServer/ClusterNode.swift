import Cluster
import Host
import RedisStore
import RedisWire
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
    static let leaveTimeout = Duration.seconds(2)

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
    let addressCount: Int
    /// The number of Redis' addresses that could not be reached at the start.
    var unreachableAddresses = 0
    var hasBegun = false
    var isHeld = false
    var isLeaving = false
    var onLeft: (() -> Void)?
    /// Fires if Redis has not recorded in time that the node leaves.
    var leaveTimer: Timer?
    /// The services that have ended but still have open connections.
    var endingServices: [ShardService] = []
    /// The limit on the rate of log lines about shards that this server no longer owns.
    var stepDownLines = RateLimiter(atOnce: 1, perMinute: 60)
    var countClients: () -> [Shard: Int] = { [:] }
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
        addressCount = place.addresses.count
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
        store = RedisStore(
            RedisStoreLink(to: place.addresses, as: place.credentials, place.demands),
            trusting: try place.newTLSContext(), on: connectionSet,
            ready: { [unowned self] in
                handle(.ready)
                pollSharedRedis()
                pollHallsAndReportClients()
            },
            broken: { [unowned self] _ in handle(.broken) },
            unreachable: { [unowned self] address, fault in
                let reason = fault.map(\.sentence) ?? store?.lastFailure?.sentence
                server.logUnreachableRedisOrRefuseStart(
                    SharedRedisWords.unreachable("\(address)", reason: reason))
            })
    }

    func joinCluster() { store?.connect() }

    /// Removes the node from the cluster. All writes must have been stored before this call.
    func leave() { handle(.leave) }

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
        _ completion: @escaping (Result<TCPConnection, InnerDialFailure>) -> Void
    ) -> (dial: InnerDial, term: ClusterSequenceNumber)? {
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
            if case .state(let state) = reply {
                redisState = NodeAndRedisHealth.RedisRoleAndMemory(state)
            }
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
        handle(.clientCounts(countClients()))
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
        }
        guard let deadline = membership.nextDeadline else { return wakeTimer?.disarm() ?? () }
        wakeTimer?.arm(after: max(deadline - Loop.bootNow, .zero))
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
            server.reportStartOnceMarkingKeys()
        case .stepDown(let shard):
            inner.terms[shard] = nil
            store?.endOwnership(of: shard)
            server.stepDown(shard)
        case .close(let shard): server.closeForTransfer(shard)
        case .hold: server.holdServices()
        case .endHold: server.resumeServicesAfterHold()
        case .setWriter(let shard, let writer):
            relay.setWriter(writer, of: shard)
            guard shard == .home else { return }
            server.endUpstreams(besides: writer?.term)
            if writer != nil { server.reportStartOnceMarkingKeys() }
        case .gone(let nodes): connectionSet.drop(relayedBy: Set(nodes.map(\.rawValue)))
        case .refused(let refusal): server.onRefused(refusal.sentence)
        case .left: server.finishLeaving()
        }
    }
}

extension NodeAndRedisHealth.RedisRoleAndMemory {
    fileprivate init(_ state: RedisServerStatus) {
        self.init()
        version = state.version
        role = state.role
        replicas = state.replicas
        dueInserts = state.dueInserts
        usedMemory = state.usedMemory
        mostMemory = state.mostMemory
        evictionPolicy = state.evictionPolicy
    }
}

extension RedisStore {
    /// The durability of Redis' data; unknown if the settings of Redis can't be read.
    var durability: ServerGauges.ReportedDurability {
        syncsAlways.map { $0 ? .disk : .process } ?? .unknown
    }
}
