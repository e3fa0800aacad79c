internal import SimperiumBytes
internal import SimperiumClock

/// The first half of a SHA-256 digest, which identifies the content of a note.
package struct ContentDigest: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init(of bytes: [UInt8]) {
        let digest = sha256(bytes)
        high = digest[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The digest as thirty-two hexadecimal digits.
    package var text: String {
        [high, low].flatMap { word in (0..<8).map { UInt8(word >> (56 - 8 * $0) & 0xFF) } }.hexText
    }
}
