// SimperiumServer: a server on a loop: listeners, stores and threads around a `Host`.
// Not here: decisions about accounts (Host), changes (SyncHub) and shards (Cluster).
// Start with `Server`; then `ShardService`, a host with its clients; `ServerStore`; `ClusterNode`.

import Cluster
package import Host
import SimperiumClock
package import SimperiumLoop
package import SimperiumNetwork
import SimperiumStore
package import SimperiumWire

/// A Simperium server on a loop: its listeners, and the services for its clients.
package final class Server {
    let connectionSet: ConnectionSet
    /// The listeners; nil before the server listens, and after it stopped.
    private(set) var listeners: ServerListeners?
    /// The services for clients: one, or one for each shard that this server owns.
    var services: [Shard: ShardService] = [:] {
        didSet { allServices = (fallbackService.map { [$0] } ?? []) + services.values }
    }
    /// A service without data, for a server in a cluster. It answers requests about the server
    /// while the server does not own the first shard.
    private var fallbackService: ShardService?
    /// All services, including `fallbackService`.
    private var allServices: [ShardService] = []
    /// The service that answers requests about the server; nil if there is none yet.
    private var mainService: ShardService? { services[.home] ?? fallbackService }
    /// The services that have ended but still have open connections.
    var endingServices: [ShardService] = []
    /// The server's part in a cluster; nil for a server with its own store.
    private(set) var node: ClusterNode?
    package let doorToken: Token?
    /// The start of the server, for its uptime.
    let startTime: Instant
    private var longestTick = Duration.zero
    /// The limit on the rate of log lines about connections that could not be accepted.
    private var noRoomLines = RateLimiter(atOnce: 1, perMinute: 1)
    /// The limit on the rate of log lines about connections to the inner port that are not from a
    /// node.
    private var strangerLines = RateLimiter(atOnce: 1, perMinute: 1)
    /// The limit on the rate of log lines about shards that this server no longer owns.
    var stepDownLines = RateLimiter(atOnce: 1, perMinute: 60)
    private var hasLoggedUnnamedClient = false
    private var commitHook: EndOfTurnAction?
    private var flushHook: EndOfTurnAction?
    private var shutdownTimer: IdleOrRequestedShutdownTimer?
    /// The data of a server that has stopped, if it was in memory.
    package private(set) var contents = InMemoryServerData()
    package let keys: [AppID: AppKeys]

    package var onLog: (ServerLogEntry) -> Void = { _ in }
    /// Returns true for an address that may not connect.
    package var isBanned: (SocketAddress) -> Bool {
        get { listeners?.isBanned ?? { _ in true } }
        set { listeners?.isBanned = newValue }
    }
    /// Called once when the server has joined its cluster; never for a server without a cluster.
    package var onBegun: () -> Void = {}
    /// Receives the reason why the server can't join its cluster, or can't continue in it.
    package var onRefused: (String) -> Void = { _ in }
    /// Receives the lines of the list of bans that all servers of the cluster share.
    package var onBans: ([String]) -> Void = { _ in }
    package var onRecorded: ([UInt8]) -> Void = { _ in }
    /// Called once when the server has stopped, after `stop` or after the idle timeout.
    package var onStopped: () -> Void {
        get { shutdownTimer?.onStopped ?? {} }
        set { shutdownTimer?.onStopped = newValue }
    }

    package init(_ settings: ServerSettings, on loop: Loop) throws(ServerFailure) {
        connectionSet = ConnectionSet(on: loop, within: settings.memory)
        startTime = loop.now
        var host = settings.host
        host.process = Int(ThisProcess.id)
        if case .shared(let place) = settings.store {
            host.apps = try settings.readOrMakeKeys()
            keys = host.apps
            let sharedSettings = try SharedClusterSettings(settings, host)
            if host.plugin?.doorToken == nil { host.plugin?.doorToken = sharedSettings.doorToken }
            doorToken = host.plugin?.doorToken
            fallbackService = ShardService(
                Host(host, epoch: 1, since: startTime), with: nil, on: self)
            var withKeys = settings
            withKeys.host = host
            node = try ClusterNode(at: place, withKeys, sharedSettings, of: self)
        } else {
            // Missing keys are created last, so that no keys are left beside a store that can't be
            // used. Invalid keys are refused first, so that the store is not changed.
            _ = try settings.areKeysShared()
            let store = try ServerStore(settings, on: loop)
            host.apps = try settings.readOrMakeKeys()
            keys = host.apps
            doorToken = host.plugin?.doorToken
            add(
                ShardService(
                    Host(host, epoch: store.epoch, recorder: settings.recorder, since: startTime),
                    with: store, on: self))
        }
        commitHook = EndOfTurnAction(on: loop, .commit) { [unowned self] in finishTick() }
        flushHook = EndOfTurnAction(on: loop, .flush) { [unowned self] in
            for service in allServices { service.wakeIfSendingCausedWork() }
        }
        shutdownTimer = IdleOrRequestedShutdownTimer(after: settings.idleLimit, on: loop) {
            [unowned self] in
            finishStopping()
        }
        listeners = try ServerListeners(
            settings, on: connectionSet,
            onNoRoom: { [unowned self] error in
                guard noRoomLines.chargeIfAllowed(at: loop.now) else { return }
                onLog(ServerLogEntry(trouble: LogWords.noRoom, error.description))
            },
            onConnectionRefused: { [unowned self] in
                mainService?.handle(.rejectedConnection(CallerAddress($0)))
            },
            onDoor: { [unowned self] in relayOrAddClient($0, .door) },
            { [unowned self] in relayOrAddClient($0, .client) })
        listeners?.watchForUntrustedProxy { [unowned self] in
            onLog(ServerLogEntry(crowdFrom: $0.hostText))
            mainService?.handle(.crowdFromOneAddress)
        }
        setNodeCallbacks()
        connectionSet.onMemorySpared = { [unowned self] in
            for service in services.values { service.store?.freeCaches() }
        }
    }

    deinit {
        for service in allServices + endingServices { service.stopHandlingEvents() }
        connectionSet.dropAll()
    }

    /// Starts the host, or joins the cluster. Set the callbacks before this call.
    package func start() {
        if let node { return node.joinCluster() }
        mainService?.startHost()
        if let format = mainService?.store?.formatBeforeUpgrade {
            onLog(ServerLogEntry(upgradedFileFrom: format, to: Database.Format.hub.version))
        }
        guard let damage = mainService?.store?.damage else { return }
        onLog(ServerLogEntry(trouble: LogWords.damaged, damage))
    }

    private func setNodeCallbacks() {
        guard let node else { return }
        node.inner.onConnection = { [unowned self] in admitRelayedByClusterNode($0, $1, $2) }
        node.inner.onStranger = { [unowned self] in
            guard strangerLines.chargeIfAllowed(at: loop.now) else { return }
            onLog(ServerLogEntry(trouble: SharedRedisWords.stranger, $0.hostText))
        }
        node.relay.onOwnRequest = { [unowned self] in mainService?.addClient($0, $1) }
        node.relay.onOwnShard = { [unowned self] in services[$0]?.addClient($1, $2) ?? $1.drop() }
    }

    package var addresses: [SocketAddress] { listeners?.addresses ?? [] }
    package var sideAddress: SocketAddress? { listeners?.sideAddress }

    /// Stops accepting clients, closes the connections of the services' clients, and stops reading
    /// from relayed clients. `onStopped` is called once all clients have left, or after a timeout.
    /// Later calls have no effect.
    package func stop() {
        guard shutdownTimer?.isStopping == false else { return }
        shutdownTimer?.beginStopping()
        listeners = nil
        for service in allServices { service.closeClientsForShutdown() }
        node?.relay.stopReadingAllClients()
    }

    /// The expiry date of the certificate in use; nil without one, or if it can't be read.
    package var certificateExpiry: CertificateExpiry? { listeners?.certificateExpiry }

    /// Reads the certificate again. Open connections keep the previous certificate.
    package func reloadCertificate() throws(ServerFailure) {
        try listeners?.reloadCertificate()
    }
}

extension Server {
    var loop: Loop { connectionSet.loop }

    /// Adds a connection from one of the listeners. A server in a cluster reads the connection's
    /// first request to find the shard. The owner of the first shard does not, because nearly all
    /// requests are for that shard.
    private func relayOrAddClient(_ connection: TCPConnection, _ kind: RelayedConnectionHeader.Kind)
    {
        connection.isDoor = kind == .door
        guard let node, !node.inner.serves(.home) else {
            return mainService?.addClient(connection) ?? connection.drop()
        }
        node.relay.relay(connection, kind)
    }

    /// Adds a connection that another server relays. Drops the connection if this server does not
    /// serve the connection's shard, if the client is banned, or if there are too many connections.
    private func admitRelayedByClusterNode(
        _ connection: TCPConnection, _ header: RelayedConnectionHeader, _ bytes: [UInt8]
    ) {
        guard let service = services[header.shard] else { return connection.drop() }
        switch header.kind {
        // A watch carries no bytes; it only shows that this node is alive.
        case .watch: connection.onBytes = { [unowned connection] _ in connection.drop() }
        case .door:
            connection.isDoor = true
            service.addClient(connection, bytes)
        case .client:
            guard let listeners,
                let client = SocketAddress(bytes: header.host, port: header.port),
                header.isProxy || !listeners.isBanned(client)
            else { return connection.drop() }
            let isAdmitted = listeners.admission.admit(
                connection, relayedFor: client, isProxy: header.isProxy)
            guard isAdmitted else {
                connection.drop()
                return mainService?.handle(.rejectedConnection(CallerAddress(client))) ?? ()
            }
            service.addClient(connection, bytes)
        }
    }

    /// Adds a service. This is a function because an initializer does not call the observer of
    /// `services`.
    func add(_ service: ShardService) {
        services[service.shard] = service
    }

    func recordTickIfLongest(work: Duration) {
        longestTick = max(longestTick, work)
    }

    /// Logs the first request of a trusted proxy that names no client. One line is enough, because
    /// each answer has the reason.
    func logFirstUnnamedClient(of proxy: SocketAddress) {
        guard !hasLoggedUnnamedClient else { return }
        hasLoggedUnnamedClient = true
        onLog(ServerLogEntry(unnamedClientOf: proxy.hostText))
    }

    func gauges(for service: ShardService) -> ShellMeasuredGauges {
        var gauges = ShellMeasuredGauges()
        gauges.queuedBytes = connectionSet.heldBytes
        gauges.mostQueuedBytes = connectionSet.mostHeldBytes
        gauges.endedForMemory = connectionSet.endedForMemory
        gauges.longestTick = longestTick
        let stores = services.values.compactMap(\.store)
        gauges.longestCommit = stores.map(\.longestCommit).max() ?? .zero
        gauges.durability = stores.first?.durability ?? node?.store?.durability ?? .unknown
        gauges.storeFailure =
            stores.lazy.compactMap { store in
                store.failure.map { "\($0)" } ?? store.damage
            }.first
        gauges.node = node?.gauges
        gauges.others = services.values.filter { $0 !== service }.map(\.counts)
        return gauges
    }

    private func finishTick() {
        for service in allServices { service.finishTick() }
        shutdownTimer?.update(hasNoClients: hasNoClients)
        forgetEmptyEndedServices()
        openReadyServices()
    }

    /// True if no client is connected. The connections to Redis and to other servers don't count.
    private var hasNoClients: Bool {
        guard let node else { return connectionSet.connectionCount == 0 }
        return allServices.allSatisfy(\.isEmpty) && node.relay.count == 0
    }

    private func finishStopping() {
        for service in allServices { service.endRecording() }
        listeners = nil
        contents = mainService?.store?.contents ?? contents
        guard let node else { return closeStores() }
        node.leave(afterLastBatchesOf: services.values.compactMap(\.store)) { [self] in
            closeStores()
        }
    }

    private func closeStores() {
        connectionSet.dropAll()
        for service in services.values { service.store?.close() }
        services = [:]
        node?.closeStore()
        shutdownTimer?.reportStopped()
    }
}
