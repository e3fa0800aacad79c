extension JSONString {
    /// How many UTF-16 units the text has: what deltas count in.
    package var utf16Count: Int {
        utf8.reduce(0) { $0 + $1.utf16Count }
    }

    var utf16: [UInt16] { Array(string.utf16) }

    /// Nil if half a surrogate pair stands alone.
    init?(utf16 units: [UInt16]) {
        guard let string = String(validating: units, as: UTF16.self) else { return nil }
        self.init(string)
    }

    var scalars: [UInt32] {
        let bytes = utf8
        var scalars: [UInt32] = []
        scalars.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let lead = bytes[index]
            var scalar = UInt32(lead)
            index += 1
            if lead >= 0xC0 {
                let length = (~lead).leadingZeroBitCount
                scalar = UInt32(lead & (0x7F >> UInt8(length)))
                for _ in 1..<length {
                    scalar = scalar << 6 | UInt32(bytes[index] & 0x3F)
                    index += 1
                }
            }
            scalars.append(scalar)
        }
        return scalars
    }

    /// The text of `scalars`, each of which comes from a text.
    init(scalars: ArraySlice<UInt32>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scalars.count)
        for scalar in scalars {
            guard scalar >= 0x80 else {
                bytes.append(UInt8(scalar))
                continue
            }
            let tail = scalar < 0x800 ? 1 : scalar < 0x1_0000 ? 2 : 3
            let mark: UInt8 = tail == 1 ? 0xC0 : tail == 2 ? 0xE0 : 0xF0
            bytes.append(mark | UInt8(scalar >> (6 * UInt32(tail))))
            for place in (0..<UInt32(tail)).reversed() {
                bytes.append(0x80 | UInt8((scalar >> (6 * place)) & 0x3F))
            }
        }
        self.init(wellFormed: bytes)
    }
}

extension UInt8 {
    /// How many UTF-16 units a character of UTF-8 makes, told by its first byte; other bytes none.
    fileprivate var utf16Count: Int {
        self < 0x80 ? 1 : self < 0xC0 ? 0 : self < 0xF0 ? 1 : 2
    }
}
