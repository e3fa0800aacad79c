extension String {
    /// How many cells somebody else's words may take in a line of ours.
    package static let widestForeignText = 100

    /// What somebody else made up (a server, or whoever sits on the way to it), fit to stand in a
    /// line of ours: one line, of characters that can be seen, and none too long. Nothing in it
    /// acts on a terminal or turns round what stands beside it.
    package var asForeignText: String { shortened(toColumns: Self.widestForeignText) }

    /// A line of JSON as any terminal may show it: what could play tricks there, or can't be seen,
    /// is escaped, which says the same to whoever reads the JSON.
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
    /// The text in quotes, to be told to people: what could play tricks on a terminal, or could not
    /// be seen on it, is spelt out.
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
    /// Whether `part` stands in it. The standard library's own search is one of the module of
    /// regular expressions, which the program is built without.
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
