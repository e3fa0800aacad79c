package import Cluster
import SimperiumClock
import SimperiumLoop
package import SimperiumNetwork
import SimperiumWebWire

/// The connections that a node passes to the writer while it stands by.
package final class ClientRelay {
    package struct Limits: Hashable, Sendable {
        /// The time until a writer is found, and the bytes of a client that wait so long.
        package var patience = Duration.seconds(10)
        package var kept = 64 << 10
        /// The bytes that may wait in a connection.
        package var outbox = 4 << 20

        package init() {}
    }

    /// The pause between two attempts to watch the writer.
    private static let pause = Duration.milliseconds(50)

    let loop: Loop
    private let connectionSet: ConnectionSet
    private let proof: RelayProof
    let limits: Limits
    private var connections: [ObjectIdentifier: RelayedConnection] = [:]
    package private(set) var writer: ClusterLife.Writer?
    /// The generation of this node.
    package var generation = ClusterNumber(rawValue: 0)
    private var watching: InnerDial?
    /// An idle connection, which ends with the writer.
    private var watch: TCPConnection?
    private var retry: Timer?
    /// Receives a connection that asks for a page about this node, and its bytes.
    package var onOwnRequest: (TCPConnection, [UInt8]) -> Void = { _, _ in }
    /// No program listens at the inner port of a node.
    package var onRefused: (ClusterNumber) -> Void = { _ in }
    /// The connection to a writer ended.
    package var onLost: (ClusterNumber) -> Void = { _ in }

    package init(
        on connectionSet: ConnectionSet, proof: RelayProof, within limits: Limits = Limits()
    ) {
        self.connectionSet = connectionSet
        loop = connectionSet.loop
        self.proof = proof
        self.limits = limits
    }

    var now: Instant { loop.now }
    package var count: Int { connections.count }
    /// True if the writer has answered, and the connection to it is open.
    package var isReachable: Bool { watch != nil }

    /// The answer of a node that has found no writer.
    static let refusal: [UInt8] = {
        var response = HTTPResponse(.unavailable)
        response.fields.add("Retry-After", "1")
        response.isLast = true
        return response.encoded(answering: nil)
    }()

    package func take(_ connection: TCPConnection, _ kind: RelayHeader.Kind) {
        let relayed = RelayedConnection(connection, kind, on: self)
        if connection.isOpen { connections[ObjectIdentifier(connection)] = relayed }
    }

    /// Sends new connections to this writer, and those that wait. Connections to another one end.
    package func follow(_ writer: ClusterLife.Writer?) {
        guard writer != self.writer else { return }
        self.writer = writer
        endWatch()
        for connection in connections.values where connection.writer != writer {
            connection.leaveWriter()
        }
        guard writer != nil else { return }
        watchWriter()
        for connection in connections.values { connection.connect() }
    }

    /// Stops, because this node is the writer. Returns the connections that wait, and their bytes.
    package func handOver() -> [(connection: TCPConnection, kind: RelayHeader.Kind, bytes: [UInt8])]
    {
        follow(nil)
        return exchange(&connections, with: [:]).values.filter { $0.client.isOpen }.map {
            ($0.client, $0.kind, $0.handOver())
        }
    }

    /// Ends all connections, because this node stops. The writer answers calls under way. Clients
    /// come back by another server.
    package func endAll() {
        for connection in connections.values { connection.endClient() }
    }

    func dial(
        _ writer: ClusterLife.Writer, _ header: RelayHeader,
        _ take: @escaping (Result<TCPConnection, InnerDial.Failure>) -> Void
    ) -> InnerDial {
        InnerDial(
            to: writer, header, proof: proof, on: connectionSet, outboxLimit: limits.outbox, take)
    }

    func answerItself(_ relayed: RelayedConnection) {
        remove(relayed)
        onOwnRequest(relayed.client, relayed.handOver())
    }

    func remove(_ relayed: RelayedConnection) {
        connections[ObjectIdentifier(relayed.client)] = nil
    }
}

/// The watch over the writer.
extension ClientRelay {
    private func watchWriter() {
        guard let writer else { return }
        let header = RelayHeader(.watch, by: generation, to: writer.term)
        watching = dial(writer, header) { [unowned self] result in
            watching = nil
            switch result {
            case .success(let connection):
                watch = connection
                connection.onEnd = { [unowned self] _ in
                    watch = nil
                    watchAgain(writer)
                    onLost(writer.generation)
                }
            case .failure(let failure):
                watchAgain(writer)
                if failure == .refused {
                    onRefused(writer.generation)
                } else {
                    onLost(writer.generation)
                }
            }
        }
    }

    private func watchAgain(_ writer: ClusterLife.Writer) {
        retry = Timer(on: loop) { [unowned self] in
            if writer == self.writer { watchWriter() }
        }
        retry?.arm(after: Self.pause)
    }

    private func endWatch() {
        watching = nil
        retry = nil
        watch?.onEnd = nil
        watch?.drop()
        watch = nil
    }
}
