internal import Records
internal import Visit
internal import Wording

/// What is asked before something is done that can't be undone. The safe answer is preselected.
struct Question: Hashable, Sendable {
    /// What a yes does.
    enum Deed: Hashable, Sendable {
        case resign
        case offerDraw
        case acceptDraw
        case leaveMatch
        case claim
        case endUndecided
        case leaveTable
        case quit
        /// To the match that an earlier start of the program was in.
        case goBack(opponent: String)
        /// With what is played on another device.
        case goOnHere(Elsewhere)
        /// Though so many changes were not sent.
        case signOut(unsent: Int)
        case letIn(device: String)
        /// A game over days.
        case giveUp(game: String)
        /// To remove a device from the account.
        case unlink(id: String, name: String)
    }

    let deed: Deed
    private(set) var isYesChosen: Bool

    init(_ deed: Deed) {
        self.deed = deed
        isYesChosen =
            switch deed {
            case .goBack, .goOnHere: true
            default: false
            }
    }

    /// With what it costs to leave a match now, and who wins what is given up.
    func words(costOfLeaving cost: String, winner: String?) -> QuestionWords {
        switch deed {
        case .resign: .resign(to: winner)
        case .offerDraw: .offerDraw
        case .acceptDraw: .acceptDraw
        case .leaveMatch: .leaveMatch(cost)
        case .claim: .claim
        case .endUndecided: .endUndecided
        case .leaveTable: .leaveTable
        case .quit: .quit(cost)
        case .goBack(let opponent): .goBack(to: opponent)
        case .goOnHere(let place): .goOnHere(with: place.opponent, on: place.note.device)
        case .signOut(let count): .signOut(unsent: count)
        case .letIn(let device): .letIn(device)
        case .unlink(_, let name): .unlink(name)
        case .giveUp: .giveUpGame
        }
    }

    mutating func choose(yes: Bool) {
        isYesChosen = yes
    }
}
