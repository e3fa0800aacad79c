internal import Wording

/// What is asked before something is done that can't be undone. The safe answer is preselected.
struct Question: Hashable, Sendable {
    /// What a yes does.
    enum Deed: Hashable, Sendable {
        case resign
        case offerDraw
        case acceptDraw
        case leaveMatch
        case leaveTable
        case quit
    }

    let deed: Deed
    private(set) var isYesChosen = false

    init(_ deed: Deed) {
        self.deed = deed
    }

    var words: QuestionWords {
        switch deed {
        case .resign: .resign
        case .offerDraw: .offerDraw
        case .acceptDraw: .acceptDraw
        case .leaveMatch: .leaveMatch
        case .leaveTable: .leaveTable
        case .quit: .quit
        }
    }

    mutating func choose(yes: Bool) {
        isYesChosen = yes
    }
}
