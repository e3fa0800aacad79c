/// The four bytes that a client hides a frame's payload with, as a big-endian number.
///
/// They must be new for each frame, and not for others to foresee.
package struct MaskingKey: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Puts a mask on a payload, or takes it off again, piece by piece.
struct Mask: Sendable {
    /// The four bytes in the order of their use: the lowest is next.
    private var key: UInt32

    init(_ key: MaskingKey) {
        self.key = key.rawValue.byteSwapped
    }

    mutating func apply(to bytes: inout MutableSpan<UInt8>, in range: Range<Int>) {
        // The compiler turns this into sixteen bytes at a time as long as the key is a local.
        var key = key
        for index in range {
            bytes[index] ^= UInt8(truncatingIfNeeded: key)
            key = key >> 8 | key << 24
        }
        self.key = key
    }
}
