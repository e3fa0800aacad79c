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
