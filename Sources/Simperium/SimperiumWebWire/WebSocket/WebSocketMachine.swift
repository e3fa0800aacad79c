/// One end of a WebSocket after the handshake: it turns bytes into messages, answers pings, and
/// performs the close handshake.
///
/// It does no I/O. Order of calls: for each chunk that arrives, call `next` until it returns nil,
/// and send the frames in the events. After `.deflated`, call `receiveInflated` before the next
/// call of `next`. Call `close` to start the close handshake. When `isOpen` is false, send no other
/// frames.
///
/// States: open, closing (the peer's close frame is missing), closed.
///
/// Memory is bounded. A message beyond a limit is refused, or dropped except for its first bytes.
package struct WebSocketMachine: Sendable {
    package enum Role: Sendable {
        case server
        case client
    }

    private enum CloseHandshakePhase {
        case open
        /// This end has sent its close frame; the peer's is missing.
        case closing
        case closed
    }

    /// The number of bytes that are kept from the start of a dropped message.
    package static let headLength = 1_024

    /// The number of bytes that must have arrived before a message is reported as `.long`.
    private static let shortestHead = 16

    private let limits: WebSocketLimits
    private var phase = CloseHandshakePhase.open
    private var headers: FrameHeaderReader
    /// The frame whose payload is incomplete.
    private var frame: IncomingFrame?
    private var message: IncomingMessage?
    /// The received part of a control frame's payload.
    private var control: [UInt8] = []
    /// The payload of the last ping, until it is answered.
    private var ping: [UInt8]?
    /// The number of decompressed bytes since the last call of `resetInflatedByteCount`.
    private var inflatedByteCount = 0

    /// Creates a machine. `takesDeflated` is true if both ends have agreed on compression.
    package init(role: Role, _ limits: WebSocketLimits, takesDeflated: Bool = false) {
        self.limits = limits
        headers = FrameHeaderReader(isMasked: role == .server, mayBeDeflated: takesDeflated)
    }

    /// True as long as messages may be sent.
    package var isOpen: Bool { phase == .open }

    package var bufferedBytes: Int { (message?.bytes.count ?? 0) + control.count }

    /// Returns the number of bytes that were decompressed since the last call.
    package mutating func resetInflatedByteCount() -> Int { exchange(&inflatedByteCount, with: 0) }

    /// Starts the close handshake. Returns the frame to send; nil if the handshake has already
    /// started. Messages that arrive later are dropped.
    package mutating func close(_ reason: CloseReason) -> OutgoingWebSocketFrame? {
        guard phase == .open else { return nil }
        phase = .closing
        return .close(reason)
    }

    /// Drops the current message except for its first `headLength` bytes, including the part that
    /// has not arrived yet.
    package mutating func discardMessageExceptHead() {
        message?.discardAllButHead()
    }

    /// Returns the next event from `position` on, and advances `position`. Returns nil if the chunk
    /// contains no more events. Unmasks payloads in place.
    package mutating func next(
        in chunk: inout MutableSpan<UInt8>, at position: inout Int
    ) -> ReceivedWebSocketEvent? {
        do throws(WebSocketFault) {
            while position < chunk.count, phase != .closed {
                if let event = try read(&chunk, at: &position) { return event }
            }
        } catch {
            return fail(error)
        }
        position = chunk.count
        return pongEventForLastPing()
    }
}

extension WebSocketMachine {
    /// Reads one byte of a header, or the available part of a payload.
    private mutating func read(
        _ chunk: inout MutableSpan<UInt8>, at position: inout Int
    ) throws(WebSocketFault) -> ReceivedWebSocketEvent? {
        if frame == nil {
            position += 1
            guard let header = try headers.read(chunk[position - 1]) else { return nil }
            try startFrame(header)
        }
        guard var frame else { return nil }
        let piece = position..<position + min(frame.missing, chunk.count - position)
        position = piece.upperBound
        frame.missing -= piece.count
        frame.header.mask?.apply(to: &chunk, in: piece)
        self.frame = frame.missing > 0 ? frame : nil
        let bytes = chunk.span.extracting(piece)
        return frame.header.opcode.isControl
            ? try readControl(frame, bytes) : try readMessage(frame, bytes, at: piece)
    }

    private mutating func startFrame(_ header: FrameHeader) throws(WebSocketFault) {
        frame = IncomingFrame(header: header, missing: header.length)
        guard !header.opcode.isControl else { return }
        if header.opcode == .continuation {
            guard message != nil else { throw .nothingToContinue }
        } else {
            guard message == nil else { throw .unfinishedMessage }
            message = IncomingMessage(
                isText: header.opcode == .text, isDeflated: header.isDeflated)
        }
        guard let before = message?.length else { return }
        guard header.length <= max(limits.message, limits.discarded) - before else {
            throw .messageTooBig
        }
        message?.length += header.length
        guard before + header.length > limits.message else { return }
        // The beginning of a compressed message can't be returned without decompressing it.
        guard message?.isDeflated != true else { throw .messageTooBig }
        message?.discardAllButHead()
    }

    private mutating func readMessage(
        _ frame: IncomingFrame, _ bytes: Span<UInt8>, at piece: Range<Int>
    ) throws(WebSocketFault) -> ReceivedWebSocketEvent? {
        guard var message = exchange(&self.message, with: nil) else { return nil }
        let isWhole = frame.header.isFinal && frame.missing == 0
        if message.isDiscarded {
            message.appendHead(of: bytes)
            if isWhole { return discardedEvent(of: message) }
            self.message = message
            return nil
        }
        guard !message.isDeflated else {
            return readDeflated(&message, bytes, isWhole: isWhole)
        }
        try message.checkUTF8(bytes, isLast: isWhole)
        if isWhole, message.bytes.isEmpty { return messageEvent(.inChunk(piece), of: message) }
        message.bytes.append(bytes)
        if isWhole { return messageEvent(.gathered(message.bytes), of: message) }
        let isLong =
            !message.isAnnounced && message.length > limits.long
            && message.bytes.count >= Self.shortestHead
        if isLong { message.isAnnounced = true }
        self.message = message
        return isLong && phase == .open ? .long(head: message.head) : nil
    }

    /// Adds bytes to a compressed message; returns nil while it is incomplete. Decompresses a small
    /// message at once, and returns `.deflated` for a larger one. After `close`, drops the message.
    private mutating func readDeflated(
        _ message: inout IncomingMessage, _ bytes: Span<UInt8>, isWhole: Bool
    ) -> ReceivedWebSocketEvent? {
        message.bytes.append(bytes)
        self.message = message
        guard isWhole else { return nil }
        // After `close`, messages are dropped, so decompressing them would be useless work.
        guard phase == .open else {
            self.message = nil
            return nil
        }
        let deflated = DeflatedMessage(
            message.bytes, isText: message.isText, atMost: limits.message)
        guard let inflated = deflated.inflatedIfSmall() else { return .deflated(deflated) }
        return receiveInflated(inflated)
    }

    /// Receives the result of decompressing the current message. Returns the message's event; nil
    /// if this end has closed the WebSocket.
    package mutating func receiveInflated(_ inflated: DeflatedMessage.InflationResult)
        -> ReceivedWebSocketEvent?
    {
        guard let message = exchange(&message, with: nil) else { return nil }
        switch inflated {
        case .whole(let bytes):
            inflatedByteCount += bytes.count
            return messageEvent(.gathered(bytes), of: message)
        case .cut(let head, let count):
            inflatedByteCount += count
            return phase == .open ? .discarded(head: head, count: count) : nil
        case .faulty(let fault): return fail(fault)
        }
    }

    private func discardedEvent(of message: IncomingMessage) -> ReceivedWebSocketEvent? {
        guard phase == .open else { return nil }
        return .discarded(head: message.bytes, count: message.length)
    }

    private func messageEvent(_ payload: MessageBytesLocation, of message: IncomingMessage)
        -> ReceivedWebSocketEvent?
    {
        guard phase == .open else { return nil }
        return message.isText ? .text(payload) : .binary(payload)
    }

    private mutating func readControl(
        _ frame: IncomingFrame, _ bytes: Span<UInt8>
    ) throws(WebSocketFault) -> ReceivedWebSocketEvent? {
        control.append(bytes)
        guard frame.missing == 0 else { return nil }
        let payload = exchange(&control, with: [])
        switch frame.header.opcode {
        case .close: return handleClose(by: try CloseReason(payload: payload))
        case .ping: ping = payload
        // Pongs are not awaited, because any frame proves that the peer is alive.
        case .pong, .continuation, .text, .binary: break
        }
        return nil
    }

    /// Returns the answer to a chunk's last ping only, so that a chunk causes at most one pong.
    private mutating func pongEventForLastPing() -> ReceivedWebSocketEvent? {
        guard let payload = exchange(&ping, with: nil), phase == .open else { return nil }
        return .pinged(answer: .pong(payload))
    }

    private mutating func handleClose(by reason: CloseReason) -> ReceivedWebSocketEvent {
        let answer = isOpen ? OutgoingWebSocketFrame.close(CloseReason(reason.code)) : nil
        closeAndClearState()
        return .closed(reason, answer: answer)
    }

    private mutating func fail(_ fault: WebSocketFault) -> ReceivedWebSocketEvent {
        let goodbye = isOpen ? OutgoingWebSocketFrame.close(CloseReason(fault.closeCode)) : nil
        closeAndClearState()
        return .failed(fault, goodbye: goodbye)
    }

    private mutating func closeAndClearState() {
        phase = .closed
        (message, control, ping) = (nil, [], nil)
    }
}

private struct IncomingFrame: Sendable {
    var header: FrameHeader
    /// The number of payload bytes that have not arrived yet.
    var missing: Int
}

private struct IncomingMessage: Sendable {
    let isText: Bool
    let isDeflated: Bool
    /// The bytes that arrived before the current piece; only the first ones if the message is
    /// dropped.
    var bytes: [UInt8] = []
    /// The total payload length, in bytes, of the message's frames that have begun.
    var length = 0
    private(set) var isDiscarded = false
    /// True if `.long` was reported.
    var isAnnounced = false
    private var utf8 = UTF8Validator()

    init(isText: Bool, isDeflated: Bool) {
        self.isText = isText
        self.isDeflated = isDeflated
    }

    var head: [UInt8] { Array(bytes.prefix(WebSocketMachine.headLength)) }

    mutating func discardAllButHead() {
        isDiscarded = true
        bytes = head
    }

    mutating func appendHead(of piece: Span<UInt8>) {
        let count = min(piece.count, WebSocketMachine.headLength - bytes.count)
        if count > 0 { bytes.append(piece.extracting(..<count)) }
    }

    mutating func checkUTF8(_ piece: Span<UInt8>, isLast: Bool) throws(WebSocketFault) {
        guard isText else { return }
        guard utf8.validate(piece), !isLast || utf8.isComplete else { throw .notUTF8 }
    }
}

package struct WebSocketLimits: Hashable, Sendable {
    /// The maximum size in bytes of a message that is kept.
    package var message: Int
    /// The maximum size in bytes of a message that is read but dropped. A longer message is a
    /// fault.
    package var discarded = 0
    /// The maximum size in bytes of a message that is reported only once it is complete. A longer
    /// message is first reported as `.long`, unless it arrives in one piece or is compressed.
    package var long = Int.max

    package init(message: Int) {
        self.message = message
    }
}
