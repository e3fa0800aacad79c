/// A character on a terminal, in one cell or in two, with at most two marks over it.
///
/// No glyph can act on a terminal or reorder its text: a character that could do so becomes a blank
/// or U+FFFD.
package struct Glyph: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    /// Three scalars of 21 bits, the character lowest; above them, the bit for two cells.
    private var bits: UInt64

    private init(bits: UInt64) {
        self.bits = bits
    }

    /// Creates the glyph of a character. The character's kind must be `narrow` or `wide`, and agree
    /// with `isWide`.
    init(_ scalar: Unicode.Scalar, isWide: Bool) {
        bits = UInt64(scalar.value) | (isWide ? Self.wideBit : 0)
    }

    package init(_ scalar: Unicode.Scalar) {
        switch scalar.kind {
        case .narrow: self.init(scalar, isWide: false)
        case .wide: self.init(scalar, isWide: true)
        case .unprintable: self = .replacement
        case .spacing, .mark, .invisible: self = .blank
        }
    }

    package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self.init(scalar)
    }

    package static let blank = Glyph(" ", isWide: false)
    package static let replacement = Glyph("\u{FFFD}", isWide: false)

    /// The glyph in the second cell of a wide character.
    package static let continuation = Glyph(bits: 0)
    /// A glyph that differs from the glyphs of all characters.
    static let unknown = Glyph(bits: scalarMask)

    private static let wideBit: UInt64 = 1 << 63
    private static let scalarBits: UInt64 = 21
    private static let scalarMask: UInt64 = (1 << scalarBits) - 1

    package var isWide: Bool { bits & Self.wideBit != 0 }
    package var columns: Int { isWide ? 2 : 1 }
    var hasMarks: Bool { bits & ~Self.wideBit > Self.scalarMask }

    /// The character itself, without its marks.
    package var character: Unicode.Scalar {
        Unicode.Scalar(UInt32(bits & Self.scalarMask)) ?? "\u{FFFD}"
    }

    /// The character and its marks; none for the second cell of a wide character.
    package var scalars: Scalars { Scalars(remaining: bits & ~Self.wideBit) }

    var withoutMarks: Glyph { Glyph(character, isWide: isWide) }

    /// Puts a mark over the character, unless the character already has two marks.
    mutating func add(mark: Unicode.Scalar) {
        let free = (1...2).first { (bits >> (UInt64($0) * Self.scalarBits)) & Self.scalarMask == 0 }
        guard let free else { return }
        bits |= UInt64(mark.value) << (UInt64(free) * Self.scalarBits)
    }

    /// The number of bytes of the glyph in UTF-8.
    var byteCount: Int {
        scalars.reduce(0) { $0 + UTF8.width($1) }
    }

    /// True if each terminal moves the cursor by the same number of cells when it draws the glyph.
    var isMeasuredAlike: Bool { !hasMarks && character.isMeasuredAlike }

    package struct Scalars: Sequence, IteratorProtocol, Sendable {
        fileprivate var remaining: UInt64

        package mutating func next() -> Unicode.Scalar? {
            guard remaining != 0 else { return nil }
            defer { remaining >>= Glyph.scalarBits }
            return Unicode.Scalar(UInt32(remaining & Glyph.scalarMask))
        }
    }
}

extension Glyph {
    /// The ASCII character in the glyph's first cell, for a terminal that gets only ASCII: the
    /// character itself, or a substitute. The second cell of a wide character is a blank, so that
    /// no other cell moves.
    package var ascii: Unicode.Scalar {
        if self == .continuation { return " " }
        return character.isASCII ? character : Self.asciiSubstitute(for: character)
    }

    /// Returns the substitute of a character. Each glyph on the program's screens has one.
    private static func asciiSubstitute(for character: Unicode.Scalar) -> Unicode.Scalar {
        switch character {
        case "─", "━", "═", "╴", "╶", "–", "—", "−": "-"
        case "│", "┃", "║", "╵", "╷", "▌", "▐", "▏", "▕": "|"
        case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯", "╋", "✓": "+"
        case "\u{1FB00}"..."\u{1FB3B}": "#"
        case "█", "▓", "▒", "▀", "▄", "■", "●", "◆": "#"
        case "▚", "▜", "▙", "╲": "\\"
        case "▞", "▛", "▟", "╱": "/"
        case "╳", "✕", "✗", "×": "X"
        case "◯", "○", "◉", "◎": "o"
        case "★", "☆", "•", "✱": "*"
        case "▸", "▶", "›", "»", "→": ">"
        case "◂", "◀", "‹", "«", "←": "<"
        case "▴", "▲", "↑": "^"
        case "▾", "▼", "↓": "v"
        case "░": ":"
        case "▘", "▝": "'"
        case "▖", "▗": "."
        case "·", "…", "∙": "."
        case "‘", "’": "'"
        case "“", "”": "\""
        case "□", "◇", "▢": "."
        default: "?"
        }
    }
}
