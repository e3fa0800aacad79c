extension JSONString {
    /// The number of Unicode scalars, which JSON Schema counts.
    package var characterCount: Int { string.unicodeScalars.count }

    var utf16: [UInt16] { Array(string.utf16) }

    /// Nil if half a surrogate pair has no other half.
    init?(utf16 units: [UInt16]) {
        guard let string = String(validating: units, as: UTF16.self) else { return nil }
        self.init(string)
    }
}

extension [UInt8] {
    /// The index `count` UTF-16 units further in a text in UTF-8; nil beyond its end or inside a
    /// surrogate pair.
    func index(_ start: Int, movedByUTF16 count: Int) -> Int? {
        var index = start
        var left = count
        while left > 0, index < self.count {
            left -= self[index].utf16Count
            index += 1
        }
        // The continuation bytes of the last character count as zero.
        while index < self.count, self[index].utf16Count == 0 { index += 1 }
        return left == 0 ? index : nil
    }
}

extension Sequence<UInt8> {
    var utf16Count: Int {
        reduce(0) { $0 + $1.utf16Count }
    }
}

extension UInt8 {
    /// The UTF-16 units of a character, counted at its first byte. Its other bytes count as zero.
    fileprivate var utf16Count: Int {
        self < 0x80 ? 1 : self < 0xC0 ? 0 : self < 0xF0 ? 1 : 2
    }
}
