/// The four bytes that a client masks a frame's payload with, as a big-endian number.
///
/// They must be new for each frame, and unpredictable.
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
