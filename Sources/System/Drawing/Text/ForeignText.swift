package import SimperiumJSON

/// A text from outside: a server's answer, another client's object, a name, an error, a log line,
/// or another program's file.
///
/// A foreign text is always shown clean: one line of visible characters, cut to a limit. No part of
/// it acts on a terminal or reverses the text beside it. The raw characters leave this file only as
/// JSON, for a server or a file.
package struct ForeignText: Hashable, Codable, Sendable, ExpressibleByStringInterpolation {
    /// The greatest width of the shown text, in cells.
    package static let widest = 100

    fileprivate let raw: String

    package init(_ raw: String) { self.raw = raw }
    package init(stringLiteral text: String) { raw = text }

    package init(from decoder: any Decoder) throws {
        raw = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(raw)
    }

    package var shown: String { shown(toColumns: Self.widest) }

    package func shown(toColumns columns: Int) -> String { raw.shortened(toColumns: columns) }

    package var isEmpty: Bool { raw.isEmpty }
    package var byteCount: Int { raw.utf8.count }

    /// Returns true if `name` is equal to this text, except for the case of letters.
    package func equalsIgnoringCase(_ name: String) -> Bool {
        raw.lowercased() == name.lowercased()
    }
}

extension ForeignText: Comparable, CustomStringConvertible {
    package var description: String { shown }

    package static func < (one: ForeignText, other: ForeignText) -> Bool { one.raw < other.raw }
}

extension JSON {
    package init(_ text: ForeignText) { self.init(text.raw) }

    /// The string as a foreign text; nil for other values.
    package var foreignText: ForeignText? { string.map { ForeignText($0) } }
}

extension String {
    /// The JSON text with its invisible and deceptive characters escaped, so that it is safe on any
    /// terminal. Its meaning is unchanged.
    package var asShownJSON: String {
        unicodeScalars.map { scalar in
            let text = String(scalar)
            return scalar.needsEscape ? text.utf16.map(\.escapedInJSON).joined() : text
        }.joined()
    }
}

extension Unicode.Scalar {
    /// True for an invisible or deceptive character. Combining marks do not count, because names
    /// may have them.
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
    /// The text in quotes, for people. Invisible and deceptive characters are escaped.
    package var quoted: String {
        "\"" + unicodeScalars.map { $0.escaped(asASCII: $0.needsEscape) }.joined() + "\""
    }
}

extension StringProtocol {
    /// Returns true if `part` occurs in the text. The standard library's own search is in the
    /// module of regular expressions, which is not linked.
    package func containsSubstring(_ part: some StringProtocol) -> Bool {
        part.isEmpty || indices.contains { self[$0...].hasPrefix(part) }
    }
}

/// Words joined to a list within a sentence.
package enum ListWords {
    /// Returns the words in the form `one, two and three`.
    package static func andList(_ words: [String]) -> String {
        listWithConjunction(words, before: "and")
    }

    /// Returns the words in the form `one, two or three`.
    package static func orList(_ words: [String]) -> String {
        listWithConjunction(words, before: "or")
    }

    private static func listWithConjunction(_ words: [String], before last: String) -> String {
        guard words.count > 1, let end = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(last) " + end
    }
}
