import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestSupport
import Testing

/// A loop with a server on a free port of this machine.
final class LocalServer {
    /// The server's behaviour towards each connection.
    enum Behaviour: Sendable {
        /// Accepts a WebSocket at `path`.
        case hub(path: String)
        case answer(HTTPResponse)
        /// Sends a text and hangs up.
        case text(String)
        case silence
    }

    let loop: Loop
    let connectionSet: ConnectionSet
    private(set) var peers: [IncomingWebClient] = []
    private(set) var ends: [IncomingWebClient.End] = []
    private(set) var texts: [String] = []
    /// The targets of the requests.
    private(set) var targets: [String] = []
    /// Returns the answer to a text.
    var reply: (String) -> String = { $0 }
    private var listener: TCPConnectionListener?
    private var connections: [TCPConnection] = []
    let port: UInt16

    init(
        _ behaviour: Behaviour = .hub(path: "/sock/1/demo/websocket"), tls: TLSContext? = nil
    ) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        var admit: ((TCPConnection) -> Void)?
        // Reserved, because another test must not get it once this one stops listening.
        let free = try #require(SocketAddress(host: "127.0.0.1", port: freePort()))
        let admission = AdmissionControl(limit: 100, limitPerAddress: 100)
        let listener = try TCPConnectionListener(at: free, on: connectionSet, admission: admission)
        {
            admit?($0)
        }
        listener.encryption = tls
        listener.outboxLimit = .max / 2
        port = listener.address.port
        self.listener = listener
        admit = { [unowned self] in answer($0, as: behaviour) }
    }

    deinit {
        connectionSet.dropAll()
        loop.close()
    }

    func stopListening() {
        listener = nil
    }

    /// Runs the loop until a condition is true that only the loop's events can make true.
    func run(until isTrue: @escaping () -> Bool, location: SourceLocation = #_sourceLocation) {
        #expect(loop.run(until: isTrue), "waited in vain", sourceLocation: location)
    }

    private func answer(_ connection: TCPConnection, as behaviour: Behaviour) {
        switch behaviour {
        case .silence: connections.append(connection)
        case .text(let text):
            connection.onBytes = { [unowned connection] _ in
                connection.send(Array(text.utf8))
                connection.finishSending()
                connection.onBytes = nil
            }
            connections.append(connection)
        case .hub(let path):
            serveHTTP(connection) {
                RequestTarget($0.target.segments).description == path ? nil : .notFound
            }
        case .answer(let response): serveHTTP(connection) { _ in response }
        }
    }

    /// Accepts a WebSocket, unless `answer` returns a response.
    private func serveHTTP(
        _ connection: TCPConnection, _ answer: @escaping (HTTPRequest) -> HTTPResponse?
    ) {
        IncomingWebClient(
            connection, on: connectionSet,
            IncomingWebClient.PeerCallbacks(
                request: { [unowned self] peer, request, ticket in
                    targets.append(request.target.description)
                    if let answer = answer(request) {
                        peer.answer(ticket, answer)
                    } else if peer.openWebSocket(ticket) {
                        peers.append(peer)
                    }
                },
                message: { [unowned self] peer, text in
                    let text = String(decoding: text.map(\.self), as: UTF8.self)
                    texts.append(text)
                    peer.send(
                        frame: OutgoingWebSocketFrame.text([UInt8](reply(text).utf8)).encoded())
                },
                ended: { [weak self] _, end in self?.ends.append(end) }))
    }
}

extension HTTPResponse {
    fileprivate static let notFound = HTTPResponse(.notFound)
}

extension Span<UInt8> {
    fileprivate func map(_ transform: (UInt8) -> UInt8) -> [UInt8] {
        indices.map { transform(self[$0]) }
    }
}
