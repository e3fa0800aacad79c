internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumWebWire

/// One question to a server over HTTP, and its answer. To let go of it is to hang up.
package final class WebCall {
    package enum Failure: Error, Hashable, Sendable {
        case refused
        case unreachable(String)
        case timedOut
        /// The server does not speak HTTP.
        case notHTTP(HTTPFault)
        case hungUp
        /// The server is another one than the intended one, or no authority vouches for it.
        case tls(TLSFault)
    }

    private let connectionSet: ConnectionSet
    private let request: HTTPRequest
    private var take: ((Result<HTTPResponse, Failure>) -> Void)?
    private var socket: Socket?
    private var readiness: Readiness?
    private var connection: TCPConnection?
    private var reader: ResponseReader
    private var lookup: PoolWork?
    /// The addresses to try next.
    private var others: ArraySlice<SocketAddress> = []
    /// The trusted authorities and the expected name of an encrypted call.
    private var encryption: (context: TLSContext, host: String)?
    private var alarm: Timer?

    /// Asks as told, and has `take` called once, in a turn of its own.
    package init(
        _ request: HTTPRequest, at address: SocketAddress, on connectionSet: ConnectionSet,
        patience: Duration = .seconds(3),
        _ take: @escaping (Result<HTTPResponse, Failure>) -> Void
    ) {
        self.connectionSet = connectionSet
        self.take = take
        var request = request
        request.fields.add("Host", address.description)
        request.fields.add("Connection", "close")
        self.request = request
        reader = Self.reader(for: request.method)
        begin(patience)
        connect(toKnown: address)
    }

    /// Asks a server whose name may have to be looked up. `trust` is what a `wss://` address needs.
    package init(
        _ request: HTTPRequest, to server: WebAddress, trusting trust: TLSContext? = nil,
        on connectionSet: ConnectionSet, patience: Duration = .seconds(15),
        _ take: @escaping (Result<HTTPResponse, Failure>) -> Void
    ) {
        precondition(trust != nil || !server.isEncrypted, "https needs a TLS context")
        var request = request
        request.fields.add("Host", server.hostField)
        request.fields.add("Connection", "close")
        self.request = request
        reader = Self.reader(for: request.method)
        self.connectionSet = connectionSet
        self.take = take
        encryption = server.isEncrypted ? trust.map { ($0, server.host) } : nil
        begin(patience)
        find(server)
    }

    private func find(_ server: WebAddress) {
        if let known = SocketAddress(host: server.host, port: server.port) {
            return connect(toKnown: known)
        }
        lookup = Resolver.resolve(server.host, port: server.port, on: connectionSet.loop) {
            [unowned self] answer in
            switch answer {
            case .addresses(let addresses): tryEach(addresses[...])
            case .unknown(let reason): end(.failure(.unreachable(reason)))
            }
        }
    }

    private static func reader(for method: HTTPMethod) -> ResponseReader {
        ResponseReader(answering: method, limits: HTTPLimits(body: 1 << 20))
    }

    private func begin(_ patience: Duration) {
        alarm = Timer(on: connectionSet.loop) { [unowned self] in end(.failure(.timedOut)) }
        alarm?.arm(after: patience)
    }

    private func connect(toKnown address: SocketAddress) {
        do throws(LibraryError) {
            try connect(to: address)
        } catch {
            fail(.unreachable(error.reason))
        }
    }

    /// Connects to the first of these addresses; if it does not answer, to the next one.
    private func tryEach(_ addresses: ArraySlice<SocketAddress>) {
        guard let first = addresses.first else { return end(.failure(.unreachable("no address"))) }
        others = addresses.dropFirst()
        do throws(LibraryError) {
            try connect(to: first)
        } catch {
            guard !others.isEmpty else { return end(.failure(.unreachable(error.reason))) }
            tryEach(others)
        }
    }

    deinit {
        connection?.onEnd = nil
        connection?.drop()
    }

    private func connect(to address: SocketAddress) throws(LibraryError) {
        let socket = try Socket.connecting(to: address)
        self.socket = socket
        readiness = try Readiness(of: socket.descriptor, on: connectionSet.loop) {
            [unowned self] _ in connected(to: address)
        }
        readiness?.wait(for: .writable)
    }

    private func connected(to address: SocketAddress) {
        guard let socket else { return }
        readiness = nil
        self.socket = nil
        if let code = socket.connectError {
            guard others.isEmpty else { return tryEach(others) }
            let reason = Socket.error("connect", code).reason
            return end(.failure(code == Socket.refused ? .refused : .unreachable(reason)))
        }
        let session: TLSSession?
        do throws(TLSFault) {
            session = try encryption.map { encryption throws(TLSFault) in
                try TLSSession(clientOf: encryption.context, host: encryption.host)
            }
        } catch {
            return end(.failure(.tls(error)))
        }
        do throws(LibraryError) {
            let connection = try TCPConnection(
                socket, with: address, on: connectionSet, tls: session, outboxLimit: 1 << 16)
            connection.onBytes = { [unowned self] in read($0.span) }
            connection.onEnd = { [unowned self] in hungUp($0) }
            connection.send(request.encoded())
            self.connection = connection
        } catch {
            end(.failure(.unreachable(error.reason)))
        }
    }

    private func read(_ chunk: Span<UInt8>) {
        var position = 0
        do throws(HTTPFault) {
            if let response = try reader.next(in: chunk, at: &position) { end(.success(response)) }
        } catch {
            end(.failure(.notHTTP(error)))
        }
    }

    private func hungUp(_ reason: TCPConnection.End) {
        if case .tls(let fault) = reason { return end(.failure(.tls(fault))) }
        do throws(HTTPFault) {
            end(try reader.finishAtEnd().map { .success($0) } ?? .failure(.hungUp))
        } catch {
            end(.failure(.notHTTP(error)))
        }
    }

    /// Reports a failure later, because the owner may not be ready for a callback yet.
    private func fail(_ failure: Failure) {
        alarm = Timer(on: connectionSet.loop) { [unowned self] in end(.failure(failure)) }
        alarm?.arm(after: .zero)
    }

    private func end(_ result: Result<HTTPResponse, Failure>) {
        alarm?.disarm()
        lookup = nil
        readiness = nil
        exchange(&take, with: nil)?(result)
    }
}
