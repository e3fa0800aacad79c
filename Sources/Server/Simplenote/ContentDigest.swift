import SimperiumClock

/// A fast digest of bytes, which is the same on each machine. It distinguishes notes, and protects
/// nothing.
package struct ContentDigest: Hashable, Sendable {
    private var high: UInt64 = 0x6A09_E667_F3BC_C908
    private var low: UInt64 = 0xBB67_AE85_84CA_A73B

    package init(of bytes: [UInt8]) {
        var index = 0
        while index < bytes.count {
            var word: UInt64 = 0
            for byte in bytes[index..<min(index + 8, bytes.count)] {
                word = word << 8 | UInt64(byte)
            }
            add(word)
            index += 8
        }
        add(UInt64(bytes.count))
        for _ in 0..<4 { add(0) }
    }

    /// Thirty-two hexadecimal digits.
    package var text: String {
        [high, low].flatMap { word in (0..<8).map { UInt8(word >> (56 - 8 * $0) & 0xFF) } }.hexText
    }

    /// Mixes a word into both halves by multiplications and rotations, as MurmurHash3 does.
    private mutating func add(_ word: UInt64) {
        high = Self.rotated((high ^ Self.mixed(word)) &* 0x87C3_7B91_1142_53D5, by: 31) &+ low
        low = Self.rotated((low &+ word) &* 0x4CF5_AD43_2745_937F, by: 33) ^ high
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        let once = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return once ^ once >> 29
    }

    private static func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }
}
