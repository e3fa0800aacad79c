extension UInt32 {
    var isLineBreak: Bool { self == 0x0A }

    /// Whether a character makes words with its neighbours. Of other scripts each character
    /// from the ideographs on stands for itself.
    var isWordPart: Bool {
        guard self < 0x80 else { return self < 0x2E80 && !isSpace }
        let letter = self | 0x20
        return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(self)
    }

    fileprivate var isSpace: Bool {
        switch self {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
            0x3000:
            true
        default: false
        }
    }
}

extension [UInt32] {
    /// How natural it is for an edit to begin or end here, from inside a word to the end of a text.
    func borderWeight(at index: Int) -> Int {
        guard index > 0, index < count else { return 5 }
        let (before, after) = (self[index - 1], self[index])
        if before.isLineBreak || after.isLineBreak { return 4 }
        if before.isWordPart && after.isWordPart { return 0 }
        if !before.isWordPart && !before.isSpace && after.isSpace { return 3 }
        return before.isSpace || after.isSpace ? 2 : 1
    }
}
