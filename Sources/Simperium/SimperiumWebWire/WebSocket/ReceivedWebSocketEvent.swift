internal import SimperiumBytes

/// An event of a WebSocket. Some events contain a frame to send in answer.
package enum ReceivedWebSocketEvent: Hashable, Sendable {
    /// A message in valid UTF-8.
    case text(MessageBytesLocation)
    case binary(MessageBytesLocation)
    /// A long message has begun. `discardMessageExceptHead` drops it.
    case long(head: [UInt8])
    /// A message must be decompressed on another thread, because its decompression can take long.
    /// Read no further until `receiveInflated` has received the result.
    case deflated(DeflatedMessage)
    /// A message was dropped except for its beginning, because it is too long or not wanted.
    /// `count` is its length in bytes; for a compressed message, the number of decompressed bytes.
    case discarded(head: [UInt8], count: Int)
    /// The peer checks the connection: send the answer.
    case pinged(answer: OutgoingWebSocketFrame)
    /// The WebSocket has ended. Send the answer, if there is one. A server then closes the
    /// connection; a client waits until the server has closed it.
    case closed(CloseReason, answer: OutgoingWebSocketFrame?)
    /// The peer violated the protocol. Send the goodbye, if there is one, and close the connection.
    case failed(WebSocketFault, goodbye: OutgoingWebSocketFrame?)
}

/// The bytes of a received message: a range of the chunk if the whole message is in it.
package enum MessageBytesLocation: Hashable, Sendable {
    /// The range in the chunk passed to `next`. The bytes are already unmasked.
    case inChunk(Range<Int>)
    /// A copy, because the message arrived in several pieces or was compressed.
    case gathered([UInt8])

    package var count: Int {
        switch self {
        case .inChunk(let range): range.count
        case .gathered(let bytes): bytes.count
        }
    }

    /// Passes the bytes to `body`. `chunk` is the chunk that contained the end of the message.
    package func withBytes<Result, Failure: Error>(
        of chunk: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .inChunk(let range): try body(chunk.extracting(range))
        case .gathered(let bytes): try body(bytes.span)
        }
    }

    /// Returns the bytes. Copies them only if they are in the chunk.
    package func copiedBytes(of chunk: Span<UInt8>) -> [UInt8] {
        switch self {
        case .inChunk(let range):
            var bytes: [UInt8] = []
            bytes.append(chunk.extracting(range))
            return bytes
        case .gathered(let bytes): return bytes
        }
    }
}

/// A peer's violation of RFC 6455. The bytes after it can't be read as frames.
package enum WebSocketFault: Error, Hashable, Sendable {
    /// A reserved bit is set without an extension that uses it.
    case reservedBit
    case reservedOpcode
    /// A client's frame is not masked, or a server's is.
    case wronglyMasked
    /// A length uses more bytes than needed, or has its highest bit set.
    case badLength
    case fragmentedControl
    case longControl
    case nothingToContinue
    /// A message begins before all fragments of the previous one have arrived.
    case unfinishedMessage
    case messageTooBig
    case notUTF8
    /// A message is marked as compressed, but can't be decompressed.
    case notDeflated
    /// The payload of a close frame is a single byte, which is half a code.
    case badCloseFrame
    case badCloseCode(CloseCode)

    package var closeCode: CloseCode {
        switch self {
        case .reservedBit, .reservedOpcode, .wronglyMasked, .badLength, .fragmentedControl,
            .longControl, .nothingToContinue, .unfinishedMessage, .badCloseFrame, .badCloseCode:
            .protocolError
        case .messageTooBig: .tooBig
        case .notUTF8, .notDeflated: .notUTF8
        }
    }
}

/// A compressed message. It may expand to very many bytes, so only a small message is decompressed
/// on the loop's thread, and a larger one on another thread.
package struct DeflatedMessage: Hashable, Sendable {
    package enum InflationResult: Hashable, Sendable {
        case whole([UInt8])
        /// The message exceeds the limit. `head` is its beginning, and `count` the number of bytes
        /// that were decompressed.
        case cut(head: [UInt8], count: Int)
        case faulty(WebSocketFault)
    }

    /// The maximum compressed size in bytes of a message that `inflatedIfSmall` decompresses.
    private static let promptInput = 16 << 10
    /// The maximum decompressed size in bytes of a message that `inflatedIfSmall` returns.
    private static let promptOutput = 64 << 10

    private let bytes: [UInt8]
    private let isText: Bool
    private let limit: Int

    package init(_ bytes: [UInt8], isText: Bool, atMost limit: Int) {
        self.bytes = bytes
        self.isText = isText
        self.limit = limit
    }

    package func inflated() -> InflationResult { inflatedAndValidated(atMost: limit) }

    /// Decompresses and returns a small message; returns nil if the message needs another thread.
    func inflatedIfSmall() -> InflationResult? {
        guard bytes.count <= Self.promptInput else { return nil }
        let inflated = inflatedAndValidated(atMost: min(limit, Self.promptOutput))
        if case .cut = inflated, limit > Self.promptOutput { return nil }
        return inflated
    }

    private func inflatedAndValidated(atMost limit: Int) -> InflationResult {
        guard let (bytes, isWhole) = try? inflate(self.bytes, atMost: limit) else {
            return .faulty(.notDeflated)
        }
        guard isWhole else {
            return .cut(
                head: Array(bytes.prefix(WebSocketMachine.headLength)), count: bytes.count)
        }
        var check = UTF8Validator()
        guard !isText || check.validate(bytes.span) && check.isComplete else {
            return .faulty(.notUTF8)
        }
        return .whole(bytes)
    }
}
