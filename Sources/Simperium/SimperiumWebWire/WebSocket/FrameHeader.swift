/// The type of a frame. Raw values are those of RFC 6455 section 5.2.
enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
    /// True for the opcodes of a message's first frame.
    var isMessage: Bool { self == .text || self == .binary }
}

struct FrameHeader: Sendable {
    static let longestControlPayload = 125
    static let deflatedBit: UInt8 = 0x40

    let opcode: Opcode
    let isFinal: Bool
    /// True for the first frame of a compressed message.
    let isDeflated: Bool
    let length: Int
    var mask: PayloadMask?
}

/// A reader of headers, byte by byte. It checks each of the first two bytes immediately, and an
/// extended length once the header is complete.
struct FrameHeaderReader: Sendable {
    private let isMasked: Bool
    let mayBeDeflated: Bool
    private var bytes = InlineArray<14, UInt8>(repeating: 0)
    private var count = 0
    /// The frame's type, once its first byte is read.
    private var opcode = Opcode.continuation

    /// Creates a reader. `isMasked` is true if the peer must mask, and false if it must not.
    init(isMasked: Bool, mayBeDeflated: Bool) {
        self.isMasked = isMasked
        self.mayBeDeflated = mayBeDeflated
    }

    /// Returns the header when `byte` completes it; otherwise nil. Throws if the header is invalid.
    mutating func read(_ byte: UInt8) throws(WebSocketFault) -> FrameHeader? {
        bytes[count] = byte
        count += 1
        switch count {
        case 1: opcode = try readOpcode()
        case 2:
            guard (byte & 0x80 != 0) == isMasked else { throw .wronglyMasked }
            guard shortLength <= FrameHeader.longestControlPayload || !opcode.isControl else {
                throw .longControl
            }
        default: break
        }
        guard count >= 2, count == 2 + lengthSize + (isMasked ? 4 : 0) else { return nil }
        count = 0
        return FrameHeader(
            opcode: opcode, isFinal: isFinal, isDeflated: isDeflated, length: try length,
            mask: isMasked ? mask : nil)
    }

    private func readOpcode() throws(WebSocketFault) -> Opcode {
        guard bytes[0] & 0x30 == 0, !isDeflated || mayBeDeflated else { throw .reservedBit }
        guard let opcode = Opcode(rawValue: bytes[0] & 0x0F) else { throw .reservedOpcode }
        guard !isDeflated || opcode.isMessage else { throw .reservedBit }
        guard isFinal || !opcode.isControl else { throw .fragmentedControl }
        return opcode
    }

    private var isFinal: Bool { bytes[0] & 0x80 != 0 }
    private var isDeflated: Bool { bytes[0] & FrameHeader.deflatedBit != 0 }
    private var shortLength: UInt8 { bytes[1] & 0x7F }
    private var lengthSize: Int { shortLength == 126 ? 2 : shortLength == 127 ? 8 : 0 }

    private var length: Int {
        get throws(WebSocketFault) {
            guard lengthSize > 0 else { return Int(shortLength) }
            let length = number(at: 2, size: lengthSize)
            let shortest: UInt64 = lengthSize == 2 ? 126 : 1 << 16
            guard length >= shortest, let length = Int(exactly: length) else { throw .badLength }
            return length
        }
    }

    private var mask: PayloadMask {
        let key = UInt32(truncatingIfNeeded: number(at: 2 + lengthSize, size: 4))
        return PayloadMask(MaskingKey(rawValue: key))
    }

    private func number(at start: Int, size: Int) -> UInt64 {
        (start..<start + size).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
}

/// The unpredictable bytes that a client masks one frame with, as a big-endian number.
package struct MaskingKey: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// A mask for a payload, applied and removed piece by piece.
struct PayloadMask: Sendable {
    /// The four bytes in the order of their use. The next byte is in the lowest eight bits.
    private var key: UInt32

    init(_ key: MaskingKey) {
        self.key = key.rawValue.byteSwapped
    }

    mutating func apply(to bytes: inout MutableSpan<UInt8>, in range: Range<Int>) {
        // The compiler vectorises this loop only if the key is a local variable.
        var key = key
        for index in range {
            bytes[index] ^= UInt8(truncatingIfNeeded: key)
            key = key >> 8 | key << 24
        }
        self.key = key
    }
}
