/// The glyphs that a terminal shows for a text.
///
/// Tabs and line ends become blanks. Other control characters, direction marks and characters
/// unknown to Unicode 14.0 become U+FFFD. Joiners, selectors, marks without a character before
/// them, and marks after a character's second are left out.
package struct Glyphs: Sequence, IteratorProtocol, Sendable {
    private var scalars: String.UnicodeScalarView.Iterator
    /// The last glyph, which may still get marks.
    private var open: Glyph?

    package init(_ text: String) {
        scalars = text.unicodeScalars.makeIterator()
    }

    package mutating func next() -> Glyph? {
        while let scalar = scalars.next() {
            switch scalar.kind {
            case .narrow:
                if let glyph = replaceOpenGlyph(with: Glyph(scalar, isWide: false)) { return glyph }
            case .wide:
                if let glyph = replaceOpenGlyph(with: Glyph(scalar, isWide: true)) { return glyph }
            case .spacing: if let glyph = replaceOpenGlyph(with: .blank) { return glyph }
            case .unprintable: if let glyph = replaceOpenGlyph(with: .replacement) { return glyph }
            case .mark: open?.add(mark: scalar)
            case .invisible: continue
            }
        }
        return replaceOpenGlyph(with: nil)
    }

    /// Starts a glyph, and returns the glyph before it, which is complete now; nil if there is
    /// none.
    private mutating func replaceOpenGlyph(with glyph: Glyph?) -> Glyph? {
        defer { open = glyph }
        return open
    }
}

extension Glyphs {
    /// Returns the glyphs of a text, cut to `columns` cells with an ellipsis for the missing part.
    static func fitting(_ text: String, columns: Int) -> [Glyph] {
        var glyphs: [Glyph] = []
        var taken = 0
        for glyph in Glyphs(text) {
            guard taken + glyph.columns <= columns else {
                return endingInEllipsis(glyphs, ofWidth: taken, toColumns: columns)
            }
            glyphs.append(glyph)
            taken += glyph.columns
        }
        return glyphs
    }

    /// Returns the first of these glyphs with an ellipsis after them, in at most `columns` cells.
    /// `width` is the number of cells that all glyphs take.
    private static func endingInEllipsis(
        _ whole: [Glyph], ofWidth width: Int, toColumns columns: Int
    ) -> [Glyph] {
        guard columns > 0 else { return [] }
        var glyphs = whole
        var taken = width
        while taken >= columns, let last = glyphs.popLast() { taken -= last.columns }
        return glyphs + ["…"]
    }
}

extension String {
    /// The number of cells that the text takes on a canvas.
    package var columns: Int {
        Glyphs(self).reduce(0) { $0 + $1.columns }
    }

    package var capitalised: String { prefix(1).uppercased() + dropFirst() }

    /// The text with substitutes for all characters beyond ASCII.
    package var asciiText: String {
        var text = UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isASCII ? scalar : Glyph(scalar).ascii) }
        return String(text)
    }

    /// Returns the text, cut to `columns` cells with an ellipsis for the missing part.
    package func shortened(toColumns columns: Int) -> String {
        var shown = String.UnicodeScalarView()
        for glyph in Glyphs.fitting(self, columns: columns) {
            shown.append(contentsOf: glyph.scalars)
        }
        return String(shown)
    }
}

extension [UInt8] {
    /// Returns as many whole UTF-8 characters from the start as fit into `longest` bytes.
    package func wholeCharacterPrefix(upTo longest: Int) -> ArraySlice<UInt8> {
        guard count > longest else { return self[...] }
        // The byte behind the limit shows if the character before it is complete.
        return self[..<(self[...longest].lastIndex { $0 & 0xC0 != 0x80 } ?? 0)]
    }
}

extension String {
    /// Returns the text in lines of at most `columns` cells, broken between words. A word that is
    /// longer has a line of its own. An empty text gives one empty line.
    package func wrapped(toColumns columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if line.columns + 1 + String(word).columns <= columns {
                line += " " + word
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}
