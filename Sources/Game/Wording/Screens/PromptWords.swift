/// What is asked where somebody types a line.
package struct PromptWords: Sendable {
    package let question: String
    package let explanation: String

    private init(_ question: String, _ explanation: String) {
        self.question = question
        self.explanation = explanation
    }

    package static let name = PromptWords(
        "Your name", "Letters and digits of any script, - _ . ' and single spaces.")
    package static let firstName = PromptWords(
        "Tic-tac-toe: what are you called?",
        "For two at two terminals, and whoever watches. "
            + "Enter takes it, Ctrl-C leaves; change it later.")
    package static let accountName = PromptWords("Sign in as", "The name of your account.")
    package static let newAccountName = PromptWords(
        "The name you want", "Everybody sees it; nobody else can have it.")
    package static let password = PromptWords("Your password", "What you type is not shown.")
    package static let oldPassword = PromptWords(
        "Your present password", "What you type is not shown.")
    package static let newPassword = PromptWords(
        "A new password", "8 characters or more. What you type is not shown.")
    package static let passwordAgain = PromptWords("The same again", "To be sure of it.")
    package static let nameToDelete = PromptWords(
        "Delete the account?", "Type its name: friends, results and settings go with it.")
    package static let passwordToDelete = PromptWords(
        "Your password", "Then the account is gone. Empty if it has none.")
    package static let linkCode = PromptWords(
        "The code", "Another device of yours shows it: Account, Link a device.")
    package static let friendName = PromptWords("Your friend's name", "As their account has it.")
    package static let partnerName = PromptWords(
        "With whom?", "As their account has it. They have the first move.")
    package static let matchSearch = PromptWords(
        "Who plays?", "A part of a name. Empty shows all matches.")
    package static let alias = PromptWords(
        "What you call this friend", "Only you see it. Empty for their own name.")
    package static let code = PromptWords(
        "Your friend's code",
        "The letters that your friend sees under “\(MenuWords.invite.name)”.")
}
