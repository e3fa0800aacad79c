import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestSupport
import Testing

/// A server that violates all rules, on its own thread.
final class LyingServer: Sendable {
    enum Manner: Sendable {
        /// Accepts connections and sends nothing.
        case silence
        /// Answers any bytes with this text, and hangs up.
        case text(String)
        /// Accepts WebSockets, and answers the first message with these frames.
        case frames([[UInt8]])
    }

    private let thread: LoopThread<LiarLife>
    let port: UInt16

    /// `certificate` is the name of one that `Certificates` makes.
    init(_ manner: Manner, certificate: String? = nil) async throws {
        thread = try LoopThread(
            { loop in
                let life = LiarLife(manner, on: loop)
                try life.assumeIsolated { try $0.begin(with: certificate) }
                return life
            },
            beforeClose: { life in life.assumeIsolated { $0.end() } })
        port = await thread.rootActor.port
    }

    /// The number of connections so far.
    var guestCount: Int {
        get async { await thread.rootActor.guestCount }
    }
}

actor LiarLife {
    private let loop: Loop
    private let manner: LyingServer.Manner
    private var liar: Liar?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(_ manner: LyingServer.Manner, on loop: Loop) {
        self.manner = manner
        self.loop = loop
    }

    var port: UInt16 { liar?.port ?? 0 }
    var guestCount: Int { liar?.guests.count ?? 0 }

    func begin(with certificate: String?) throws {
        liar = try Liar(manner, with: certificate, on: loop)
    }

    func end() {
        liar?.end()
        liar = nil
    }
}

/// The server on the loop's thread.
private final class Liar {
    private let manner: LyingServer.Manner
    private let connectionSet: ConnectionSet
    private var listener: TCPConnectionListener?
    private(set) var guests: [TCPConnection] = []
    private var toldPeers: Set<Int> = []

    init(_ manner: LyingServer.Manner, with certificate: String?, on loop: Loop) throws {
        self.manner = manner
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
        (listener, guests) = (nil, [])
        connectionSet.dropAll()
    }

    private func answer(_ connection: TCPConnection) {
        guests.append(connection)
        switch manner {
        case .silence: break
        case .text(let text):
            connection.onBytes = { [unowned connection] _ in
                connection.send(Array(text.utf8))
                connection.finishSending()
                connection.onBytes = nil
            }
        case .frames(let frames): talk(connection, saying: frames)
        }
    }

    private func talk(_ connection: TCPConnection, saying frames: [[UInt8]]) {
        let peer = IncomingWebClient(
            connection, on: connectionSet,
            IncomingWebClient.PeerCallbacks(
                request: { peer, _, ticket in _ = peer.openWebSocket(ticket) },
                message: { [unowned self] peer, _ in
                    guard toldPeers.insert(peer.tag).inserted else { return }
                    for frame in frames { peer.send(frame: frame) }
                },
                ended: { _, _ in }))
        peer.tag = guests.count
    }
}

extension LyingServer.Manner {
    /// Frames with one of these messages each.
    static func messages(_ texts: [String]) -> Self {
        .frames(texts.map { OutgoingWebSocketFrame.text(Array($0.utf8)).encoded() })
    }
}
