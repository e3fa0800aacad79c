/// SHA-1 as in RFC 3174. It proves that a server has read a WebSocket handshake, and protects
/// nothing.
package enum SHA1 {
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let message = padded(message)
        for start in stride(from: 0, to: message.count, by: 64) {
            mix(message[start..<start + 64], into: &state)
        }
        return state.flatMap { bigEndian(UInt64($0), size: 4) }
    }

    /// The message with a one bit, zeros and its length in bits, filled up to whole blocks.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        let zeros = (119 - message.count % 64) % 64
        let bits = bigEndian(UInt64(message.count) * 8, size: 8)
        return message + [0x80] + [UInt8](repeating: 0, count: zeros) + bits
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
            words.append(word.rotated(by: 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (choice, constant) = mixed(b, in: index, with: (c, d))
            let next = a.rotated(by: 5) &+ choice &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, b.rotated(by: 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    /// The function and the constant of a round, with the RFC's letters.
    private static func mixed(
        _ b: UInt32, in round: Int, with others: (UInt32, UInt32)
    ) -> (choice: UInt32, constant: UInt32) {
        let (c, d) = others
        return switch round {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
        (1...size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - $0))) }
    }
}

extension UInt32 {
    fileprivate func rotated(by bits: UInt32) -> UInt32 { self << bits | self >> (32 - bits) }
}
