internal import Drawing

/// What can be typed, besides the number of a square. This folder's sentences name these words.
package enum LineWord: String, CaseIterable, Sendable {
    case board
    case who
    case matches
    case challenge
    case invite
    case join
    case look
    case wait
    case clock
    case watch
    case name
    case account
    case friends
    case stats
    case games
    case later
    case busy
    case withdraw
    case claim
    case target
    case say
    case mute
    case resign
    case draw
    case yes
    case no
    case rematch
    case replay
    case undo
    case notes
    case next
    case leave
    case retry
    case help
    case quit

    private static let gamesOperand = "[new NAME [1|3|7]|N [1-9|resign|claim|away]]"

    /// What it does, behind the words that may follow it.
    private var summary: (operand: String, text: String) {
        switch self {
        case .board: ("", "read the board")
        case .who: ("", "tell who is here")
        case .matches: ("", "tell who plays whom")
        case .challenge: ("NAME", "ask somebody to play")
        case .invite: ("", "make a code for a friend")
        case .join: ("CODE", "play with whoever made the code")
        case .look: ("", "look for an opponent")
        case .wait: ("", "stop looking; others can still challenge you")
        case .clock: ("10|30|60|none", "play with a clock, so many seconds a move")
        case .target: ("3|5|10|none", "play a series to so many wins")
        case .say: ("PHRASE", "say one of a few phrases; say alone tells them")
        case .mute: ("[all]", "hear no phrases of your opponent, or of anybody; or hear them again")
        case .watch: ("[NAME]", "hear of somebody's match, or of any")
        case .name: ("NAME", "change your name")
        case .account: ("", "tell who is signed in; tictactoe account does the rest")
        case .friends: ("", "tell who your friends are, and how you got on")
        case .stats: ("[NAME]", "tell how you play, or how you and somebody got on")
        case .games: (Self.gamesOperand, "tell your games over days, begin one, or act in one")
        case .later: ("", "say later to who asks you to play")
        case .busy: ("", "be asked by nobody, until wait takes it back")
        case .withdraw: ("", "take back what you asked")
        case .claim: ("", "take the round, when the other has been away for a while")
        case .resign: ("", "resign the round")
        case .draw: ("", "offer a draw, or agree to one")
        case .yes: ("", "say yes to what is asked")
        case .no: ("", "say no to what is asked or offered")
        case .rematch: ("", "play another round")
        case .replay: ("", "go through the last round again, with what each move was worth")
        case .undo: ("", "take back your last move against a bot or at one keyboard")
        case .notes: ("", "hear what each free square is worth there")
        case .next: ("", "leave the match, and look for another opponent")
        case .leave: ("", "leave the match")
        case .retry: ("", "try to reach the server now; r does the same")
        case .help: ("", "tell the words")
        case .quit: ("", "end the program")
        }
    }

    package init?(typed word: String) {
        self.init(rawValue: word == "r" ? Self.retry.rawValue : word)
    }

    /// One line for each of `words`, below one for the squares.
    package static func help(_ words: [LineWord]) -> [String] {
        ["1 to 9: place a piece in that square"]
            + words.map { word in
                let (operand, text) = word.summary
                return "\(word.rawValue)\(operand.isEmpty ? "" : " \(operand)"): \(text)"
            }
    }

    /// What is said to somebody who typed what there is not.
    package static func complaint(about word: String, nearest: String?) -> String {
        let advice = nearest.map { "did you mean \($0)?" } ?? "help tells the words."
        return "There is no word \(word.quoted); \(advice)"
    }
}
