internal import Drawing
internal import Lobby
internal import Wording

/// Texts for ssh guests outside the game.
package enum DoorWords {
    static let help = [
        "Tic-tac-toe for two. Type one of these after ssh HOST:",
        "  (no command)       open the lobby",
        "  play               find a match (ssh -t: full screen)",
        "  watch [NAME]       watch a match",
        "  join CODE          join a friend with an invite code",
        "  players [--json]   count the players online",
        "  games [--json]     list your correspondence games",
        "  status [--short]   count the games waiting for your move",
        "  link [CODE]        link your ssh key to an account",
    ]

    static func usage(of command: String) -> String {
        let lengths = JoinCode.lengths
        let usage =
            switch command {
            case "join":
                "join CODE, with \(lengths.lowerBound) to \(lengths.upperBound) letters and digits"
            case "watch": "watch [NAME]"
            case "players", "games": "\(command) [--json]"
            case "status": "status [--short]"
            case "link": "link [CODE]"
            default: command
            }
        return "Usage: \(usage). The command help lists all commands."
    }

    static func sentence(_ refusal: ServiceRefusal) -> String {
        switch refusal {
        case .noShell: "This server has no shell. The command help lists the commands."
        case .noTerminal:
            "There was no input. Use ssh -t for the full-screen game, or type commands line by"
                + " line."
        case .noScreen: "This game can't draw on your terminal. Try: TERM=xterm-256color ssh …"
        case .noLobby: "The lobby is unavailable right now. Please try again in a minute."
        case .noKey:
            "This needs an ssh key. Create one with ssh-keygen, then connect again."
        case .noAccounts:
            "You can't sign in here: the connection to the game server is not encrypted."
        }
    }

    static func sentence(_ obstacle: ConnectionLimiter.ExceededLimit) -> String {
        switch obstacle {
        case .full: "This server is full. Please try again in a few minutes."
        case .addressFull: "Too many connections from your address. Please close one first."
        case .tooOften: "Too many connections in the last minute. Please try again in a minute."
        }
    }

    package static let closing = "The server is restarting. Please come back in a minute."
    /// Returns the message that a player in a match gets when the server restarts. The match waits
    /// only for a player with a seat. For a player with neither seat nor key, the message
    /// recommends an ssh key.
    package static func closingInMatch(hasSeat: Bool, hasKey: Bool) -> String {
        if hasSeat {
            return "The server is restarting. Come back within a minute to continue your game."
        }
        let end =
            "The server is restarting and your game has ended. Please come back in a minute."
        return hasKey ? end : end + " Players with an ssh key can continue their game."
    }

    /// The device name of a guest's terminal, as the account's other devices show it.
    static let device = "ssh"

    /// The prompt for a guest who links a key to an account.
    static let askCode = "Code from the other device: "
    static let noCode = "No code was entered."
    static let keyIsNotLinked =
        "This key isn't linked to an account. Sign up in the game, or link it to your account."

    static func linked(to name: ForeignText) -> String { "Done. This key now signs in as \(name)." }

    /// The question to a guest if another connection with the same key is in a match.
    static let rivalQuestion =
        "You are playing in another window. g: continue here, Enter: new session"

    static func ownKey(_ fingerprint: String) -> String { "Your key is \(fingerprint)." }

    /// Returns the warning for a guest who has been idle for `idle`, and will be disconnected in
    /// `rest`.
    static func idleWarning(after idle: Duration, leavingIn rest: Duration) -> String {
        "Idle for \(CountWords.minutes(in: idle)). "
            + "Press a key within \(CountWords.minutes(in: rest)) to stay connected."
    }

    static func goodbye(afterIdle idle: Duration) -> String {
        "Disconnected: idle for \(CountWords.minutes(in: idle)). Come back any time."
    }

    /// Returns the text for a banned guest. If `lastDay` is nil, the ban never ends.
    static func banned(until lastDay: String?, because reason: String) -> String {
        "You are banned" + (lastDay.map { " until the end of \($0)" } ?? "")
            + (reason.isEmpty ? "." : ": \(reason)")
    }
}
