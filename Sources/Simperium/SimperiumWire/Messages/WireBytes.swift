extension UInt8 {
    static let colon = UInt8(ascii: ":")
    static let lineFeed = UInt8(ascii: "\n")
    static let quote = UInt8(ascii: "\"")

    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isAlphanumeric: Bool { isDigit || (0x61...0x7A).contains(self | 0x20) }

    /// True for `A-Za-z0-9._-`, the characters that all kinds of names allow.
    var isPlain: Bool {
        isAlphanumeric || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "-")
    }

    /// True for visible ASCII that needs no escape in JSON and does not separate a frame's fields.
    var isField: Bool {
        (0x21...0x7E).contains(self) && self != .colon && self != .quote
            && self != UInt8(ascii: "\\")
    }
}

extension Span where Element == UInt8 {
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The bytes as text; nil if they are not UTF-8.
    var text: String? {
        guard let valid = try? UTF8Span(validating: self) else { return nil }
        return String(copying: valid)
    }

    /// The number, if the bytes are one to eighteen digits without leading zeros; otherwise nil.
    var digits: Int? {
        guard (1...18).contains(count), count == 1 || self[0] != UInt8(ascii: "0") else {
            return nil
        }
        var number = 0
        for index in indices {
            guard self[index].isDigit else { return nil }
            number = number * 10 + Int(self[index] & 15)
        }
        return number
    }

    func spells(_ word: String) -> Bool {
        let letters = word.utf8Span.span
        guard letters.count == count else { return false }
        for index in indices where self[index] != letters[index] { return false }
        return true
    }
}

extension String {
    /// The number, if the text has only digits and the number does not overflow; otherwise nil.
    var decimal: Int? {
        utf8.allSatisfy(\.isDigit) ? Int(self) : nil
    }

    /// Returns the longest prefix of whole Unicode scalars that has at most `longest` bytes.
    func byteLimitedPrefix(upTo longest: Int) -> String {
        guard utf8.count > longest else { return self }
        // An index inside a scalar is rounded down to its start.
        return String(self[..<utf8.index(utf8.startIndex, offsetBy: longest)])
    }
}
