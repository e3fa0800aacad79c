/// A question before an action that can't be undone, and its two answers.
package struct QuestionWords: Hashable, Sendable {
    package let question: String
    package let no: String
    package let yes: String

    private init(_ question: String, no: String = "play on", yes: String) {
        self.question = question
        self.no = no
        self.yes = yes
    }

    /// `winner` is the player who wins the round, or nil to leave that out.
    package static func resign(to winner: String?) -> QuestionWords {
        let consequence = winner.map { " \($0) wins." } ?? ""
        return QuestionWords("Resign this round?\(consequence)", yes: "resign")
    }

    package static let acceptDraw = QuestionWords("Agree to a draw?", yes: "agree")
    package static let offerDraw = QuestionWords("Offer a draw?", yes: "offer")

    /// `consequence` is the cost of leaving, as a sentence.
    package static func leaveMatch(_ consequence: String) -> QuestionWords {
        QuestionWords("Leave? \(consequence)", yes: "leave")
    }

    package static let endUndecided = QuestionWords(
        "End without a result?", no: "wait", yes: "end")
    package static let claim = QuestionWords("Claim the round?", no: "wait", yes: "claim")
    package static let leaveTable = QuestionWords(
        "Leave this round? You can resume it.", yes: "leave")
    package static func goBack(to opponent: String) -> QuestionWords {
        QuestionWords(SeatWords.waits(for: opponent), no: "not now", yes: "go back")
    }

    package static func goOnHere(with opponent: String, on device: String) -> QuestionWords {
        QuestionWords(
            SeatWords.elsewhere(opponent, on: device), no: "not now", yes: "continue here")
    }

    package static func signOut(unsent count: Int) -> QuestionWords {
        QuestionWords(AccountPageWords.signOut(unsent: count), no: "stay", yes: "sign out")
    }

    package static func unlink(_ device: String) -> QuestionWords {
        QuestionWords(DeviceWords.remove(device), no: "keep", yes: "remove")
    }

    package static let giveUpGame = QuestionWords("Resign this game?", yes: "resign")

    package static func letIn(_ device: String) -> QuestionWords {
        QuestionWords(AccountPageWords.letIn(device), no: "refuse", yes: "allow")
    }

    /// `consequence` is the cost of quitting, as a sentence.
    package static func quit(_ consequence: String) -> QuestionWords {
        QuestionWords("Quit? \(consequence)", yes: "quit")
    }
}
