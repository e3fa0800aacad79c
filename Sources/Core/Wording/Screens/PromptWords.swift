/// What is asked where somebody types a line.
package struct PromptWords: Sendable {
    package let question: String
    package let explanation: String

    private init(_ question: String, _ explanation: String) {
        self.question = question
        self.explanation = explanation
    }

    package static let name = PromptWords(
        "Your name", "Letters and digits of any script, - _ . ' and single blanks.")
    package static let code = PromptWords(
        "Your friend's code",
        "The letters that your friend sees under “\(MenuWords.invite.name)”.")
}
