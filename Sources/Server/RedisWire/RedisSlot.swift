/// The hash slot of a key in a cluster. Keys with the same tag have the same slot.
package struct RedisSlot: RawRepresentable, Hashable, Sendable {
    package static let count = 16_384

    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package init(of key: [UInt8]) {
        rawValue = Self.checksum(Self.tag(of: key)) % UInt16(Self.count)
    }

    /// The part between the first opening brace and the next closing one; the whole key if that is
    /// empty or missing.
    private static func tag(of key: [UInt8]) -> ArraySlice<UInt8> {
        guard let open = key.firstIndex(of: UInt8(ascii: "{")),
            let end = key[(open + 1)...].firstIndex(of: UInt8(ascii: "}")), end > open + 1
        else { return key[...] }
        return key[(open + 1)..<end]
    }

    /// The checksum CRC-16/XMODEM.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        var sum: UInt16 = 0
        for byte in bytes {
            sum ^= UInt16(byte) << 8
            for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
        }
        return sum
    }
}
