import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestSupport
import Testing

/// A server on a free port of this machine, with the loop that it shares with its clients.
///
/// It answers each request with the request's line, and each message with the message.
final class Station {
    let loop: Loop
    let connectionSet: ConnectionSet
    let admission: AdmissionControl
    private(set) var listener: TCPConnectionListener?
    let port: UInt16
    let isEncrypted: Bool
    /// The open WebSockets.
    private(set) var peers: [IncomingWebClient] = []
    /// The ends of all connections, in their order.
    private(set) var ends: [IncomingWebClient.End] = []
    /// Requests for `/later`, which are answered when a test wants it.
    var waiting: [(IncomingWebClient, IncomingWebClient.RequestTicket)] = []
    /// Receives the connections that are released for a request for `/release`.
    var onRelease: ((TCPConnection) -> Void)?
    /// The beginnings and lengths of the messages that were not kept.
    private(set) var discarded: [(head: [UInt8], count: Int)] = []
    /// The lengths of the messages that were kept, in their order.
    private(set) var lengths: [Int] = []
    /// The number of congested peers.
    private(set) var congestions = 0
    /// The number of signs of life other than messages.
    private(set) var signs = 0
    /// The largest number of unsent bytes of a peer that asked for more.
    private(set) var mostUntaken = 0

    init(
        encryption: TLSContext? = nil,
        limits: IncomingWebClient.Limits = IncomingWebClient.Limits(),
        admission: AdmissionControl = AdmissionControl(limit: 10_000, limitPerAddress: 10_000),
        outboxLimit: Int = 1 << 20, budget: MemoryBudget = .boundless
    ) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop, within: budget)
        self.admission = admission
        isEncrypted = encryption != nil
        // Reserved, because another test must not get it once this one stops to listen.
        let free = try #require(SocketAddress(host: "127.0.0.1", port: freePort()))
        var take: ((TCPConnection) -> Void)?
        let listener = try TCPConnectionListener(at: free, on: connectionSet, admission: admission)
        { take?($0) }
        port = listener.address.port
        self.listener = listener
        listener.encryption = encryption
        listener.outboxLimit = outboxLimit
        take = { [weak self] in self?.admit($0, limits) }
    }

    deinit {
        connectionSet.dropAll()
        loop.close()
    }

    /// Accepts no more connections.
    func stopListening() {
        listener = nil
    }

    /// Runs until a condition holds, which only events of the loop can make true.
    func run(
        until isTrue: @escaping () -> Bool, location: SourceLocation = #_sourceLocation
    ) {
        #expect(loop.run(until: isTrue), "waited in vain", sourceLocation: location)
    }

    /// Accepts a connection, also from another listener than the station's own.
    func admit(
        _ connection: TCPConnection, _ limits: IncomingWebClient.Limits = IncomingWebClient.Limits()
    ) {
        let reception = IncomingWebClient.PeerCallbacks(
            limits: limits,
            request: { [weak self] in self?.answer($0, $1, $2) },
            message: { [weak self] peer, text in
                self?.noteUntaken(by: peer)
                let text = [UInt8](copying: text)
                self?.lengths.append(text.count)
                peer.send(frame: OutgoingWebSocketFrame.text(text).encoded())
            },
            ended: { [weak self] peer, end in
                self?.peers.removeAll { $0 === peer }
                self?.ends.append(end)
            })
        reception.acceptsLongMessage = { _, head in head[0] != UInt8(ascii: "-") }
        reception.discarded = { [weak self] _, head, count in
            self?.discarded.append((head, count))
        }
        reception.inputReceived = { [weak self] _ in self?.signs += 1 }
        reception.congested = { [weak self] _ in self?.congestions += 1 }
        reception.drained = { [weak self] _ in self?.congestions -= 1 }
        IncomingWebClient(connection, on: connectionSet, reception)
    }

    private func noteUntaken(by peer: IncomingWebClient) {
        mostUntaken = max(mostUntaken, peer.connection.queuedBytes)
    }

    private func answer(
        _ peer: IncomingWebClient, _ request: HTTPRequest, _ ticket: IncomingWebClient.RequestTicket
    ) {
        noteUntaken(by: peer)
        switch request.target.segments.first {
        case "ws": if peer.openWebSocket(ticket) { peers.append(peer) }
        case "later": waiting.append((peer, ticket))
        case "release": if let connection = peer.releaseConnection() { onRelease?(connection) }
        case "missing": peer.answer(ticket, HTTPResponse(.notFound))
        case "large":
            peer.answer(ticket, HTTPResponse(.ok, body: [UInt8](repeating: 120, count: 300_000)))
        default:
            let head = "\(request.method.rawValue) \(request.target) "
            peer.answer(ticket, HTTPResponse(.ok, body: Array(head.utf8) + request.body))
        }
    }
}

extension Loop {
    /// Returns the number of this process's open sockets from or to `port` of this machine.
    func socketCount(at port: UInt16) -> Int {
        (0..<4_096).count { number in
            RawSocket.ports(of: number).contains(port)
        }
    }
}
