package import Lobby

/// The rule for invite codes, for a player who typed an invalid one.
extension JoinCode {
    /// The rule for the middle of a sentence.
    private static let rule =
        "a code has \(lengths.lowerBound) to \(lengths.upperBound) letters and digits"
    package static let ruleSentence = "A\(rule.dropFirst())."
    /// The rule for a screen, in words: there, digits are keys.
    package static let ruleInWords = "A code has four to twelve letters and digits."
}
