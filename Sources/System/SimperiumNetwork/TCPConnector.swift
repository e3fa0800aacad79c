internal import SimperiumClock
internal import SimperiumLoop

/// A connector to a server. It looks up the server's name, and tries the addresses in order.
///
/// Each attempt is for one address. Attempts overlap, so a silent address (such as IPv6 without a
/// route) delays the next attempt only briefly. The first connection wins. Releasing the connector
/// cancels all attempts.
package final class TCPConnector {
    /// The head start of an address over the next address, as in RFC 8305.
    private static let attemptDelay = Duration.milliseconds(250)
    /// The time limit for the remaining attempts, once one attempt has failed and no address is
    /// left to try. The kernel repeats an attempt's first packet after one second and after three.
    private static let lastWait = Duration.seconds(4)

    private final class Attempt {
        /// The watch on the socket. It ends before the socket is closed.
        var readiness: ReadinessWatch?
        let socket: Socket

        init(_ socket: Socket) {
            self.socket = socket
        }
    }

    private let connectionSet: ConnectionSet
    private let host: String
    private let encryption: TLSContext?
    private let outboxLimit: Int
    private var completion: ((Result<TCPConnection, ClientConnectionError>) -> Void)?
    private var lookup: OffloadedWork?
    /// The addresses that are left to try.
    private var addresses: ArraySlice<SocketAddress> = []
    private var attempts: [Attempt] = []
    /// The failure of the attempt that failed last.
    private var failure: ClientConnectionError?
    private var nextAttempt: Timer?
    private var alarm: Timer?
    private let deadline: Instant

    /// Starts to connect, and calls `completion` once, in a later turn. With a TLS context, the
    /// connection is encrypted, and ends with a TLS fault if the certificate is not valid for
    /// `host`. If `addresses` are given, the name is not looked up. After `timeout`, the result is
    /// the last attempt's failure, or `timedOut`. `outboxLimit` is the maximum number of bytes that
    /// may wait for a slow server.
    package init(
        to host: String, port: UInt16, at addresses: [SocketAddress] = [],
        trusting encryption: TLSContext? = nil, on connectionSet: ConnectionSet,
        within timeout: Duration = .seconds(2), outboxLimit: Int = 64 << 20,
        _ completion: @escaping (Result<TCPConnection, ClientConnectionError>) -> Void
    ) {
        self.host = host
        self.encryption = encryption
        self.connectionSet = connectionSet
        self.outboxLimit = outboxLimit
        self.completion = completion
        deadline = connectionSet.loop.now + timeout
        // The error of an address that answered is more useful than the silence of another.
        alarm = Timer(on: connectionSet.loop) { [unowned self] in
            complete(.failure(failure ?? .timedOut))
        }
        alarm?.arm(at: deadline)
        nextAttempt = Timer(on: connectionSet.loop) { [unowned self] in tryNextAddress() }
        if !addresses.isEmpty {
            start(addresses)
        } else if let known = SocketAddress(host: host, port: port) {
            start([known])
        } else {
            resolve(port)
        }
    }

    private func resolve(_ port: UInt16) {
        lookup = Resolver.resolve(host, port: port, in: connectionSet.lookups) {
            [unowned self] answer in
            switch answer {
            case .addresses(let addresses): start(addresses)
            case .unknown(let reason): complete(.failure(.nameUnknown(host: host, reason: reason)))
            }
        }
    }

    private func start(_ addresses: [SocketAddress]) {
        self.addresses = addresses[...]
        if addresses.isEmpty { failure = .nameUnknown(host: host, reason: "no address") }
        tryNextAddress()
    }

    /// Starts an attempt to connect to the next address. Earlier attempts continue. Without another
    /// address, sets the time limit of the remaining attempts.
    private func tryNextAddress() {
        guard let peer = addresses.popFirst() else {
            // The alarm calls back in a later turn, because the owner may not be ready for a
            // callback yet.
            let wait = attempts.isEmpty ? .zero : Self.lastWait
            alarm?.arm(at: min(deadline, connectionSet.loop.now + wait))
            return
        }
        do throws(LibraryError) {
            let attempt = Attempt(try Socket.connecting(to: peer))
            attempt.readiness = try ReadinessWatch(
                of: attempt.socket.descriptor, on: connectionSet.loop
            ) { [unowned self, unowned attempt] _ in completeOrTryNext(after: attempt, at: peer) }
            attempt.readiness?.startPolling(for: .writable)
            attempts.append(attempt)
            if !addresses.isEmpty { nextAttempt?.arm(after: Self.attemptDelay) }
        } catch {
            failure = .unreachable(peer, reason: error.reason)
            tryNextAddress()
        }
    }

    private func completeOrTryNext(after attempt: Attempt, at peer: SocketAddress) {
        attempts.removeAll { $0 === attempt }
        attempt.readiness = nil
        guard let code = attempt.socket.readAndClearConnectError() else {
            return complete(connection(on: attempt.socket, with: peer))
        }
        let reason = Socket.error("connect", code).reason
        failure = code == Socket.refused ? .refused(peer) : .unreachable(peer, reason: reason)
        tryNextAddress()
    }

    private func connection(
        on socket: Socket, with peer: SocketAddress
    ) -> Result<TCPConnection, ClientConnectionError> {
        let session: TLSSession?
        do throws(TLSFault) {
            session = try encryption.map { context throws(TLSFault) in
                try TLSSession(clientOf: context, host: host)
            }
        } catch {
            return .failure(.tls(error))
        }
        do throws(LibraryError) {
            return .success(
                try TCPConnection(
                    socket, with: peer, on: connectionSet, tls: session, outboxLimit: outboxLimit))
        } catch {
            return .failure(.unreachable(peer, reason: error.reason))
        }
    }

    private func complete(_ result: Result<TCPConnection, ClientConnectionError>) {
        alarm?.disarm()
        nextAttempt?.disarm()
        lookup = nil
        attempts = []
        exchange(&completion, with: nil)?(result)
    }
}
