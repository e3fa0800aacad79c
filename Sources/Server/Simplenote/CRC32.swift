/// The checksum of a file in a zip archive.
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1
        }
    }

    private var state: UInt32 = 0xFFFF_FFFF

    var value: UInt32 { ~state }

    mutating func add(_ bytes: [UInt8]) {
        var state = state
        for byte in bytes { state = Self.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8 }
        self.state = state
    }
}
