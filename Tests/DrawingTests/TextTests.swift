import Drawing
import Testing

@Suite("Text in cells")
struct TextTests {
    @Test(
        "Text has the width that terminals give it",
        arguments: [
            ("", 0), ("okafor", 6), ("é", 1), ("漢字", 4), ("ガ", 2), ("ｶﾞ", 2), ("한국", 4), ("Ｘ", 2),
            ("─│┼█▚◉★▸●…–", 11), ("Ωжא", 3), ("🎉", 2),
            // Marks have no width: in composed form, stacked, in Hangul, and without a character
            // before.
            ("e\u{301}", 1), ("a\u{323}\u{306}", 1), ("\u{1112}\u{1161}\u{11AB}", 2),
            ("\u{301}e", 1),
            // An emoji of several parts is several characters; skin tone and variation are left
            // out.
            ("👩\u{200D}💻", 4), ("👍🏻👍🏿", 4), ("❤\u{FE0F}", 1), ("1\u{FE0F}\u{20E3}", 1), ("🇨🇭", 2),
        ])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        "No control character and no invisible character gets into a cell",
        arguments: [
            ("a\u{1B}[31mb", "a\u{FFFD}[31mb"),
            ("a\u{7}\u{7F}\u{9B}b", "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
            ("a\tb\nc\r\nd", "a b c  d"), ("a\u{2028}b\u{85}c", "a b c"),
            ("\u{202E}rofako\u{202C}", "\u{FFFD}rofako\u{FFFD}"),
            ("a\u{2066}b\u{200F}", "a\u{FFFD}b\u{FFFD}"),
            ("o\u{200B}ka\u{200D}fo\u{FEFF}r\u{AD}", "okafor"), ("a\u{E0041}b\u{3164}c", "abc"),
            // Private, unassigned, and assigned after the tables were made.
            ("\u{E0B0}\u{0378}\u{1FAE8}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            // The third mark and all later ones.
            ("z\u{301}\u{302}\u{303}\u{304}", "z\u{301}\u{302}"), ("\u{301}", ""),
        ])
    func sanitised(text: String, shown: String) {
        #expect(text.shortened(toColumns: 99).unicodeScalars.elementsEqual(shown.unicodeScalars))
        #expect(Glyphs(text).allSatisfy { $0.columns > 0 })
    }

    @Test(
        "Text that is too long ends with an ellipsis and never within a character",
        arguments: [
            ("okafor", 6, "okafor"), ("okafor", 5, "okaf…"), ("okafor", 1, "…"), ("okafor", 0, ""),
            ("okafor", -3, ""), ("漢字体", 6, "漢字体"), ("漢字体", 5, "漢字…"), ("漢字体", 4, "漢…"),
            ("漢字体", 2, "…"), ("漢字体", 1, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func shortened(text: String, columns: Int, shown: String) {
        #expect(text.shortened(toColumns: columns) == shown)
    }

    @Test("Text of other users is one line of at most 100 columns, without control characters")
    func foreign() {
        for (text, shown) in [
            ("go away", "go away"),
            ("a\u{1B}]0;x\u{7}\nb\u{202E}c", "a\u{FFFD}]0;x\u{FFFD} b\u{FFFD}c"),
        ] {
            #expect(ForeignText(text).shown == shown)
        }
        #expect(ForeignText(String(repeating: "漢", count: 60)).shown.columns == 99)
        #expect(ForeignText(String(repeating: "a", count: 101)).shown.hasSuffix("aa…"))

        for (json, shown) in [
            (#"{"a":"漢 é"}"#, #"{"a":"漢 é"}"#), ("\"a\u{9B}b\"", #""a\u009bb""#),
            ("\"\u{202E}\"", #""\u202e""#), ("\"\u{E0041}\u{200B}\"", #""\udb40\udc41\u200b""#),
            ("\"\u{7F}\u{2028}\"", #""\u007f\u2028""#),
        ] {
            #expect(json.asShownJSON == shown)
        }
    }

    @Test("A glyph is its literal, or a blank if it is invisible; it has an ASCII stand-in")
    func glyphs() {
        #expect(Array(Glyph("漢").scalars) == ["漢"] && Glyph("漢").columns == 2)
        #expect(Glyph("\u{301}") == .blank && Glyph("\u{1B}") == .replacement)
        #expect(Array(Glyph.continuation.scalars) == [])

        let drawn: [Unicode.Scalar] = Array(
            "─│┌┐└┘├┤┬┴┼█▚▞▛▜▙▟●◉★▸▾▴↑↓←→·…–’“”✓×╳○".unicodeScalars)
        for scalar in drawn {
            let ascii = Glyph(scalar).ascii
            #expect(ascii != "?" && ascii.isASCII, "\(scalar)")
        }
        #expect([Glyph("é"), "漢", "🎉", "\u{FFFD}"].map(\.ascii) == ["?", "?", "?", "?"])
        #expect([Glyph("◉"), "★", "▸", "●"].map(\.ascii) == ["o", "*", ">", "#"])
        #expect(Glyph.continuation.ascii == " ")
    }
}
