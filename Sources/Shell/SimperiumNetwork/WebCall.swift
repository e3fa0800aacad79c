internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumWebWire

/// One question to a server over HTTP, and its answer. To let go of it is to hang up.
package final class WebCall {
    package enum Failure: Error, Hashable, Sendable {
        case refused
        case unreachable(String)
        case timedOut
        /// What answered does not speak HTTP.
        case notHTTP(HTTPFault)
        case hungUp
    }

    private let connectionSet: ConnectionSet
    private let request: HTTPRequest
    private var take: ((Result<HTTPResponse, Failure>) -> Void)?
    private var socket: Socket?
    private var readiness: Readiness?
    private var connection: TCPConnection?
    private var reader: ResponseReader
    private var alarm: Timer?

    /// Asks with GET, and has `take` called once, in a turn of its own.
    package convenience init(
        _ target: RequestTarget, at address: SocketAddress, on connectionSet: ConnectionSet,
        patience: Duration = .seconds(3),
        _ take: @escaping (Result<HTTPResponse, Failure>) -> Void
    ) {
        self.init(
            HTTPRequest(.get, target), at: address, on: connectionSet, patience: patience, take)
    }

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
        reader = ResponseReader(answering: request.method, limits: HTTPLimits(body: 1 << 20))
        alarm = Timer(on: connectionSet.loop) { [unowned self] in end(.failure(.timedOut)) }
        alarm?.arm(after: patience)
        do throws(LibraryError) {
            try connect(to: address)
        } catch {
            fail(.unreachable(error.reason))
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
            let reason = Socket.error("connect", code).reason
            return end(.failure(code == Socket.refused ? .refused : .unreachable(reason)))
        }
        do throws(LibraryError) {
            let connection = try TCPConnection(
                socket, with: address, on: connectionSet, outboxLimit: 1 << 16)
            connection.onBytes = { [unowned self] in read($0.span) }
            connection.onEnd = { [unowned self] _ in hungUp() }
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

    private func hungUp() {
        do throws(HTTPFault) {
            end(try reader.end().map { .success($0) } ?? .failure(.hungUp))
        } catch {
            end(.failure(.notHTTP(error)))
        }
    }

    /// Fails before its owner can have waited for it, and so tells it later.
    private func fail(_ failure: Failure) {
        alarm = Timer(on: connectionSet.loop) { [unowned self] in end(.failure(failure)) }
        alarm?.arm(after: .zero)
    }

    private func end(_ result: Result<HTTPResponse, Failure>) {
        alarm?.disarm()
        readiness = nil
        exchange(&take, with: nil)?(result)
    }
}
