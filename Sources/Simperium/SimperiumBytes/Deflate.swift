/// The end of an empty block, which RFC 7692 section 7.2.1 omits from a compressed message.
private let omitted: [UInt8] = [0, 0, 0xFF, 0xFF]

/// Returns the message compressed by RFC 7692; nil if it would not be shorter. No state is kept
/// between messages, so a message to many receivers is compressed once.
package func deflate(_ message: [UInt8]) -> [UInt8]? {
    guard message.count > omitted.count else { return nil }
    var stream = ZlibDeflater(forBytes: message.count)
    // Only a result that is shorter than the message is used.
    guard let bytes = stream.compress(message, atMost: message.count - 1 + omitted.count) else {
        return nil
    }
    return bytes.dropLast(omitted.count)
}

/// Decompresses a message by RFC 7692. If the decompressed message exceeds `limit` bytes, returns
/// its first `limit + 1` bytes, and `isWhole` is false. Throws if the data is invalid or
/// incomplete.
package func inflate(
    _ message: [UInt8], atMost limit: Int
) throws(InvalidDeflateData) -> (bytes: [UInt8], isWhole: Bool) {
    var stream = ZlibInflater()
    stream.addInput(message + omitted)
    var bytes: [UInt8] = []
    while !stream.hasReadAll {
        if stream.isAtEnd { stream.restartStream(after: bytes) }
        // Few messages are more than five times as long as their compressed form.
        let room = max(512, 5 * message.count, bytes.count)
        let next = try stream.next(atMost: min(room, limit + 1 - bytes.count))
        if bytes.isEmpty { bytes = next } else { bytes += next }
        if bytes.count > limit { return (bytes, false) }
    }
    guard stream.isBetweenBlocks else { throw InvalidDeflateData() }
    return (bytes, true)
}

/// A decompressor of an RFC 1951 stream, which may have any length and arrive in pieces.
package struct StreamInflater: ~Copyable {
    private static let longestOutput = 64 << 10

    private var stream = ZlibInflater()
    private var hasAllInput = false

    package init() {}

    /// Adds bytes of the stream. `isLast` is true if no more bytes follow.
    package mutating func addInput(_ bytes: [UInt8], isLast: Bool) {
        stream.addInput(bytes)
        hasAllInput = isLast
    }

    /// Returns the next bytes; an empty array if more input is needed, or at the stream's end.
    /// Throws if the data is invalid, or if the input ends too early.
    package mutating func next() throws(InvalidDeflateData) -> [UInt8] {
        guard !stream.isAtEnd else { return [] }
        let bytes = try stream.next(atMost: Self.longestOutput)
        guard !bytes.isEmpty || stream.isAtEnd || !hasAllInput else { throw InvalidDeflateData() }
        return bytes
    }
}
