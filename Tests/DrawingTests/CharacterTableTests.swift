import Drawing
import Glibc
import Testing

/// The tables, compared with two others: Swift's Unicode properties, and the C library's widths,
/// which ncurses uses.
@Suite("Character tables")
struct CharacterTableTests {
    /// All scalars of Unicode 14.0 except controls and private ones.
    private static let assigned: [Unicode.Scalar] = (UInt32(0x20)...0x10FFFF).lazy
        .compactMap(Unicode.Scalar.init)
        .filter { scalar in
            guard let age = scalar.properties.age, age.major <= 14 else { return false }
            return ![.control, .privateUse, .unassigned].contains(scalar.properties.generalCategory)
        }

    @Test("A mark over another character takes no cell, a coloured emoji two, others at least one")
    func columns() {
        for scalar in Self.assigned where !isSkin(scalar) {
            let isFlagLetter = (0x1F1E6...0x1F1FF).contains(scalar.value)
            if scalar.properties.isEmojiPresentation, !isFlagLetter {
                #expect(String(scalar).columns == 2, "U+\(String(scalar.value, radix: 16))")
            }
            let category = scalar.properties.generalCategory
            // Hangul is special, and U+1171E had no width before 15.0.
            guard !scalar.properties.isDefaultIgnorableCodePoint,
                ![.otherLetter, .format, .spacingMark].contains(category)
            else { continue }
            let isMark = category == .nonspacingMark || category == .enclosingMark
            let columns = ("a" + String(scalar)).columns - 1
            #expect((columns == 0) == isMark, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("The C library gives every character that is shown unchanged the same width")
    func library() throws {
        let measure = try #require(CLibrary.wcwidth)
        let locale = unsafe newlocale(CLibrary.characterTypes, "C.UTF-8", nil)
        let before = unsafe uselocale(locale)
        defer {
            _ = unsafe uselocale(before)
            unsafe freelocale(locale)
        }
        for scalar in Self.assigned {
            let category = scalar.properties.generalCategory
            if category == .nonspacingMark || category == .enclosingMark {
                #expect(measure(scalar.value) == 0, "U+\(String(scalar.value, radix: 16))")
            }
            let glyph = Glyph(scalar)
            guard glyph != .blank, glyph != .replacement else { continue }
            let measured = Int(measure(scalar.value))
            #expect(glyph.columns == measured, "U+\(String(scalar.value, radix: 16))")
        }
    }

    private func isSkin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmojiModifier
    }
}

/// The parts of the C library that Swift doesn't import.
private enum CLibrary {
    /// `LC_CTYPE_MASK`
    static let characterTypes: CInt = 1

    static var wcwidth: (@convention(c) (UInt32) -> CInt)? {
        let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "wcwidth")
        return unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> CInt)?.self)
    }
}
