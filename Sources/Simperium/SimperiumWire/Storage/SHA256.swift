/// SHA-256 as in FIPS 180-4, for storing secrets as digests.
enum SHA256 {
    private static let blockSize = 64

    static func digest(of message: [UInt8]) -> [UInt8] {
        let padded = padded(message)
        var (state, words) = (initial, [UInt32](repeating: 0, count: 64))
        for block in stride(from: 0, to: padded.count, by: blockSize) {
            expand(padded[block..<block + blockSize], into: &words)
            mix(words, into: &state)
        }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// The message with padding and its length in bits, filled up to whole blocks.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var bytes = message
        bytes.reserveCapacity(message.count + 2 * blockSize)
        bytes.append(0x80)
        while bytes.count % blockSize != blockSize - 8 { bytes.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        return bytes
    }

    /// The words of a block's rounds.
    private static func expand(_ block: ArraySlice<UInt8>, into words: inout [UInt32]) {
        for (index, start) in stride(from: block.startIndex, to: block.endIndex, by: 4).enumerated()
        {
            words[index] =
                UInt32(block[start]) << 24 | UInt32(block[start + 1]) << 16
                | UInt32(block[start + 2]) << 8 | UInt32(block[start + 3])
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let mixed = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let other = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            words[index] = words[index - 16] &+ mixed &+ words[index - 7] &+ other
        }
    }

    private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let choice = e & f ^ ~e & g
            let first =
                h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice
                &+ constants[round] &+ words[round]
            let majority = a & b ^ a & c ^ b & c
            let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static let primes = (2...311).filter { number in
        !(2..<number).contains { number % $0 == 0 }
    }

    /// The first 32 bits of the fractional parts of the primes' square roots.
    private static let initial = primes.prefix(8).map { fraction(ofRootOf: $0, power: 2) }
    private static let constants = primes.map { fraction(ofRootOf: $0, power: 3) }

    /// Exact: the largest integer whose power is at most the prime, shifted left by 32 bits.
    private static func fraction(ofRootOf prime: Int, power: Int) -> UInt32 {
        let target = UInt128(prime) << UInt128(32 * power)
        var root: UInt128 = 0
        for bit in (UInt128(0)..<36).reversed() {
            let candidate = root | 1 << bit
            let raised = (1..<power).reduce(candidate) { product, _ in product * candidate }
            if raised <= target { root = candidate }
        }
        return UInt32(truncatingIfNeeded: root)
    }
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
