package import Cluster
import SimperiumClock
package import SimperiumLoop
package import SimperiumNetwork

/// The port for the other nodes of a cluster. It accepts a connection if the peer proves that it is
/// a node, and if this node owns the connection's shard or begins to own the shard before the
/// handshake times out. Other connections are closed before any bytes of their clients are parsed.
///
/// The port is open as long as the process lives. So a node that refuses connections is dead.
package final class InnerPort {
    private static let timeout = Duration.seconds(5)
    /// The maximum number of incomplete handshakes. Further connections are dropped.
    private static let mostHandshakes = 1_024

    private final class PendingHandshake {
        let connection: TCPConnection
        var acceptor: RelayHandshakeAcceptor
        /// The header and the bytes after it; nil until the node has proved that it belongs to the
        /// cluster.
        var accepted: (header: RelayedConnectionHeader, bytes: [UInt8])?

        init(_ connection: TCPConnection, _ acceptor: RelayHandshakeAcceptor) {
            self.connection = connection
            self.acceptor = acceptor
        }
    }

    private var listener: TCPConnectionListener?
    private let connectionSet: ConnectionSet
    private let proof: RelayProver
    private var handshakes: [ObjectIdentifier: PendingHandshake] = [:]
    /// The terms of the shards whose clients this node accepts.
    package var terms: [Shard: ClusterSequenceNumber] = [:]
    /// Receives the address of a connection without a valid proof.
    package var onStranger: (SocketAddress) -> Void = { _ in }
    /// Receives a node's connection, its header, and the client's first bytes.
    package var onConnection: (TCPConnection, RelayedConnectionHeader, [UInt8]) -> Void = {
        _, _, _ in
    }

    package init(
        at address: SocketAddress, proof: RelayProver, on connectionSet: ConnectionSet,
        outboxLimit: Int
    ) throws(LibraryError) {
        self.connectionSet = connectionSet
        self.proof = proof
        let admission = AdmissionControl(limit: .max, limitPerAddress: .max)
        listener = try TCPConnectionListener(at: address, on: connectionSet, admission: admission) {
            [unowned self] in startHandshake($0)
        }
        listener?.outboxLimit = outboxLimit
    }

    package var address: SocketAddress? { listener?.address }

    /// Returns true while this node accepts the clients of a shard. Clients that arrive earlier
    /// wait.
    package func serves(_ shard: Shard) -> Bool { terms[shard] != nil }

    /// Accepts the clients of a shard from now on, including the clients that already wait.
    package func openToClients(_ shard: Shard, under term: ClusterSequenceNumber) {
        terms[shard] = term
        for handshake in handshakes.values where handshake.accepted?.header.shard == shard {
            passHoldOrDrop(handshake)
        }
    }

    private func startHandshake(_ connection: TCPConnection) {
        guard handshakes.count < Self.mostHandshakes else { return connection.drop() }
        let handshake = PendingHandshake(
            connection,
            RelayHandshakeAcceptor(proof, nonce: SecureRandom.bytes(RelayProver.nonceLength)))
        handshakes[ObjectIdentifier(connection)] = handshake
        connection.deadline = connectionSet.loop.now + Self.timeout
        connection.onDeadline = { [unowned connection] in connection.drop() }
        connection.onEnd = { [unowned self, unowned connection] _ in
            handshakes[ObjectIdentifier(connection)] = nil
        }
        connection.onBytes = { [unowned self, unowned handshake] in
            read([UInt8](copying: $0.span), handshake)
        }
    }

    private func read(_ bytes: [UInt8], _ handshake: PendingHandshake) {
        let connection = handshake.connection
        switch handshake.acceptor.read(bytes) {
        case .incomplete: break
        case .send(let answer): connection.send(answer)
        case .refused:
            onStranger(connection.peer)
            connection.drop()
        case .accepted(let header, let rest):
            handshake.accepted = (header, rest)
            passHoldOrDrop(handshake)
        }
    }

    /// Passes on a connection for the present term of its shard, and drops a connection for an
    /// earlier term. A connection for a later term waits, because other nodes know of a term before
    /// this node can accept its clients.
    private func passHoldOrDrop(_ handshake: PendingHandshake) {
        guard let (header, bytes) = handshake.accepted else { return }
        let (connection, term) = (handshake.connection, terms[header.shard])
        guard header.term == term else {
            // A node may not know yet that another term has begun.
            if let term, term > header.term { return connection.drop() }
            return connection.setReading(false)
        }
        handshakes[ObjectIdentifier(connection)] = nil
        connection.removeOwner()
        connection.relay = header.generation.rawValue
        connection.setReading(true)
        onConnection(connection, header, bytes)
    }
}

/// The failure of an attempt to connect to an owner's inner port.
enum InnerPortConnectionFailure: Error {
    case refused
    case other
}

/// An attempt to connect to an owner's inner port. Releasing the object cancels the attempt.
final class InnerPortConnectionAttempt {
    private static let timeout = Duration.seconds(2)

    private var connector: TCPConnector?
    private var connection: TCPConnection?
    private var dialer: RelayHandshakeDialer
    private var completion: ((Result<TCPConnection, InnerPortConnectionFailure>) -> Void)?

    /// Dials the writer. `completion` is called once, when the header is queued or the attempt has
    /// failed.
    init(
        to writer: ClusterMembership.Writer, _ header: RelayedConnectionHeader, proof: RelayProver,
        on connectionSet: ConnectionSet, outboxLimit: Int,
        _ completion: @escaping (Result<TCPConnection, InnerPortConnectionFailure>) -> Void
    ) {
        self.completion = completion
        dialer = RelayHandshakeDialer(
            proof, nonce: SecureRandom.bytes(RelayProver.nonceLength), header: header)
        let address = InnerPortAddress(writer.address)
        connector = TCPConnector(
            to: address?.host ?? "", port: address?.port ?? 0, on: connectionSet,
            within: Self.timeout, outboxLimit: outboxLimit
        ) { [unowned self] result in
            switch result {
            case .success(let connection):
                startHandshake(connection, until: connectionSet.loop.now + Self.timeout)
            case .failure(.refused): complete(.failure(.refused))
            case .failure: complete(.failure(.other))
            }
        }
    }

    deinit {
        connection?.dropSilently()
    }

    private func startHandshake(_ connection: TCPConnection, until deadline: Instant) {
        self.connection = connection
        connection.deadline = deadline
        connection.onDeadline = { [unowned connection] in connection.drop() }
        connection.onEnd = { [unowned self] _ in complete(.failure(.other)) }
        connection.onBytes = { [unowned self, unowned connection] in
            switch dialer.read([UInt8](copying: $0.span)) {
            case .incomplete: break
            case .send(let header):
                connection.send(header)
                connection.removeOwner()
                complete(.success(connection))
            case .accepted, .refused: connection.drop()
            }
        }
        connection.send(dialer.greeting)
    }

    private func complete(_ result: Result<TCPConnection, InnerPortConnectionFailure>) {
        connection = nil
        exchange(&completion, with: nil)?(result)
    }
}
