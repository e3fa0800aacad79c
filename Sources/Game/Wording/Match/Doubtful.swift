/// What is said where the last good board stays on show, for what came next is against the rules.
package enum Doubtful {
    package static let headline = "NOT BY THE RULES"
    /// For a list, in a column as wide as "move 9".
    package static let word = "foul"
    static let hint = "This is the last good board"
    package static let hintToPlayers = "\(hint); Esc leaves."
    package static let fewWordsToPlayers = "The last good board; Esc leaves."
    package static let hintToWatchers = "\(hint)."
    /// For whoever hears of it in lines.
    static let question = "\(hint): leave?"
    /// For whoever only watches, and hears of it in lines.
    package static let news = "What came next breaks the rules: the last good board stays."
}
