package import SimperiumLoop
package import SimperiumWebWire

/// A listener that accepts connections on one address, within the limits of an `AdmissionControl`.
package final class TCPConnectionListener {
    private let sockets: SocketListener
    private let connectionSet: ConnectionSet
    private let admission: AdmissionControl
    private let take: (TCPConnection) -> Void
    /// The connections that wait to start their TLS handshakes. The limits of `admission` include
    /// them.
    private var waiting: [ObjectIdentifier: PendingConnection] = [:]

    package var encryption: TLSContext?
    package var outboxLimit = 1 << 20
    /// Called for each connection that was closed because there are too many connections.
    package var onConnectionRefused: ((SocketAddress) -> Void)?
    /// The proxies that are trusted to name their clients. Without a PROXY header, a connection
    /// counts as the proxy's own, and its requests name the client in `X-Forwarded-For`.
    package var proxies = TrustedProxies() {
        didSet { sockets.acceptProxyHeaders(from: proxies, isHeaderOptional: true) }
    }
    /// Returns true if a client is banned. Its connection is then closed without reading any input.
    package var isBanned: (SocketAddress) -> Bool = { _ in false }
    /// Called when a connection could not be accepted or set up, for example for lack of
    /// descriptors.
    package var onNoRoom: ((LibraryError) -> Void)? {
        get { sockets.onNoRoom }
        set { sockets.onNoRoom = newValue }
    }

    /// Listens on `address`; with port 0, on any free port.
    package convenience init(
        at address: SocketAddress, on connectionSet: ConnectionSet, admission: AdmissionControl,
        _ take: @escaping (TCPConnection) -> Void
    ) throws(LibraryError) {
        let sockets = try SocketListener(at: address, on: connectionSet.loop)
        self.init(to: sockets, on: connectionSet, admission: admission, take)
    }

    package init(
        to sockets: SocketListener, on connectionSet: ConnectionSet, admission: AdmissionControl,
        _ take: @escaping (TCPConnection) -> Void
    ) {
        self.sockets = sockets
        self.connectionSet = connectionSet
        self.admission = admission
        self.take = take
        sockets.onConnection = { [unowned self] socket, peer in admit(socket, from: peer) }
    }

    package var address: SocketAddress { sockets.address }

    /// Admits a connection. If the client is banned, or if there are too many connections, closes
    /// the connection at once, which costs least.
    private func admit(_ socket: Socket, from peer: SocketAddress) {
        let isProxy = !proxies.isEmpty && proxies.contains(peer.host)
        guard isProxy || !isBanned(peer) else { return }
        guard let pass = admission.admit(peer, isProxy: isProxy, at: connectionSet.loop.now) else {
            onConnectionRefused?(peer)
            return
        }
        openOrDeferHandshake(
            PendingConnection(socket: socket, peer: peer, pass: pass, isProxy: isProxy))
    }

    /// Sets up a connection. Its TLS handshake waits while the address has no allowance left,
    /// because a key exchange is the most expensive work that a stranger can cause.
    private func openOrDeferHandshake(_ arrival: PendingConnection) {
        let now = connectionSet.loop.now
        let account = arrival.pass.account
        guard encryption == nil || account.isInputAllowed(at: now) else {
            let retryTime = account.reserveRetryTime(at: now)
            if arrival.retryTimer == nil {
                waiting[ObjectIdentifier(arrival)] = arrival
                arrival.retryTimer = Timer(on: connectionSet.loop) {
                    [unowned self, unowned arrival] in
                    openOrDeferHandshake(arrival)
                }
            }
            arrival.retryTimer?.arm(at: retryTime)
            return
        }
        waiting[ObjectIdentifier(arrival)] = nil
        do {
            let session = try encryption.map { context throws(TLSFault) in
                account.chargeInputOrWork(kibibytes: AddressAccount.handshakePrice, at: now)
                return try TLSSession(serverOf: context)
            }
            let connection = try TCPConnection(
                arrival.socket, with: arrival.peer, on: connectionSet, tls: session,
                outboxLimit: outboxLimit)
            connection.count(by: arrival.pass, as: arrival.peer, isProxy: arrival.isProxy)
            take(connection)
        } catch {
            onNoRoom?(LibraryError("network", "admit", reason: "\(error)"))
        }
    }
}

/// An admitted connection that is not set up yet.
private final class PendingConnection {
    let socket: Socket
    let peer: SocketAddress
    let pass: AdmissionPass
    let isProxy: Bool
    /// The timer of the next attempt to start the TLS handshake; nil if the handshake was never
    /// deferred.
    var retryTimer: Timer?

    init(socket: Socket, peer: SocketAddress, pass: AdmissionPass, isProxy: Bool) {
        self.socket = socket
        self.peer = peer
        self.pass = pass
        self.isProxy = isProxy
    }
}
