extension WebSocketFrame {
    /// The sizes that are compressed. A smaller message is not worth it; a larger one would block
    /// all clients for more than a millisecond.
    private static let deflatable = 1 << 10...64 << 10

    /// True if a message of this size is compressed for clients that accept it.
    package static func isWorthDeflating(_ message: [UInt8]) -> Bool {
        deflatable.contains(message.count)
    }

    /// The frame of a message for a client that accepts compression. It is compressed if that makes
    /// it shorter.
    package static func encodedText(deflating message: [UInt8]) -> [UInt8] {
        guard isWorthDeflating(message), let payload = Deflater.deflate(message) else {
            return text(message).encoded()
        }
        var bytes = [0x80 | FrameHeader.deflated | Opcode.text.rawValue]
        appendLength(payload.count, flag: 0, to: &bytes)
        return bytes + payload
    }
}
