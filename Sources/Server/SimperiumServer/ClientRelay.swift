package import Cluster
import SimperiumClock
import SimperiumLoop
package import SimperiumNetwork
import SimperiumWebWire

/// The connections that a node passes to the owners of other shards.
package final class ClientRelay {
    package struct RelayLimits: Hashable, Sendable {
        /// The longest wait for an owner.
        package var ownerTimeout = Duration.seconds(10)
        /// With this many bytes waiting for an owner, the relay stops reading from a client.
        package var keptBytes = 64 << 10
        /// The maximum number of bytes that may wait to be sent to an owner.
        package var outboxLimit = 4 << 20
        /// The time that a closing connection stays open while its peer reads no more bytes.
        package var closeTimeout = Duration.seconds(5)

        package init() {}
    }

    let loop: Loop
    private let connectionSet: ConnectionSet
    private let proof: RelayProver
    let limits: RelayLimits
    private var connections: [ObjectIdentifier: RelayedConnection] = [:]
    private var writers: [Shard: ClusterMembership.Writer] = [:]
    /// The map from halls to shards, for the first requests of clients.
    var shards = ShardMap(nil)
    private var watches: [ClusterSequenceNumber: NodeWatch] = [:]
    package var generation = ClusterSequenceNumber(rawValue: 0)
    /// Returns true for a shard whose clients this node accepts itself.
    package var serves: (Shard) -> Bool = { _ in false }
    /// Receives a connection for a shard that this node serves, and the bytes read so far.
    package var onOwnShard: (Shard, TCPConnection, [UInt8]) -> Void = { _, _, _ in }
    /// Receives a connection that asks for a page about this node, and the bytes read so far.
    package var onOwnRequest: (TCPConnection, [UInt8]) -> Void = { _, _ in }
    /// Called if no program listens at the inner port of a node.
    package var onRefused: (ClusterSequenceNumber) -> Void = { _ in }
    /// Called when a connection to a node has been opened. The node's inner port may have refused
    /// earlier connections.
    package var onReached: (ClusterSequenceNumber) -> Void = { _ in }
    /// Called when the connection that watches an owner has ended, or has failed to open. If the
    /// node refused the connection, `onRefused` is called instead.
    package var onLost: (ClusterSequenceNumber) -> Void = { _ in }

    package init(
        on connectionSet: ConnectionSet, proof: RelayProver,
        within limits: RelayLimits = RelayLimits()
    ) {
        self.connectionSet = connectionSet
        loop = connectionSet.loop
        self.proof = proof
        self.limits = limits
    }

    var now: Instant { loop.now }
    package var count: Int { connections.count }
    /// True if the connection that watches the owner of the first shard is open.
    package var isReachable: Bool {
        writers[.home].flatMap { watches[$0.generation]?.isOpen } == true
    }

    /// Returns the owner of a shard, if the owner is known and is another node; otherwise nil.
    package func otherNodeWriter(of shard: Shard) -> ClusterMembership.Writer? { writers[shard] }

    /// The answer to a client if no owner of the client's shard was found in time.
    static let refusal: [UInt8] = {
        var response = HTTPResponse(.unavailable)
        response.fields.add("Retry-After", "1")
        response.closesConnection = true
        return response.encoded(answering: nil)
    }()

    /// Adds a connection. The connection's first request determines the shard.
    package func relay(_ connection: TCPConnection, _ kind: RelayedConnectionHeader.Kind) {
        addUnlessEnded(RelayedConnection(connection, kind, on: self))
    }

    /// Adds a connection for a shard, with its first bytes. If this node serves the shard, passes
    /// the connection to `onOwnShard` instead.
    func relay(
        _ connection: TCPConnection, _ kind: RelayedConnectionHeader.Kind, _ bytes: [UInt8],
        to shard: Shard
    ) {
        guard !serves(shard) else { return onOwnShard(shard, connection, bytes) }
        addUnlessEnded(RelayedConnection(connection, kind, on: self, bytes, to: shard))
    }

    private func addUnlessEnded(_ relayed: RelayedConnection) {
        guard relayed.client.isOpen else { return }
        connections[ObjectIdentifier(relayed.client)] = relayed
    }

    /// Sets the owner of a shard, and passes the waiting connections to this owner. Connections to
    /// an earlier owner end. `writer` is nil if no other node is known to own the shard.
    package func setWriter(_ writer: ClusterMembership.Writer?, of shard: Shard) {
        guard writer != writers[shard] else { return }
        writers[shard] = writer
        watchOwners()
        for connection in connections.values
        where connection.shard == shard && connection.writer != writer {
            connection.disconnectFromFormerWriter()
        }
        guard writer != nil else { return }
        for connection in connections.values where connection.shard == shard {
            connection.connectIfOwnerKnown()
        }
    }

    /// Removes and returns the open connections that wait for a shard, with their bytes, because
    /// this node owns the shard.
    package func removeWaitingConnections(
        _ shard: Shard
    ) -> [(connection: TCPConnection, kind: RelayedConnectionHeader.Kind, bytes: [UInt8])] {
        setWriter(nil, of: shard)
        let waiting = connections.values.filter { $0.shard == shard }
        for relayed in waiting { remove(relayed) }
        return waiting.filter { $0.client.isOpen }.map { ($0.client, $0.kind, $0.detachClient()) }
    }

    /// Stops reading from all clients, because this node stops, and drops clients without a
    /// connection to an owner. The owners still answer the calls under way. Clients reconnect to
    /// another server.
    package func stopReadingAllClients() {
        for connection in connections.values { connection.stopReadingOrDropClient() }
    }

    func dial(
        _ writer: ClusterMembership.Writer, _ header: RelayedConnectionHeader,
        _ completion: @escaping (Result<TCPConnection, InnerPortConnectionFailure>) -> Void
    ) -> InnerPortConnectionAttempt {
        InnerPortConnectionAttempt(
            to: writer, header, proof: proof, on: connectionSet, outboxLimit: limits.outboxLimit
        ) { [unowned self] result in
            completion(result)
            if case .success = result { onReached(writer.generation) }
        }
    }

    func passToOwnServer(_ relayed: RelayedConnection) {
        remove(relayed)
        onOwnRequest(relayed.client, relayed.detachClient())
    }

    func passToOwnShard(_ relayed: RelayedConnection, at shard: Shard) {
        remove(relayed)
        onOwnShard(shard, relayed.client, relayed.detachClient())
    }

    func remove(_ relayed: RelayedConnection) {
        connections[ObjectIdentifier(relayed.client)] = nil
    }
}

/// The connections that watch other nodes.
extension ClientRelay {
    /// Watches each node that owns a shard, and no other node.
    private func watchOwners() {
        let owners = Set(writers.values.map(\.generation))
        for node in watches.keys where !owners.contains(node) { watches[node] = nil }
        for node in owners where watches[node] == nil {
            watches[node] = NodeWatch(over: node, by: self)
        }
    }

    /// Returns the first shard that a node owns, and the node as the shard's writer; nil if the
    /// node owns no shard.
    fileprivate func firstOwnedShard(of node: ClusterSequenceNumber) -> (
        Shard, ClusterMembership.Writer
    )? {
        writers.filter { $0.value.generation == node }.min { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}

/// An idle connection to a node. Its end shows that the node has ended.
private final class NodeWatch {
    private static let pause = Duration.milliseconds(50)

    private let node: ClusterSequenceNumber
    private unowned let relay: ClientRelay
    private var dial: InnerPortConnectionAttempt?
    private var connection: TCPConnection?
    private var retry: Timer?

    init(over node: ClusterSequenceNumber, by relay: ClientRelay) {
        self.node = node
        self.relay = relay
        // Not at once, because the relay may be changing its owners.
        redial(after: .zero)
    }

    deinit {
        connection?.dropSilently()
    }

    var isOpen: Bool { connection != nil }

    private func dialWatchedNode() {
        guard let (shard, writer) = relay.firstOwnedShard(of: node) else { return }
        let header = RelayedConnectionHeader(
            .watch, of: shard, by: relay.generation, to: writer.term)
        dial = relay.dial(writer, header) { [unowned self] result in
            dial = nil
            switch result {
            case .success(let connection):
                self.connection = connection
                connection.onEnd = { [unowned self] _ in
                    self.connection = nil
                    reportEndAndRetry(isRefused: false)
                }
            case .failure(let failure): reportEndAndRetry(isRefused: failure == .refused)
            }
        }
    }

    private func reportEndAndRetry(isRefused: Bool) {
        redial(after: Self.pause)
        let (node, relay) = (node, relay)
        if isRefused { relay.onRefused(node) } else { relay.onLost(node) }
    }

    private func redial(after pause: Duration) {
        retry = Timer(on: relay.loop) { [unowned self] in dialWatchedNode() }
        retry?.arm(after: pause)
    }
}
