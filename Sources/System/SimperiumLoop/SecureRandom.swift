internal import CSimperiumUV
internal import SimperiumClock

/// The operating system's random number generator, for secrets. Its output can't be predicted or
/// replayed.
package struct SecureRandom: RandomNumberGenerator {
    package init() {}

    package mutating func next() -> UInt64 {
        Self.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns random bytes as hexadecimal text, with two digits for each byte.
    package static func hexText(byteCount count: Int) -> String { bytes(count).hexText }

    package static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let status = unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe uv_random(nil, nil, bytes.baseAddress, bytes.count, 0, nil)
        }
        // Without random bytes each secret could be guessed, so the program must end.
        precondition(status == 0, "the operating system gives no random bytes")
        return bytes
    }
}
