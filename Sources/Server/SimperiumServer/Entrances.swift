import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire

/// Where a server takes connections in: in public, and by one more way for this machine's programs.
struct Entrances {
    private let settings: ServerSettings
    let admission: Admission
    private var listeners: [Listener] = []
    private var side: Listener?
    /// Whether a client is kept out. Those who come by the side entrance were let in already.
    var keepsOut: (SocketAddress) -> Bool = { _ in false } {
        didSet { for listener in listeners { listener.keepsOut = keepsOut } }
    }

    /// `onNoRoom` hears, once for each pause, that there was no room for a connection, and
    /// `onTurnedAway` of each one too many.
    init(
        _ settings: ServerSettings, on connectionSet: ConnectionSet,
        onNoRoom: @escaping (LibraryError) -> Void,
        onTurnedAway: @escaping (SocketAddress) -> Void,
        onDoor: @escaping (TCPConnection) -> Void, _ take: @escaping (TCPConnection) -> Void
    ) throws(ServerFailure) {
        self.settings = settings
        admission = Admission(
            limit: settings.connections.most,
            limitPerAddress: settings.connections.mostPerAddress, pace: settings.addressPace)
        for address in settings.addresses {
            do throws(LibraryError) {
                listeners.append(
                    try Listener(at: address, on: connectionSet, admission: admission, take))
            } catch {
                throw .address(address, error)
            }
        }
        for socket in settings.sockets {
            do throws(LibraryError) {
                listeners.append(
                    try Listener(adopting: socket, on: connectionSet, admission: admission, take))
            } catch {
                throw .loop(error)
            }
        }
        if !settings.proxies.isEmpty {
            for listener in listeners { listener.proxies = settings.proxies }
        }
        if let most = settings.sideConnections {
            side = try openSide(for: most, on: connectionSet, onDoor)
        }
        for listener in listeners + [side].compactMap(\.self) {
            listener.outboxLimit = settings.outboxLimit
            listener.onNoRoom = onNoRoom
            listener.onTurnedAway = onTurnedAway
        }
        try reload()
    }

    private func openSide(
        for most: Int, on connectionSet: ConnectionSet, _ take: @escaping (TCPConnection) -> Void
    ) throws(ServerFailure) -> Listener {
        let admission = Admission(limit: most, limitPerAddress: most)
        guard let address = SocketAddress(host: "127.0.0.1", port: 0) else {
            preconditionFailure("this machine has no address")
        }
        do throws(LibraryError) {
            return try Listener(at: address, on: connectionSet, admission: admission, take)
        } catch {
            throw .address(address, error)
        }
    }

    /// Hears once if most connections come from one address, though no proxy is trusted.
    func watchCrowd(_ hear: @escaping (SocketAddress) -> Void) {
        guard settings.proxies.isEmpty else { return }
        admission.onCrowd = hear
    }

    var proxies: TrustedProxies { settings.proxies }
    var addresses: [SocketAddress] { listeners.map(\.address) }
    var sideAddress: SocketAddress? { side?.address }

    /// Reads the certificate again. Connections that are open keep to the one before.
    func reload() throws(ServerFailure) {
        let encryption = try settings.encryption()
        for listener in listeners { listener.encryption = encryption }
    }
}

extension ServerSettings {
    /// In kibibytes, so that the smallest message is paid for, too.
    fileprivate var addressPace: RateLimit {
        let rate = host.limits.addressBytesPerSecond >> 10
        return RateLimit(atOnce: rate, perSecond: rate)
    }
}
