/// What a character does to the cells that it is written to.
enum CharacterKind: Hashable, Sendable {
    case narrow
    case wide
    /// It is drawn over the character before it.
    case mark
    /// It has no shape of its own and is left out.
    case invisible
    /// It moves the cursor, and stands for a blank here: tabs and the ends of lines.
    case spacing
    /// A control character, one that reorders text, or one that no standard gives a width.
    case unprintable
}

extension Unicode.Scalar {
    var kind: CharacterKind {
        if (0x20...0x7E).contains(value) { return .narrow }
        if value < 0xA0 { return controlKind }
        if isEverydayNarrow { return .narrow }
        if CharacterTables.invisible.contains(value) { return .invisible }
        if value == 0x2028 || value == 0x2029 { return .spacing }
        guard !isDirectional, isKnown else { return .unprintable }
        if CharacterTables.marks.contains(value) { return .mark }
        return CharacterTables.wide.contains(value) ? .wide : .narrow
    }

    /// Whether terminals old and new agree on how many cells the character takes.
    ///
    /// They do on the letters of Europe, on lines, blocks, arrows and what China, Japan and Korea
    /// write; they do not on emoji, nor on what came to Unicode late.
    var isMeasuredAlike: Bool {
        if value < 0x300 || isEverydayNarrow { return true }
        return switch value {
        case 0x3041...0x3096, 0x309B...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFC, 0xAC00...0xD7A3,
            0xFF01...0xFF60:
            true
        default: false
        }
    }

    private var controlKind: CharacterKind {
        switch value {
        case 0x09...0x0D, 0x85: .spacing
        default: .unprintable
        }
    }

    /// Most of what is ever written, so that the tables need not be searched for it.
    private var isEverydayNarrow: Bool {
        switch value {
        case 0xA1...0xAC, 0xAE...0x2FF, 0x391...0x3A1, 0x3A3...0x3FF, 0x400...0x482, 0x48A...0x52F,
            0x2010...0x2027, 0x2030...0x205E, 0x2190...0x21FF, 0x2500...0x25FC, 0x2605...0x2606,
            0x2713,
            0x2717:
            true
        default: false
        }
    }

    /// A name that holds one of these could turn round the text that stands beside it.
    private var isDirectional: Bool {
        switch value {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Assigned when the tables were made. How wide later characters are can only be guessed.
    private var isKnown: Bool {
        guard let age = properties.age, age.major <= CharacterTables.unicodeMajor else {
            return false
        }
        return properties.generalCategory != .privateUse
    }
}
