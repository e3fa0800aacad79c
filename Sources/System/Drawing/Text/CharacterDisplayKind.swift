internal import SimperiumClock

/// The effect of a character on the cells that it is written to.
enum CharacterDisplayKind: Hashable, Sendable {
    case narrow
    case wide
    /// A character that is drawn over the character before it.
    case mark
    /// A character without a shape of its own, which is left out.
    case invisible
    /// A tab or a line end, which would move the cursor, and is drawn as a blank.
    case spacing
    /// A control character, a character that reorders text, or a character without a known width.
    case unprintable
}

extension Unicode.Scalar {
    var kind: CharacterDisplayKind {
        if (0x20...0x7E).contains(value) { return .narrow }
        if value < 0xA0 { return controlKind }
        if isEverydayNarrow { return .narrow }
        if CharacterWidthTables.invisible.contains(value) { return .invisible }
        if value == 0x2028 || value == 0x2029 { return .spacing }
        guard !isDirectional, isKnown else { return .unprintable }
        if isMark { return .mark }
        return CharacterWidthTables.wide.contains(value) ? .wide : .narrow
    }

    /// True if old and new terminals agree on the character's number of cells.
    ///
    /// They agree on the letters of Europe, on lines, blocks and arrows, and on Chinese, Japanese
    /// and Korean. They differ on emoji, and on recent characters of Unicode.
    var isMeasuredAlike: Bool {
        if value < 0x300 || isEverydayNarrow { return true }
        return switch value {
        case 0x3041...0x3096, 0x309B...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFC, 0xAC00...0xD7A3,
            0xFF01...0xFF60:
            true
        default: false
        }
    }

    private var controlKind: CharacterDisplayKind {
        switch value {
        case 0x09...0x0D, 0x85: .spacing
        default: .unprintable
        }
    }

    /// True for the most common narrow characters, which then need no search in the tables.
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

    /// True for characters that can reverse the order of the text beside them.
    private var isDirectional: Bool {
        switch value {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// True if the character was assigned in Unicode 14.0, and not for private use. The widths of
    /// later characters are unknown.
    private var isKnown: Bool {
        guard let age = properties.age, age.major <= CharacterWidthTables.unicodeMajor else {
            return false
        }
        return properties.generalCategory != .privateUse
    }

    /// True for accents, vowel signs, and vowels and final consonants of Hangul. U+1171E has had
    /// another category since Unicode 15.0.
    private var isMark: Bool {
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FB, 0x1171E: return true
        default:
            let category = properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark
        }
    }
}

/// The widths of characters in cells, as of Unicode 14.0.
///
/// The sources are that version's `EastAsianWidth.txt` and `DerivedCoreProperties.txt`. ncurses
/// measures with the C library, and Debian 12's C library follows the same version. As in that
/// library, the enclosed numbers from U+3248 and the hexagrams from U+4DC0 are wide. Characters of
/// ambiguous width take one cell. Ranges may contain unassigned characters, which are never looked
/// up.
enum CharacterWidthTables {
    static let unicodeMajor = 14

    /// Ideographs, kana, syllables of Hangul, full-width forms, emoji.
    static let wide = IntervalSet(boundaries: [
        0x1100, 0x115F, 0x231A, 0x231C, 0x2329, 0x232B, 0x23E9, 0x23ED, 0x23F0, 0x23F1, 0x23F3,
        0x23F4, 0x25FD, 0x25FF, 0x2614, 0x2616, 0x2648, 0x2654, 0x267F, 0x2680, 0x2693, 0x2694,
        0x26A1, 0x26A2, 0x26AA, 0x26AC, 0x26BD, 0x26BF, 0x26C4, 0x26C6, 0x26CE, 0x26CF, 0x26D4,
        0x26D5, 0x26EA, 0x26EB, 0x26F2, 0x26F4, 0x26F5, 0x26F6, 0x26FA, 0x26FB, 0x26FD, 0x26FE,
        0x2705, 0x2706, 0x270A, 0x270C, 0x2728, 0x2729, 0x274C, 0x274D, 0x274E, 0x274F, 0x2753,
        0x2756, 0x2757, 0x2758, 0x2795, 0x2798, 0x27B0, 0x27B1, 0x27BF, 0x27C0, 0x2B1B, 0x2B1D,
        0x2B50, 0x2B51, 0x2B55, 0x2B56, 0x2E80, 0x302A, 0x302E, 0x303F, 0x3041, 0x3097, 0x309B,
        0x3164, 0x3165, 0xA4C7, 0xA960, 0xA97D, 0xAC00, 0xD7A4, 0xF900, 0xFADA, 0xFE10, 0xFE1A,
        0xFE30, 0xFE6C, 0xFF01, 0xFF61, 0xFFE0, 0xFFE7, 0x16FE0, 0x16FE4, 0x16FF0, 0x1B2FC, 0x1F004,
        0x1F005, 0x1F0CF, 0x1F0D0, 0x1F18E, 0x1F18F, 0x1F191, 0x1F19B, 0x1F200, 0x1F321, 0x1F32D,
        0x1F336, 0x1F337, 0x1F37D, 0x1F37E, 0x1F394, 0x1F3A0, 0x1F3CB, 0x1F3CF, 0x1F3D4, 0x1F3E0,
        0x1F3F1, 0x1F3F4, 0x1F3F5, 0x1F3F8, 0x1F43F, 0x1F440, 0x1F441, 0x1F442, 0x1F4FD, 0x1F4FF,
        0x1F53E, 0x1F54B, 0x1F54F, 0x1F550, 0x1F568, 0x1F57A, 0x1F57B, 0x1F595, 0x1F597, 0x1F5A4,
        0x1F5A5, 0x1F5FB, 0x1F650, 0x1F680, 0x1F6C6, 0x1F6CC, 0x1F6CD, 0x1F6D0, 0x1F6D3, 0x1F6D5,
        0x1F6E0, 0x1F6EB, 0x1F6ED, 0x1F6F4, 0x1F6FD, 0x1F7E0, 0x1F7F1, 0x1F90C, 0x1F93B, 0x1F93C,
        0x1F946, 0x1F947, 0x1FA00, 0x1FA70, 0x1FAF7, 0x20000, 0x3134B,
    ])

    /// Characters without a shape of their own: joiners, selectors, tags, skin tones.
    static let invisible = IntervalSet(boundaries: [
        0xAD, 0xAE, 0x34F, 0x350, 0x115F, 0x1161, 0x17B4, 0x17B6, 0x180B, 0x1810, 0x200B, 0x200E,
        0x2060, 0x2066, 0x206A, 0x2070, 0x3164, 0x3165, 0xFE00, 0xFE10, 0xFEFF, 0xFF00, 0xFFA0,
        0xFFA1, 0xFFF0, 0xFFFC, 0x13430, 0x13439, 0x1BCA0, 0x1BCA4, 0x1D173, 0x1D17B, 0x1F3FB,
        0x1F400, 0xE0000, 0xE1000,
    ])
}

/// A set of numbers, as a sorted list of the boundaries where ranges alternately begin and end.
struct IntervalSet: Sendable {
    let boundaries: [UInt32]

    /// Returns true if `value` is in a range: then an odd number of boundaries lies at or before
    /// it.
    func contains(_ value: UInt32) -> Bool {
        !boundaries.partitionPoint { $0 <= value }.isMultiple(of: 2)
    }
}
