extension UInt8 {
    /// Whether a byte of UTF-8 makes words with its neighbours. All of other scripts does: what
    /// matters is that no character is cut.
    var isWordPart: Bool {
        isDigit || self >= 0x80 || (self | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// Whether a byte belongs to a letter or digit of an alphabet. In other scripts, as of
    /// ideographs, one character says as much as a word.
    var isLetter: Bool { isWordPart && self < 0xE0 }

    fileprivate var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }

    /// Whether it is a byte of a character, but not its first.
    var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension Span<UInt8> {
    var isASCII: Bool {
        indices.allSatisfy { self[$0] < 0x80 }
    }

    func isCharacterStart(_ index: Int) -> Bool {
        index == count || !self[index].isContinuation
    }
}

extension [UInt8] {
    /// How natural it is for an edit to begin or end here: most at the end of a line, little
    /// inside a word, and not at all inside a character.
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
