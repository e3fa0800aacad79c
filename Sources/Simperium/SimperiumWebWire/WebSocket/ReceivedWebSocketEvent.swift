/// An event of a WebSocket. Some events contain a frame to send in answer.
package enum ReceivedWebSocketEvent: Hashable, Sendable {
    /// A message in valid UTF-8.
    case text(MessageBytesLocation)
    case binary(MessageBytesLocation)
    /// A long message has begun. `discardMessageExceptHead` drops it.
    case long(head: [UInt8])
    /// A message must be decompressed on another thread, because that takes long. Read no further
    /// until `receiveInflated` has received the result.
    case deflated(DeflatedMessage)
    /// A message was dropped except for its beginning, because it is too long or not wanted.
    case discarded(head: [UInt8], count: Int)
    /// The peer checks the connection: send the answer.
    case pinged(answer: OutgoingWebSocketFrame)
    /// The WebSocket has ended. Send the answer, if there is one. Then a server closes the
    /// connection; a client waits for that.
    case closed(CloseReason, answer: OutgoingWebSocketFrame?)
    /// The peer violated the protocol. Send the goodbye, if there is one, and close the connection.
    case failed(WebSocketFault, goodbye: OutgoingWebSocketFrame?)
}

/// The location of a message's bytes.
package enum MessageBytesLocation: Hashable, Sendable {
    /// In the chunk passed to `next`, already unmasked.
    case inChunk(Range<Int>)
    /// A copy, because the message arrived in several pieces.
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

    /// Returns a copy of the bytes; no copy is made if they were gathered.
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
