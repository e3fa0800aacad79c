internal import Drawing

/// The commands of the plain text mode, besides a square's number. This folder's texts name them.
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

    /// The operand of the command, and its description.
    private var summary: (operand: String, text: String) {
        switch self {
        case .board: ("", "show the board")
        case .who: ("", "list the players")
        case .matches: ("", "list the matches")
        case .challenge: ("NAME", "invite a player to a match")
        case .invite: ("", "create an invite code for a friend")
        case .join: ("CODE", "join a friend by their invite code")
        case .look: ("", "look for a match")
        case .wait: ("", "stop looking; players can still invite you")
        case .clock: ("10|30|60|none", "set the clock, in seconds a move")
        case .target: ("3|5|10|none", "set a series, first to this many wins")
        case .say: ("PHRASE", "send a phrase; say alone lists the phrases")
        case .mute: ("", "mute other players; again to unmute")
        case .watch: ("[NAME]", "follow a match")
        case .name: ("NAME", "change your name")
        case .account: ("", "show your account; manage it with tictactoe account")
        case .friends: ("", "list your friends and your scores against them")
        case .stats: ("[NAME]", "show your results, or those against one opponent")
        case .games: (Self.gamesOperand, "list, start or play correspondence games")
        case .later: ("", "decline an invitation for now")
        case .busy: ("", "turn off invitations; wait allows them again")
        case .withdraw: ("", "withdraw your invitation")
        case .claim: ("", "claim the round from an absent opponent")
        case .resign: ("", "resign the round")
        case .draw: ("", "offer or accept a draw")
        case .yes: ("", "accept an offer, or answer yes")
        case .no: ("", "decline an offer, or answer no")
        case .rematch: ("", "play another round")
        case .replay: ("", "replay the last round, with a note on each move")
        case .undo: ("", "take back your last move against a bot or at one keyboard")
        case .notes: ("", "show each free square's value against a bot or at one keyboard")
        case .next: ("", "leave the match and look for another one")
        case .leave: ("", "leave the match, or stop watching one")
        case .retry: ("", "try to connect to the server now; also r")
        case .help: ("", "list the commands")
        case .quit: ("", "quit the program")
        }
    }

    package init?(typed word: String) {
        self.init(rawValue: word == "r" ? Self.retry.rawValue : word)
    }

    /// Returns a line for the squares, and one for each of `words`.
    package static func help(_ words: [LineWord]) -> [String] {
        ["1 to 9: place your piece in that square"]
            + words.map { word in
                let (operand, text) = word.summary
                return "\(word.rawValue)\(operand.isEmpty ? "" : " \(operand)"): \(text)"
            }
    }

    /// The answer to an unknown command.
    package static func complaint(about word: String, nearest: String?) -> String {
        let advice = nearest.map { "Did you mean \($0)?" } ?? "Type help for a list."
        return "Unknown command \(word.quoted). \(advice)"
    }
}
