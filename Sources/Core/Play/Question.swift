/// What is asked before something is done that can't be undone. The safe answer is preselected.
struct Question: Hashable, Sendable {
    /// What a yes does.
    enum Deed: Hashable, Sendable {
        case resign
        case offerDraw
        case acceptDraw
        case leaveMatch
        case quit
    }

    let deed: Deed
    let words: String
    let no: String
    let yes: String
    private(set) var isYesChosen = false

    init(_ deed: Deed, _ words: String, no: String, yes: String) {
        self.deed = deed
        self.words = words
        self.no = no
        self.yes = yes
    }

    mutating func choose(yes: Bool) {
        isYesChosen = yes
    }
}
