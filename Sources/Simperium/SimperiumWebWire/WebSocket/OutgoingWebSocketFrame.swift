internal import SimperiumBytes

/// A frame to send. Each message is sent as one frame.
package enum OutgoingWebSocketFrame: Hashable, Sendable {
    /// A text message, which must be UTF-8.
    case text([UInt8])
    /// A ping with at most 125 bytes. The same limit applies to a pong.
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseReason)

    /// Returns the frame as bytes. A client passes a mask that it uses once. A server passes none,
    /// so it can send the same bytes to many clients.
    package func encoded(mask key: MaskingKey? = nil) -> [UInt8] {
        let (opcode, payload) = content
        precondition(
            payload.count <= FrameHeader.longestControlPayload || !opcode.isControl,
            "a control frame is short")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.longestHeader + payload.count)
        bytes.append(0x80 | opcode.rawValue)
        Self.appendLength(payload.count, flag: key == nil ? 0 : 0x80, to: &bytes)
        if let key { Self.appendBigEndian(UInt64(key.rawValue), size: 4, to: &bytes) }
        let start = bytes.count
        bytes += payload
        if let key {
            var mask = PayloadMask(key)
            var span = bytes.mutableSpan
            mask.apply(to: &span, in: start..<span.count)
        }
        return bytes
    }

    private static let longestHeader = 14

    private var content: (Opcode, payload: [UInt8]) {
        switch self {
        case .text(let bytes): (.text, bytes)
        case .ping(let bytes): (.ping, bytes)
        case .pong(let bytes): (.pong, bytes)
        case .close(let reason): (.close, reason.payload)
        }
    }

    static func appendLength(_ length: Int, flag: UInt8, to bytes: inout [UInt8]) {
        switch length {
        case ..<126:
            bytes.append(flag | UInt8(length))
        case ..<65_536:
            bytes.append(flag | 126)
            appendBigEndian(UInt64(length), size: 2, to: &bytes)
        default:
            bytes.append(flag | 127)
            appendBigEndian(UInt64(length), size: 8, to: &bytes)
        }
    }

    private static func appendBigEndian(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
        for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    /// The sizes in bytes of the messages that are compressed. Compressing a smaller message saves
    /// too little; a larger message would block all clients for more than a millisecond.
    private static let deflatable = 1 << 10...64 << 10

    /// Returns true if a message of this size is compressed for clients that accept compression.
    package static func isWorthDeflating(_ message: [UInt8]) -> Bool {
        deflatable.contains(message.count)
    }

    /// Returns a message's frame for a client that accepts compression. The frame is compressed if
    /// `isWorthDeflating` is true and the compression succeeds.
    package static func encodedText(deflating message: [UInt8]) -> [UInt8] {
        guard isWorthDeflating(message), let payload = deflate(message) else {
            return text(message).encoded()
        }
        var bytes = [0x80 | FrameHeader.deflatedBit | Opcode.text.rawValue]
        appendLength(payload.count, flag: 0, to: &bytes)
        return bytes + payload
    }
}
