extension WebSocketFrame {
    /// Fewer bytes are hardly worth it; more would hold everybody up while they are deflated, for
    /// that is about a millisecond.
    private static let deflatable = 1 << 10...64 << 10

    /// Whether a message is sent deflated to whoever takes that, if it becomes shorter by it.
    package static func isWorthDeflating(_ message: [UInt8]) -> Bool {
        deflatable.contains(message.count)
    }

    /// A message as it travels to a client that takes what is deflated.
    package static func encodedText(deflating message: [UInt8]) -> [UInt8] {
        guard isWorthDeflating(message), let payload = Deflater.deflate(message) else {
            return text(message).encoded()
        }
        var bytes = [0x80 | FrameHeader.deflated | Opcode.text.rawValue]
        appendLength(payload.count, flag: 0, to: &bytes)
        return bytes + payload
    }
}
