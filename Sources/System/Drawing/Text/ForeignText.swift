extension String {
    /// The greatest width of foreign text in a line of ours, in cells.
    package static let widestForeignText = 100

    /// A text from outside (from a server, or from an attacker on the way to it), safe in a line of
    /// ours: one line of visible characters, cut to a limit. No part of it acts on a terminal or
    /// reverses the text beside it.
    package var asForeignText: String { shortened(toColumns: Self.widestForeignText) }

    /// A line of JSON that is safe on any terminal: invisible characters and those that could play
    /// tricks are escaped, which does not change its meaning.
    package var asShownJSON: String {
        guard unicodeScalars.contains(where: \.needsEscape) else { return self }
        var shown = ""
        for scalar in unicodeScalars {
            if scalar.needsEscape {
                for unit in String(scalar).utf16 { shown += unit.escapedInJSON }
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

extension Unicode.Scalar {
    /// Marks are left as they are: a name may have them.
    fileprivate var needsEscape: Bool {
        switch kind {
        case .narrow, .wide, .mark: false
        case .invisible, .spacing, .unprintable: true
        }
    }
}

extension UTF16.CodeUnit {
    fileprivate var escapedInJSON: String {
        let digits = String(self, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension String {
    /// The text in quotes, for people: invisible characters and those that could play tricks on a
    /// terminal are spelt out.
    package var quoted: String {
        "\"" + unicodeScalars.map { $0.escaped(asASCII: !$0.isSeen) }.joined() + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var isSeen: Bool {
        switch kind {
        case .narrow, .wide, .mark: true
        case .invisible, .spacing, .unprintable: false
        }
    }
}

extension StringProtocol {
    /// True if `part` occurs in it. The standard library's own search is in the module of regular
    /// expressions, which the program is built without.
    package func holds(_ part: some StringProtocol) -> Bool {
        part.isEmpty || indices.contains { self[$0...].hasPrefix(part) }
    }
}

/// Words joined to a list within a sentence.
package enum ListWords {
    /// `one, two and three`.
    package static func all(_ words: [String]) -> String { list(words, before: "and") }

    /// `one, two or three`.
    package static func any(_ words: [String]) -> String { list(words, before: "or") }

    private static func list(_ words: [String], before last: String) -> String {
        guard words.count > 1, let end = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(last) " + end
    }
}
