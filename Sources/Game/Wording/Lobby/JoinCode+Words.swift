package import Lobby

/// What somebody is told who typed what is no code.
extension JoinCode {
    /// For the middle of a sentence.
    package static let rule =
        "a code is \(lengths.lowerBound) to \(lengths.upperBound) letters and digits"
    package static let ruleSentence = "A\(rule.dropFirst())."
    /// For a screen, where figures are digits that do something.
    package static let ruleInWords = "A code has four to twelve letters and digits."
}
