/// What a peer said, and what to answer at once.
package enum WebSocketEvent: Hashable, Sendable {
    /// A message, known to be UTF-8.
    case text(Payload)
    case binary(Payload)
    /// A long message has begun. `discardMessage` has the rest of it not kept.
    case long(head: [UInt8])
    /// A message is to be inflated, which takes long: somewhere else. Nothing more may be read
    /// before `take` has been told what came of it.
    case deflated(DeflatedMessage)
    /// A message was read on and not kept but for its beginning: it is too long, or not wanted.
    case discarded(head: [UInt8], count: Int)
    /// The peer asks whether this end is still there: send the answer.
    case pinged(answer: WebSocketFrame)
    /// The WebSocket has ended. Send the answer, if there is one; a server then closes the
    /// connection, a client waits until it does.
    case closed(CloseReason, answer: WebSocketFrame?)
    /// The peer broke the protocol. Send the goodbye, if there is one, and close the connection.
    case failed(WebSocketFault, goodbye: WebSocketFrame?)
}

/// Where the bytes of a message stand.
package enum Payload: Hashable, Sendable {
    /// In the chunk that was handed in, where the mask is off by now.
    case inChunk(Range<Int>)
    /// Here, because they came in more than one piece.
    case gathered([UInt8])

    package var count: Int {
        switch self {
        case .inChunk(let range): range.count
        case .gathered(let bytes): bytes.count
        }
    }

    /// Lends the bytes. `chunk` is the one that the message was found in.
    package func withBytes<Result, Failure: Error>(
        of chunk: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .inChunk(let range): try body(chunk.extracting(range))
        case .gathered(let bytes): try body(bytes.span)
        }
    }

    /// A copy of the bytes, or the bytes themselves if they had to be gathered anyway.
    package func bytes(of chunk: Span<UInt8>) -> [UInt8] {
        switch self {
        case .inChunk(let range):
            var bytes: [UInt8] = []
            bytes.append(chunk.extracting(range))
            return bytes
        case .gathered(let bytes): return bytes
        }
    }
}
