import Cluster
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import TestSupport
import Testing

/// A node that stands by, a writer's inner port, and clients, all on one loop.
final class RelayWorld {
    let loop: Loop
    let connectionSet: ConnectionSet
    let relay: ClientRelay
    private(set) var inner: InnerPort?
    private var listener: TCPConnectionListener?
    /// The connections that the writer received.
    private(set) var received: [(header: RelayedConnectionHeader, end: TestEnd)] = []
    private(set) var ownRequests: [[UInt8]] = []
    /// The addresses of connections to the writer that are not from a node.
    private(set) var strangers: [String] = []
    private var connectors: [TCPConnector] = []

    static let term = ClusterSequenceNumber(rawValue: 5)
    static let generation = ClusterSequenceNumber(rawValue: 4)

    init(
        limits: ClientRelay.RelayLimits = ClientRelay.RelayLimits(), nodeKey: String = "key"
    ) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        let proof = { (key: String) in
            RelayProver(key: Array(key.utf8))
        }
        relay = ClientRelay(on: connectionSet, proof: proof(nodeKey), within: limits)
        relay.generation = Self.generation
        let inner = try InnerPort(
            at: .anyLoopback, proof: proof("key"), on: connectionSet, outboxLimit: 4 << 20)
        inner.terms = [.home: Self.term]
        self.inner = inner
        var take: ((TCPConnection) -> Void)?
        let admission = AdmissionControl(limit: 100, limitPerAddress: 100)
        listener = try TCPConnectionListener(
            at: .anyLoopback, on: connectionSet, admission: admission
        ) {
            take?($0)
        }
        take = { [unowned self] in relay.relay($0, .client) }
        inner.onConnection = { [unowned self] in
            guard $1.kind != .watch else { return }
            let end = TestEnd($0)
            received.append(($1, end))
            $0.deliverAlreadyReceived($2)
        }
        inner.onStranger = { [unowned self] in strangers.append($0.hostText) }
        relay.onOwnRequest = { [unowned self] in
            ownRequests.append($1)
            $0.drop()
        }
    }

    deinit {
        relay.setWriter(nil, of: .home)
        connectionSet.dropAll()
        loop.close()
    }

    var innerAddress: SocketAddress { inner?.address ?? .anyLoopback }

    /// Lets the node know of the writer, perhaps through another port.
    func follow(_ term: ClusterSequenceNumber = RelayWorld.term, at port: UInt16? = nil) {
        relay.setWriter(
            ClusterMembership.Writer(
                generation: ClusterSequenceNumber(rawValue: 3), term: term,
                address: "127.0.0.1:\(port ?? innerAddress.port)"),
            of: .home)
    }

    func endInnerPort() { inner = nil }

    /// Connects a client to the node.
    func connect() -> TestEnd { connect(to: listener?.address.port ?? 0) }

    func connect(to port: UInt16) -> TestEnd {
        var end: TestEnd?
        connectors.append(
            TCPConnector(to: "127.0.0.1", port: port, on: connectionSet) {
                if case .success(let connection) = $0 { end = TestEnd(connection) }
            })
        run { end != nil }
        connectors = []
        return end ?? TestEnd(nil)
    }

    func run(until isTrue: @escaping () -> Bool, at location: SourceLocation = #_sourceLocation) {
        #expect(loop.run(until: isTrue), "waited in vain", sourceLocation: location)
    }

    /// Runs for two milliseconds: nothing announces that nothing more happens.
    func turn() {
        var isOver = false
        let timer = Timer(on: loop) { isOver = true }
        timer.arm(after: .milliseconds(2))
        run { isOver }
        _ = consume timer
    }

    /// The connection number `index` of the writer, once it has come.
    func writerEnd(_ index: Int = 0, at location: SourceLocation = #_sourceLocation) -> TestEnd {
        run(until: { self.received.count > index }, at: location)
        return received.count > index ? received[index].end : TestEnd(nil)
    }
}

/// One end of a connection: the received bytes, and the end.
final class TestEnd {
    let connection: TCPConnection?
    private(set) var bytes: [UInt8] = []
    private(set) var hasFinished = false
    private(set) var end: TCPConnection.End?

    init(_ connection: TCPConnection?) {
        self.connection = connection
        connection?.isAwaited = true
        connection?.onBytes = { chunk in
            for index in chunk.indices { self.bytes.append(chunk[index]) }
        }
        connection?.onProgress = { if case .peerFinished = $0 { self.hasFinished = true } }
        connection?.onEnd = { self.end = $0 }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isOver: Bool { hasFinished || end != nil }

    func send(_ text: String) { send(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) { connection?.send(bytes) }
    func finish() { connection?.finishSending() }
}
