internal import SimperiumClock
internal import SimperiumLoop
internal import SimperiumWebWire

/// The connections of trusted proxies, until their headers with the clients' addresses have
/// arrived.
///
/// Bytes after a header are not read, so the next reader receives all of them.
final class PendingProxyConnections {
    /// The time limit for a proxy to send its header.
    private static let patience = Duration.seconds(5)
    private static let most = 1_024

    private final class ArrivalAwaitingHeader {
        let socket: Socket
        let proxy: SocketAddress
        let until: Instant
        /// The part of the header that was read.
        var start: [UInt8] = []
        var readiness: ReadinessWatch?

        init(_ socket: Socket, from proxy: SocketAddress, until: Instant) {
            self.socket = socket
            self.proxy = proxy
            self.until = until
        }
    }

    private let loop: Loop
    /// True if a connection may begin without a header. Its requests then name their clients.
    private let isHeaderOptional: Bool
    private let admit: (Socket, SocketAddress) -> Void
    private var arrivals: [ObjectIdentifier: ArrivalAwaitingHeader] = [:]
    private var alarm: Timer?

    init(
        on loop: Loop, isHeaderOptional: Bool, _ admit: @escaping (Socket, SocketAddress) -> Void
    ) {
        self.loop = loop
        self.isHeaderOptional = isHeaderOptional
        self.admit = admit
        alarm = Timer(on: loop) { [unowned self] in dropLateArrivals() }
    }

    /// Keeps a proxy's connection until its header has arrived, and then passes the connection to
    /// `admit`. Drops the connection if the header is late or malformed, if too many connections
    /// wait, or if the socket can't be watched.
    func awaitHeader(_ socket: Socket, from proxy: SocketAddress) {
        guard arrivals.count < Self.most else { return }
        let arrival = ArrivalAwaitingHeader(socket, from: proxy, until: loop.now + Self.patience)
        do throws(LibraryError) {
            arrival.readiness = try ReadinessWatch(of: socket.descriptor, on: loop) {
                [unowned self, unowned arrival] _ in read(arrival)
            }
        } catch {
            return
        }
        if arrivals.isEmpty { alarm?.arm(at: arrival.until) }
        arrivals[ObjectIdentifier(arrival)] = arrival
        arrival.readiness?.startPolling(for: .readable)
    }

    private func read(_ arrival: ArrivalAwaitingHeader) {
        let room = ProxyHeader.longest - arrival.start.count
        guard let bytes = arrival.socket.peek(atMost: max(room, 1)) else { return }
        guard !bytes.isEmpty else { return remove(arrival) }
        switch ProxyHeader.search(in: arrival.start + bytes) {
        case .incomplete:
            // All of these bytes belong to the header. Bytes that stay unread would keep the socket
            // readable for ever.
            arrival.socket.skip(bytes.count)
            arrival.start += bytes
        case .header(let header):
            arrival.socket.skip(header.length - arrival.start.count)
            let client = header.client.flatMap {
                SocketAddress(bytes: $0.host, port: $0.port)
            }
            handOver(arrival, as: client ?? arrival.proxy)
        case .absent where isHeaderOptional && arrival.start.isEmpty:
            handOver(arrival, as: arrival.proxy)
        case .absent, .malformed: remove(arrival)
        }
    }

    private func handOver(_ arrival: ArrivalAwaitingHeader, as client: SocketAddress) {
        let socket = arrival.socket
        remove(arrival)
        admit(socket, client)
    }

    private func remove(_ arrival: ArrivalAwaitingHeader) {
        arrival.readiness = nil
        arrivals[ObjectIdentifier(arrival)] = nil
    }

    private func dropLateArrivals() {
        for arrival in arrivals.values where arrival.until <= loop.now { remove(arrival) }
        alarm?.arm(at: arrivals.values.map(\.until).min())
    }
}
