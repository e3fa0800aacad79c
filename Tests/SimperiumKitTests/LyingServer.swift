import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestSupport
import Testing

/// A server that violates all rules, on its own thread.
final class LyingServer: Sendable {
    enum Behaviour: Sendable {
        /// Accepts connections and sends nothing.
        case silence
        /// Answers any bytes with this text, and hangs up.
        case text(String)
        /// Accepts WebSockets, and answers the first message with these frames.
        case frames([[UInt8]])
    }

    private let thread: LoopThread<LyingServerActor>
    let port: UInt16

    /// `certificate` is the name of one that `Certificates` makes.
    init(_ behaviour: Behaviour, certificate: String? = nil) async throws {
        thread = try LoopThread(
            { loop in
                let server = LyingServerActor(behaviour, on: loop)
                try server.assumeIsolated { try $0.begin(with: certificate) }
                return server
            },
            beforeClose: { server in server.assumeIsolated { $0.end() } })
        port = await thread.rootActor.port
    }

    /// The number of connections so far.
    var connectionCount: Int {
        get async { await thread.rootActor.connectionCount }
    }
}

actor LyingServerActor {
    private let loop: Loop
    private let behaviour: LyingServer.Behaviour
    private var server: LyingServerOnLoop?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(_ behaviour: LyingServer.Behaviour, on loop: Loop) {
        self.behaviour = behaviour
        self.loop = loop
    }

    var port: UInt16 { server?.port ?? 0 }
    var connectionCount: Int { server?.connections.count ?? 0 }

    func begin(with certificate: String?) throws {
        server = try LyingServerOnLoop(behaviour, with: certificate, on: loop)
    }

    func end() {
        server?.end()
        server = nil
    }
}

/// The server on the loop's thread.
private final class LyingServerOnLoop {
    private let behaviour: LyingServer.Behaviour
    private let connectionSet: ConnectionSet
    private var listener: TCPConnectionListener?
    private(set) var connections: [TCPConnection] = []
    private var answeredPeers: Set<Int> = []

    init(_ behaviour: LyingServer.Behaviour, with certificate: String?, on loop: Loop) throws {
        self.behaviour = behaviour
        connectionSet = ConnectionSet(on: loop)
        let free = try #require(SocketAddress(host: "127.0.0.1", port: 0))
        let admission = AdmissionControl(limit: 1_000, limitPerAddress: 1_000)
        let listener = try TCPConnectionListener(at: free, on: connectionSet, admission: admission)
        {
            [unowned self] in answer($0)
        }
        listener.outboxLimit = .max / 2
        listener.encryption = try certificate.map { name in
            try TLSContext.server(
                certificate: Certificates.shared.path(name), key: Certificates.shared.key)
        }
        self.listener = listener
    }

    var port: UInt16 { listener?.address.port ?? 0 }

    func end() {
        (listener, connections) = (nil, [])
        connectionSet.dropAll()
    }

    private func answer(_ connection: TCPConnection) {
        connections.append(connection)
        switch behaviour {
        case .silence: break
        case .text(let text):
            connection.onBytes = { [unowned connection] _ in
                connection.send(Array(text.utf8))
                connection.finishSending()
                connection.onBytes = nil
            }
        case .frames(let frames): sendFrames(connection, frames)
        }
    }

    private func sendFrames(_ connection: TCPConnection, _ frames: [[UInt8]]) {
        let peer = IncomingWebClient(
            connection, on: connectionSet,
            IncomingWebClient.PeerCallbacks(
                request: { peer, _, ticket in _ = peer.openWebSocket(ticket) },
                message: { [unowned self] peer, _ in
                    guard answeredPeers.insert(peer.tag).inserted else { return }
                    for frame in frames { peer.send(frame: frame) }
                },
                ended: { _, _ in }))
        peer.tag = connections.count
    }
}

extension LyingServer.Behaviour {
    /// Frames with one of these messages each.
    static func messages(_ texts: [String]) -> Self {
        .frames(texts.map { OutgoingWebSocketFrame.text(Array($0.utf8)).encoded() })
    }
}
