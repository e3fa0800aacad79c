internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumWebWire

/// A WebSocket to a server, from the look-up of the host name to the closing handshake.
///
/// The client reports the WebSocket's end once, unless the owner drops the client. Releasing the
/// client closes the connection.
package final class WebSocketClient {
    /// The callbacks for a client's events. Bytes are valid only during the call.
    package struct SocketCallbacks {
        package var opened: () -> Void
        package var message: (Span<UInt8>) -> Void
        package var ended: (ClientConnectionError) -> Void

        package init(
            opened: @escaping () -> Void, message: @escaping (Span<UInt8>) -> Void,
            ended: @escaping (ClientConnectionError) -> Void
        ) {
            self.opened = opened
            self.message = message
            self.ended = ended
        }
    }

    package struct Limits: Hashable, Sendable {
        /// The time limit for opening the WebSocket, including all attempts to connect.
        package var dial = Duration.seconds(15)
        package var close = Duration.seconds(2)
        /// The maximum size of a message, in bytes.
        package var message = 16 << 20
        package var outbox = 4 << 20

        package init() {}
    }

    private enum Stage {
        case connecting
        case shakingHands(TCPConnection, ClientHandshake, ResponseReader)
        case open(TCPConnection)
        case leaving(TCPConnection)
        case ended
    }

    private let target: RequestTarget
    private let host: String
    private let connectionSet: ConnectionSet
    private let limits: Limits
    private var callbacks: SocketCallbacks?
    private var stage = Stage.connecting
    /// The machine of the open connection. It is not part of `stage`, because reading `stage` would
    /// copy the machine for each message.
    private var machine: WebSocketMachine
    private var connector: TCPConnector?

    /// Starts to connect. `encryption` is required for a `wss://` address.
    package init(
        to address: WebSocketAddress, on connectionSet: ConnectionSet,
        encryption: TLSContext? = nil,
        limits: Limits = Limits(), _ callbacks: SocketCallbacks
    ) {
        precondition(encryption != nil || !address.isEncrypted, "wss needs a TLS context")
        target = address.target
        host = address.hostField
        self.connectionSet = connectionSet
        self.limits = limits
        self.callbacks = callbacks
        machine = WebSocketMachine(role: .client, WebSocketLimits(message: limits.message))
        let deadline = connectionSet.loop.now + limits.dial
        connector = TCPConnector(
            to: address.host, port: address.port,
            trusting: address.isEncrypted ? encryption : nil, on: connectionSet,
            within: limits.dial, outboxLimit: limits.outbox
        ) { [unowned self] result in
            connector = nil
            switch result {
            case .success(let connection): shakeHands(on: connection, until: deadline)
            case .failure(let failure): fail(failure)
            }
        }
    }

    package init(
        on connection: TCPConnection, asking target: RequestTarget,
        on connectionSet: ConnectionSet, limits: Limits = Limits(), _ callbacks: SocketCallbacks
    ) {
        self.target = target
        host = "localhost"
        self.connectionSet = connectionSet
        self.limits = limits
        self.callbacks = callbacks
        machine = WebSocketMachine(role: .client, WebSocketLimits(message: limits.message))
        shakeHands(on: connection, until: connectionSet.loop.now + limits.dial)
    }

    deinit {
        dropConnectionSilently()
    }

    /// Closes the connection now. No event follows, not even for messages that arrived with the
    /// current message.
    package func drop() {
        callbacks = nil
        fail(.broken(.closed))
    }

    package var isOpen: Bool {
        if case .open = stage { true } else { false }
    }

    /// The expiry date of the server's certificate while the connection is open and encrypted;
    /// otherwise nil.
    package var certificate: CertificateExpiry? {
        guard case .open(let connection) = stage else { return nil }
        return connection.peerCertificate
    }

    /// Sends a text message in UTF-8. Does nothing unless the WebSocket is open.
    package func send(_ text: [UInt8]) {
        guard case .open(let connection) = stage else { return }
        connection.send(OutgoingWebSocketFrame.text(text).encoded(mask: connectionSet.maskingKey()))
    }

    /// Starts the closing handshake, and closes the connection after the server's answer or a time
    /// limit. If the WebSocket is not open, drops the connection at once.
    package func close(_ reason: CloseReason) {
        guard case .open(let connection) = stage else { return fail(.goodbye(reason)) }
        guard let frame = machine.close(reason) else { return }
        connection.deadline = connectionSet.loop.now + limits.close
        // Sent last, because sending may end the connection if the server is too slow.
        connection.send(frame.encoded(mask: connectionSet.maskingKey()))
    }
}

extension WebSocketClient {
    private func shakeHands(on connection: TCPConnection, until deadline: Instant) {
        connection.deadline = deadline
        connection.onDeadline = { [unowned self] in failAtDeadline() }
        connection.onBytes = { [unowned self] in read(&$0) }
        connection.onEnd = { [unowned self] in finishHandshakeOrFail($0) }
        let handshake = ClientHandshake(target, host: host, nonce: SecureRandom.bytes(16))
        let reader = ResponseReader(answering: .get, limits: HTTPLimits(body: 64 << 10))
        stage = .shakingHands(connection, handshake, reader)
        connection.send(handshake.request.encoded())
    }

    private func read(_ chunk: inout MutableSpan<UInt8>) {
        var position = 0
        while position < chunk.count {
            switch stage {
            case .shakingHands(let connection, let handshake, var reader):
                do throws(HTTPFault) {
                    let response = try reader.next(in: chunk.span, at: &position)
                    stage = .shakingHands(connection, handshake, reader)
                    if let response { openOrFail(handshake, response, on: connection) }
                } catch {
                    return fail(.notHTTP(error))
                }
            case .open(let connection): readMessages(on: connection, in: &chunk, at: &position)
            case .connecting, .leaving, .ended: return
            }
        }
    }

    private func openOrFail(
        _ handshake: ClientHandshake, _ response: HTTPResponse, on connection: TCPConnection
    ) {
        do throws(HandshakeResponseFault) {
            try handshake.validate(response)
            stage = .open(connection)
            connection.deadline = nil
            callbacks?.opened()
        } catch {
            fail(.notWebSocket(error))
        }
    }

    private func readMessages(
        on connection: TCPConnection, in chunk: inout MutableSpan<UInt8>, at position: inout Int
    ) {
        while let event = machine.next(in: &chunk, at: &position) {
            switch event {
            case .text(let payload):
                payload.withBytes(of: chunk.span) { callbacks?.message($0) }
            // Hubs send no such messages, and this client has no use for them.
            case .binary, .long, .deflated, .discarded: break
            case .pinged(let answer):
                connection.send(answer.encoded(mask: connectionSet.maskingKey()))
            case .closed(let reason, let answer):
                return reportEndAndClose(connection, sending: answer, because: .goodbye(reason))
            case .failed(let fault, let goodbye):
                return reportEndAndClose(connection, sending: goodbye, because: .fault(fault))
            }
            // The owner may have closed the connection on receiving the message.
            guard isOpen else { return }
        }
    }

    /// Sends the last frame, ends the sending direction, and reports the end to the owner. The
    /// server then closes the connection.
    private func reportEndAndClose(
        _ connection: TCPConnection, sending lastFrame: OutgoingWebSocketFrame?,
        because failure: ClientConnectionError
    ) {
        if let lastFrame {
            connection.send(lastFrame.encoded(mask: connectionSet.maskingKey()))
        }
        connection.finishSending()
        stage = .leaving(connection)
        connection.deadline = connectionSet.loop.now + limits.close
        exchange(&callbacks, with: nil)?.ended(failure)
    }

    private func finishHandshakeOrFail(_ reason: TCPConnection.End) {
        if case .tls(let fault) = reason { return fail(.tls(fault)) }
        guard case .shakingHands(let connection, let handshake, var reader) = stage,
            reason == .finished
        else { return fail(.broken(reason)) }
        do throws(HTTPFault) {
            guard let response = try reader.finishAtConnectionEnd() else {
                return fail(.broken(reason))
            }
            openOrFail(handshake, response, on: connection)
        } catch {
            fail(.notHTTP(error))
        }
    }

    private func failAtDeadline() {
        switch stage {
        case .shakingHands: fail(.timedOut)
        case .open, .leaving: fail(.broken(.late))
        case .connecting, .ended: break
        }
    }

    private func fail(_ failure: ClientConnectionError) {
        dropConnectionSilently()
        stage = .ended
        connector = nil
        exchange(&callbacks, with: nil)?.ended(failure)
    }

    private func dropConnectionSilently() {
        switch stage {
        case .shakingHands(let connection, _, _), .open(let connection),
            .leaving(let connection):
            connection.dropSilently()
        case .connecting, .ended: break
        }
    }
}
