extension UInt8 {
    /// True for the bytes of words: ASCII letters and digits, and all bytes of other characters, so
    /// that no character is cut.
    var isWordPart: Bool {
        isDigit || self >= 0x80 || (self | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// True if the byte can be part of a letter or digit of an alphabet. False for the first byte
    /// of a character in three bytes or more, which can mean as much as a word.
    var isLetter: Bool { isWordPart && self < 0xE0 }

    fileprivate var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }

    /// True for a byte of a character other than its first byte.
    var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension Span<UInt8> {
    func isCharacterStart(_ index: Int) -> Bool {
        index == count || !self[index].isContinuation
    }
}

extension [UInt8] {
    /// Returns a weight for an edit's border at this index. It is highest at the ends of the text,
    /// then at the start or end of a line. It is low inside a word, and negative inside a
    /// character.
    func borderWeight(at index: Int) -> Int {
        guard index > 0, index < count else { return 5 }
        let (before, after) = (self[index - 1], self[index])
        if after.isContinuation { return -10 }
        if before == UInt8(ascii: "\n") || after == UInt8(ascii: "\n") { return 4 }
        if before.isWordPart && after.isWordPart { return 0 }
        if !before.isWordPart && !before.isSpace && after.isSpace { return 3 }
        return before.isSpace || after.isSpace ? 2 : 1
    }
}
