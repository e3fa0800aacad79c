import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire

/// The listeners of a server: the public listeners, and the side entrance, a loopback listener for
/// the ssh server.
struct ServerListeners {
    private let settings: ServerSettings
    let admission: AdmissionControl
    private var listeners: [TCPConnectionListener] = []
    private var side: TCPConnectionListener?
    /// The expiry date of the certificate in use; nil without one, or if it can't be read.
    private(set) var certificateExpiry: CertificateExpiry?
    /// Returns true if a client is banned. Not called for the side entrance, whose clients have
    /// already been checked.
    var isBanned: (SocketAddress) -> Bool = { _ in false } {
        didSet { for listener in listeners { listener.isBanned = isBanned } }
    }

    /// Begins to listen. `onNoRoom` is called when a connection can't be accepted, for example for
    /// lack of descriptors. `onConnectionRefused` is called for each connection above a limit.
    init(
        _ settings: ServerSettings, on connectionSet: ConnectionSet,
        onNoRoom: @escaping (LibraryError) -> Void,
        onConnectionRefused: @escaping (SocketAddress) -> Void,
        onDoor: @escaping (TCPConnection) -> Void,
        _ onClient: @escaping (TCPConnection) -> Void
    ) throws(ServerFailure) {
        self.settings = settings
        admission = AdmissionControl(
            limit: settings.connections.most,
            limitPerAddress: settings.connections.mostPerAddress, pace: settings.addressPace)
        for address in settings.addresses {
            listeners.append(
                try .listening(at: address, on: connectionSet, admission: admission, onClient))
        }
        for socket in settings.sockets {
            do throws(LibraryError) {
                listeners.append(
                    try TCPConnectionListener(
                        to: SocketListener(adopting: socket, on: connectionSet.loop),
                        on: connectionSet, admission: admission, onClient))
            } catch {
                throw .loop(error)
            }
        }
        if !settings.proxies.isEmpty {
            for listener in listeners { listener.proxies = settings.proxies }
        }
        if let most = settings.sideConnections {
            side = try .listening(
                at: .anyLoopback, on: connectionSet,
                admission: AdmissionControl(limit: most, limitPerAddress: most), onDoor)
        }
        for listener in listeners + [side].compactMap(\.self) {
            listener.outboxLimit = settings.outboxLimit
            listener.onNoRoom = onNoRoom
            listener.onConnectionRefused = onConnectionRefused
        }
        try reloadCertificate()
    }

    /// Calls `onCrowd` once if most connections come from one address. Does nothing if a proxy is
    /// trusted.
    func watchForUntrustedProxy(_ onCrowd: @escaping (SocketAddress) -> Void) {
        guard settings.proxies.isEmpty else { return }
        admission.onMajorityAddress = onCrowd
    }

    var addresses: [SocketAddress] { listeners.map(\.address) }
    var sideAddress: SocketAddress? { side?.address }

    /// Reads the certificate again. Open connections keep the earlier certificate.
    mutating func reloadCertificate() throws(ServerFailure) {
        let encryption = try settings.newTLSContext()
        certificateExpiry = encryption.flatMap { CertificateExpiry(of: $0) }
        for listener in listeners { listener.encryption = encryption }
    }
}

extension TCPConnectionListener {
    fileprivate static func listening(
        at address: SocketAddress, on connectionSet: ConnectionSet, admission: AdmissionControl,
        _ onConnection: @escaping (TCPConnection) -> Void
    ) throws(ServerFailure) -> TCPConnectionListener {
        do throws(LibraryError) {
            return try TCPConnectionListener(
                at: address, on: connectionSet, admission: admission, onConnection)
        } catch {
            throw .address(address, error)
        }
    }
}

extension ServerSettings {
    fileprivate var addressPace: RateLimiter {
        let rate = (host.limits.addressBytesPerSecond + 1_023) >> 10
        return RateLimiter(atOnce: rate, perSecond: rate)
    }
}

extension ServerListeners {
    enum RequestSender {
        case client(SocketAddress)
        /// A proxy that has named no client.
        case unnamed
        case banned
    }

    /// Returns the client that sent a request, directly or through a trusted proxy, or the reason
    /// to reject the request.
    func senderOrRejection(of request: HTTPRequest, on connection: TCPConnection) -> RequestSender {
        guard connection.isProxy else { return .client(connection.peer) }
        guard let host = settings.proxies.forwardedClient(in: request.fields),
            let client = SocketAddress(bytes: host, port: 0)
        else {
            // A health check may come from the proxy itself.
            return request.isAboutServer ? .client(connection.peer) : .unnamed
        }
        return isBanned(client) ? .banned : .client(client)
    }

    /// Counts a WebSocket's connection through a proxy by the address of the client that the proxy
    /// named. Returns false if that address has too many connections.
    func admitUnderClientAddress(_ connection: TCPConnection, of client: SocketAddress) -> Bool {
        guard connection.isProxy, client != connection.peer else { return true }
        return admission.reassign(connection, as: client)
    }
}
