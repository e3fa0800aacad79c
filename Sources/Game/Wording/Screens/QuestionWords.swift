/// What is asked before something is done that can't be undone.
package struct QuestionWords: Hashable, Sendable {
    package let question: String
    package let no: String
    package let yes: String

    private init(_ question: String, no: String = "play on", yes: String) {
        self.question = question
        self.no = no
        self.yes = yes
    }

    /// With who wins by it; nil where that goes without saying.
    package static func resign(to winner: String?) -> QuestionWords {
        let consequence = winner.map { " \($0) wins it." } ?? ""
        return QuestionWords("Resign this round?\(consequence)", yes: "resign")
    }

    package static let acceptDraw = QuestionWords("Agree to a draw?", yes: "agree")
    package static let offerDraw = QuestionWords("Offer a draw?", yes: "offer")
    /// With what it costs.
    package static func leaveMatch(_ consequence: String) -> QuestionWords {
        QuestionWords("Leave? \(consequence)", yes: "leave")
    }

    package static let endUndecided = QuestionWords(
        "End it without a result?", no: "wait on", yes: "end it")
    package static let claim = QuestionWords("Take the round?", no: "wait on", yes: "take it")
    package static let leaveTable = QuestionWords(
        "Leave the round? It waits for you.", yes: "leave")
    package static func goBack(to opponent: String) -> QuestionWords {
        QuestionWords(SeatWords.waits(for: opponent), no: "leave it", yes: "go back")
    }

    package static func goOnHere(with opponent: String, on device: String) -> QuestionWords {
        QuestionWords(
            SeatWords.elsewhere(opponent, on: device), no: "leave it", yes: "go on here")
    }

    package static func signOut(unsent count: Int) -> QuestionWords {
        QuestionWords(AccountPageWords.signOut(unsent: count), no: "stay", yes: "sign out")
    }

    package static func unlink(_ device: String) -> QuestionWords {
        QuestionWords(DeviceWords.remove(device), no: "keep", yes: "remove")
    }

    package static let giveUpGame = QuestionWords("Give this game up?", yes: "give up")

    package static func letIn(_ device: String) -> QuestionWords {
        QuestionWords(AccountPageWords.letIn(device), no: "keep out", yes: "let in")
    }

    /// With what it costs.
    package static func quit(_ consequence: String) -> QuestionWords {
        QuestionWords("Quit? \(consequence)", yes: "quit")
    }
}
