internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumWebWire

/// An HTTP request to a server, and the server's response. Releasing this object cancels the call.
package final class HTTPClientCall {
    private static let outboxLimit = 1 << 16
    /// The default limit on a response's body, in bytes.
    package static let responseLimit = 1 << 20

    private let request: HTTPRequest
    private var completion: ((Result<HTTPResponse, ClientConnectionError>) -> Void)?
    private var connector: TCPConnector?
    private var connection: TCPConnection?
    private var reader: ResponseReader

    /// Sends a request, and calls `completion` once, in a later turn. `trust` is required for a
    /// `wss://` address. `timeout` applies to the whole call. If no connection is made within
    /// `connectTimeout`, the call fails with `timedOut` or the last attempt's error, and nothing
    /// was sent. If the server does not respond in time, the call fails with `broken(.late)`.
    package init(
        _ request: HTTPRequest, to server: WebSocketAddress, trusting trust: TLSContext? = nil,
        on connectionSet: ConnectionSet, within timeout: Duration = .seconds(15),
        connectingWithin connectTimeout: Duration? = nil,
        responseLimit: Int = HTTPClientCall.responseLimit,
        _ completion: @escaping (Result<HTTPResponse, ClientConnectionError>) -> Void
    ) {
        precondition(trust != nil || !server.isEncrypted, "https needs a TLS context")
        var request = request
        request.fields.add("Host", server.hostField)
        request.fields.add("Connection", "close")
        self.request = request
        self.completion = completion
        reader = ResponseReader(answering: request.method, limits: HTTPLimits(body: responseLimit))
        let deadline = connectionSet.loop.now + timeout
        connector = TCPConnector(
            to: server.host, port: server.port, trusting: server.isEncrypted ? trust : nil,
            on: connectionSet, within: min(timeout, connectTimeout ?? timeout),
            outboxLimit: Self.outboxLimit + request.body.count
        ) { [unowned self] result in
            switch result {
            case .success(let connection): send(on: connection, until: deadline)
            case .failure(let failure): complete(.failure(failure))
            }
        }
    }

    deinit {
        connection?.dropSilently()
    }

    private func send(on connection: TCPConnection, until deadline: Instant) {
        connection.deadline = deadline
        connection.onDeadline = { [unowned self] in complete(.failure(.broken(.late))) }
        connection.onBytes = { [unowned self] in read($0.span) }
        connection.onEnd = { [unowned self] in completeAtConnectionEnd($0) }
        connection.send(request.encoded())
        self.connection = connection
    }

    private func read(_ chunk: Span<UInt8>) {
        var position = 0
        do throws(HTTPFault) {
            if let response = try reader.next(in: chunk, at: &position) {
                complete(.success(response))
            }
        } catch {
            complete(.failure(.notHTTP(error)))
        }
    }

    /// Completes the call with a response that the end of the connection delimits, or with a
    /// failure.
    private func completeAtConnectionEnd(_ reason: TCPConnection.End) {
        if case .tls(let fault) = reason { return complete(.failure(.tls(fault))) }
        do throws(HTTPFault) {
            complete(
                try reader.finishAtConnectionEnd().map { .success($0) } ?? .failure(.broken(reason))
            )
        } catch {
            complete(.failure(.notHTTP(error)))
        }
    }

    private func complete(_ result: Result<HTTPResponse, ClientConnectionError>) {
        exchange(&completion, with: nil)?(result)
    }
}
