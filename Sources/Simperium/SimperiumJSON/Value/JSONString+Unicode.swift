extension JSONString {
    /// The number of Unicode characters, as JSON Schema counts them.
    package var characterCount: Int { string.unicodeScalars.count }

    var utf16: [UInt16] { Array(string.utf16) }

    /// Nil if half a surrogate pair stands alone.
    init?(utf16 units: [UInt16]) {
        guard let string = String(validating: units, as: UTF16.self) else { return nil }
        self.init(string)
    }
}

extension [UInt8] {
    /// The index so many UTF-16 units further in a text in UTF-8; nil beyond its end or in a pair.
    func index(_ start: Int, movedByUTF16 count: Int) -> Int? {
        var index = start
        var left = count
        while left > 0, index < self.count {
            left -= self[index].utf16Count
            index += 1
        }
        // The other bytes of the last character count for nothing.
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
    /// How many UTF-16 units a character of UTF-8 makes, told by its first byte; other bytes none.
    fileprivate var utf16Count: Int {
        self < 0x80 ? 1 : self < 0xC0 ? 0 : self < 0xF0 ? 1 : 2
    }
}
