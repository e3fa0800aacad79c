/// A player's name: letters and digits of any script, `-` `_` `.` `'`, and single spaces.
///
/// So each part of a name is visible, does not reorder the text beside it, and can't be mistaken
/// for a part of the screen.
package struct PlayerName: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The maximum width on a screen, in cells.
    package static let widest = 16
    /// The maximum number of combining marks in a row. Real scripts need few, and a tall stack of
    /// marks would cover the lines above.
    private static let marksInARow = 2

    package let text: String

    package init(_ text: String) throws(NameFlaw) {
        guard !text.isEmpty else { throw .empty }
        var width = 0
        var marks = 0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch NameCharacterKind(scalar) {
            case .letter(let cells):
                width += cells
                marks = 0
            case .mark(let cells):
                width += cells
                marks += 1
                guard previous != " ", marks <= Self.marksInARow else { throw .marksAstray }
            case .blank:
                guard previous != " " else { throw .blanksAstray }
                width += 1
            case nil: throw .notAllowed(scalar)
            }
            guard width <= Self.widest else { throw .tooWide }
            previous = scalar
        }
        guard previous != " " else { throw .blanksAstray }
        self.text = text
    }

    /// Removes forbidden characters, and cuts the text to fit. Returns nil if nothing is left.
    package init?(cleaning text: String) {
        var best: PlayerName?
        var kept = ""
        for scalar in text.unicodeScalars.prefix(256) {
            let part: Unicode.Scalar = scalar.properties.isWhitespace ? " " : scalar
            var longer = kept
            longer.unicodeScalars.append(part)
            if let name = try? PlayerName(longer) {
                (best, kept) = (name, longer)
            } else if part == " ", best?.text == kept {
                kept = longer
            }
        }
        guard let best else { return nil }
        self = best
    }

    package var description: String { text }
}

/// The kind of a character in a name. The initialiser returns nil for a forbidden character.
private enum NameCharacterKind {
    case letter(cells: Int)
    case mark(cells: Int)
    case blank

    init?(_ scalar: Unicode.Scalar) {
        guard scalar != " " else {
            self = .blank
            return
        }
        let properties = scalar.properties
        // Some letters are invisible, too.
        guard !properties.isDefaultIgnorableCodePoint else { return nil }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber:
            guard !scalar.isVowelOfSyllable else { return nil }
            self = .letter(cells: scalar.isWide ? 2 : 1)
        case .nonspacingMark: self = .mark(cells: 0)
        case .spacingMark: self = .mark(cells: 1)
        default:
            guard "-_.'".unicodeScalars.contains(scalar) else { return nil }
            self = .letter(cells: 1)
        }
    }
}

extension Unicode.Scalar {
    private static let wideLetters: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFF00...0xFF60, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
    ]

    /// True if terminals show the letter in two cells.
    fileprivate var isWide: Bool {
        value >= 0x1100 && Self.wideLetters.contains { $0.contains(value) }
    }

    /// True for conjoining Hangul vowels and final consonants, which a terminal draws over the
    /// previous cell.
    fileprivate var isVowelOfSyllable: Bool {
        (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }
}

package enum NameFlaw: Error, Hashable, Sendable {
    case empty
    case tooWide
    /// A blank at either end, or two in a row.
    case blanksAstray
    /// A combining mark without a letter, or too many marks on one letter.
    case marksAstray
    case notAllowed(Unicode.Scalar)
}
