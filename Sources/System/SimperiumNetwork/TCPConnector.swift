internal import SimperiumLoop

/// A TCP connection to a server in the making: its name is looked up, and each address tried.
///
/// To let go of it is to give up.
package final class TCPConnector {
    package struct Limits: Hashable, Sendable {
        /// Over all addresses.
        package var patience = Duration.seconds(2)
        /// Bytes that may wait for the server once it is slow to take them.
        package var outbox = 64 << 20

        package init() {}
    }

    private let connectionSet: ConnectionSet
    private let host: String
    private let encryption: TLSContext?
    private let limits: Limits
    private var take: ((Result<TCPConnection, NetworkError>) -> Void)?
    private var lookup: PoolWork?
    private var socket: Socket?
    private var readiness: Readiness?
    private var alarm: Timer?

    /// Has `take` called once, in a turn of its own. With a context the connection is encrypted,
    /// and ends with a TLS fault if the server is not `host`.
    package init(
        _ host: String, port: UInt16, trusting encryption: TLSContext? = nil,
        on connectionSet: ConnectionSet, within limits: Limits = Limits(),
        _ take: @escaping (Result<TCPConnection, NetworkError>) -> Void
    ) {
        self.host = host
        self.encryption = encryption
        self.connectionSet = connectionSet
        self.limits = limits
        self.take = take
        alarm = Timer(on: connectionSet.loop) { [unowned self] in end(.failure(.timedOut)) }
        alarm?.arm(after: limits.patience)
        if let known = SocketAddress(host: host, port: port) {
            connect(to: [known][...], after: nil)
        } else {
            resolve(port)
        }
    }

    private func resolve(_ port: UInt16) {
        lookup = Resolver.resolve(host, port: port, on: connectionSet.loop) {
            [unowned self] answer in
            switch answer {
            case .addresses(let addresses): connect(to: addresses[...], after: nil)
            case .unknown(let reason): end(.failure(.nameUnknown(host: host, reason: reason)))
            }
        }
    }

    /// Tries the first of these. `failure` is how the one before went.
    private func connect(to addresses: ArraySlice<SocketAddress>, after failure: NetworkError?) {
        readiness = nil
        guard let next = addresses.first else {
            return fail(failure ?? .nameUnknown(host: host, reason: "no address"))
        }
        do throws(LibraryError) {
            let socket = try Socket.connecting(to: next)
            self.socket = socket
            readiness = try Readiness(of: socket.descriptor, on: connectionSet.loop) {
                [unowned self] _ in connected(to: next, others: addresses.dropFirst())
            }
            readiness?.wait(for: .writable)
        } catch {
            connect(
                to: addresses.dropFirst(), after: .unreachable(next, reason: error.reason))
        }
    }

    private func connected(to peer: SocketAddress, others: ArraySlice<SocketAddress>) {
        guard let socket else { return }
        readiness = nil
        self.socket = nil
        if let code = socket.connectError {
            let reason = Socket.error("connect", code).reason
            return connect(
                to: others,
                after: code == Socket.refused ? .refused(peer) : .unreachable(peer, reason: reason))
        }
        end(connection(on: socket, with: peer))
    }

    private func connection(
        on socket: Socket, with peer: SocketAddress
    ) -> Result<TCPConnection, NetworkError> {
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
                    socket, with: peer, on: connectionSet, tls: session,
                    outboxLimit: limits.outbox))
        } catch {
            return .failure(.unreachable(peer, reason: error.reason))
        }
    }

    /// Reports a failure later, because the owner may not be ready for a callback yet.
    private func fail(_ failure: NetworkError) {
        alarm = Timer(on: connectionSet.loop) { [unowned self] in end(.failure(failure)) }
        alarm?.arm(after: .zero)
    }

    private func end(_ result: Result<TCPConnection, NetworkError>) {
        alarm?.disarm()
        lookup = nil
        readiness = nil
        socket = nil
        exchange(&take, with: nil)?(result)
    }
}
