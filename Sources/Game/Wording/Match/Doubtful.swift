/// The texts for a match after an illegal move, where the last valid board stays on the screen.
package enum Doubtful {
    package static let headline = "RULES BROKEN"
    /// The word for a list, in a column as wide as "move 9".
    package static let word = "foul"
    static let hint = "This is the last valid board"
    package static let hintToPlayers = "\(hint). Esc leaves."
    package static let fewWordsToPlayers = "Last valid board. Esc leaves."
    package static let hintToWatchers = "\(hint)."
    /// The question for a player in plain text.
    static let question = "\(hint). Leave?"
    /// The news for a spectator in plain text.
    package static let news = "An illegal change was ignored. The last valid board still stands."
}
