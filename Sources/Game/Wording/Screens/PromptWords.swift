/// A question that is answered with a line of text, and its explanation.
package struct PromptWords: Sendable {
    package let question: String
    package let explanation: String

    private init(_ question: String, _ explanation: String) {
        self.question = question
        self.explanation = explanation
    }

    package static let name = PromptWords(
        "Your name", "Letters and digits in any script, single spaces, - _ . and '.")
    package static let firstName = PromptWords(
        "Welcome. What's your name?",
        "Enter to continue, Ctrl-C to quit. You can change it later.")
    package static let accountName = PromptWords("Sign in as", "Your account name.")
    package static let newAccountName = PromptWords(
        "Your account name", "All players see this name, but only you can use it.")
    package static let password = PromptWords(
        "Your password", "The password is not shown as you type.")
    package static let oldPassword = PromptWords(
        "Your current password", "The password is not shown as you type.")
    package static let newPassword = PromptWords(
        "Your new password", "At least 8 characters, not shown as you type.")
    package static let passwordAgain = PromptWords(
        "Repeat the new password", "This catches typos.")
    package static let nameToDelete = PromptWords(
        "Delete your account?",
        "Type its name to confirm. Friends, results and settings are deleted too.")
    package static let passwordToDelete = PromptWords(
        "Your password",
        "Enter deletes the account. Leave this empty if you have no password.")
    package static let linkCode = PromptWords(
        "Link code", "On your other device, choose Account, then Link a device.")
    package static let friendName = PromptWords("Your friend's name", "Their account name.")
    package static let partnerName = PromptWords(
        "Your opponent's name", "Their account name. They move first.")
    package static let matchSearch = PromptWords(
        "Find a player", "Part of a name is enough. Leave empty to show all matches.")
    package static let alias = PromptWords(
        "Your nickname for this friend",
        "Only visible to you. Leave empty to use their own name.")
    package static let code = PromptWords(
        "Your friend's invite code",
        "Your friend gets it from “\(MenuWords.invite.name)”.")
}
