package import SimperiumLoop
package import SimperiumWebWire

/// A listener that accepts connections on one address as bare sockets, for any protocol.
package final class SocketListener {
    /// The maximum number of connections that are accepted in one turn. More would delay the
    /// connected clients.
    private static let arrivalsPerTurn = 16
    /// The pause in accepting connections after descriptors or memory have run out.
    private static let pause = Duration.milliseconds(100)

    package let address: SocketAddress
    private let socket: Socket
    private var readiness: ReadinessWatch?
    private var pauseTimer: Timer?
    private let loop: Loop
    private var proxies = TrustedProxies()
    private var pendingProxyConnections: PendingProxyConnections?

    package var onConnection: ((Socket, SocketAddress) -> Void)?
    /// Called when a connection can't be accepted for lack of descriptors or memory. A pause
    /// follows.
    package var onNoRoom: ((LibraryError) -> Void)?

    /// Listens on `address`; with port 0, on any free port.
    package convenience init(at address: SocketAddress, on loop: Loop) throws(LibraryError) {
        try self.init(of: try Socket.listening(on: address), on: loop)
    }

    /// Listens on a socket that another process opened and passed to this process. Throws if the
    /// socket does not listen.
    package convenience init(adopting socket: Descriptor, on loop: Loop) throws(LibraryError) {
        try self.init(of: try Socket(adopting: socket), on: loop)
    }

    private init(of socket: Socket, on loop: Loop) throws(LibraryError) {
        guard let address = socket.localAddress else { throw Socket.error("getsockname") }
        self.socket = socket
        self.address = address
        self.loop = loop
        readiness = try ReadinessWatch(of: socket.descriptor, on: loop) { [unowned self] _ in
            acceptNextArrivals()
        }
        pauseTimer = Timer(on: loop) { [unowned self] in readiness?.startPolling(for: .readable) }
        readiness?.startPolling(for: .readable)
    }

    /// Expects a PROXY header with the client's address on each connection from these proxies. The
    /// connection is delivered with that address.
    ///
    /// If the header is optional, a connection without it is delivered as the proxy's own.
    /// Otherwise, such a connection is closed.
    package func acceptProxyHeaders(from proxies: TrustedProxies, isHeaderOptional: Bool) {
        self.proxies = proxies
        pendingProxyConnections = PendingProxyConnections(
            on: loop, isHeaderOptional: isHeaderOptional
        ) { [unowned self] in
            onConnection?($0, $1)
        }
    }

    private func deliverOrAwaitHeader(_ arrival: Socket, from peer: SocketAddress) {
        guard !proxies.isEmpty, proxies.contains(peer.host) else {
            onConnection?(arrival, peer)
            return
        }
        pendingProxyConnections?.awaitHeader(arrival, from: peer)
    }

    private func acceptNextArrivals() {
        for _ in 0..<Self.arrivalsPerTurn {
            switch socket.accept() {
            case .socket(let arrival, let peer): deliverOrAwaitHeader(arrival, from: peer)
            case .missed: continue
            case .noneWaiting: return
            case .noRoom(let error):
                readiness?.startPolling(for: [])
                pauseTimer?.arm(after: Self.pause)
                onNoRoom?(error)
                return
            }
        }
    }
}
