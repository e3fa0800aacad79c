package import Drawing
internal import Game
package import Lobby
internal import Visit

/// Who came to the door by ssh, with what, and for what: all by their own word but for the key.
package struct Arrival: Hashable, Codable, Sendable {
    package var user: String
    /// Of the key that has signed; nil for a guest without one.
    package var fingerprint: String?
    /// Nil if ssh was told to ask for none.
    package var terminal: DistantTerminal?
    package var environment: [String: String]
    /// The words behind the host; nil if there were none.
    package var command: String?

    package init(
        user: String, fingerprint: String? = nil, terminal: DistantTerminal? = nil,
        environment: [String: String] = [:], command: String? = nil
    ) {
        self.user = user
        self.fingerprint = fingerprint
        self.terminal = terminal
        self.environment = environment
        self.command = command
    }

    package var guestCommand: GuestCommand { GuestCommand(user: user, command: command) }

    /// Whether the guest is to be talked with in lines: nothing else can be had, or is wanted.
    var wantsLines: Bool {
        terminal.map { $0.name == "dumb" } ?? true || GuestCommand.wantsLines(command)
    }

    var numbering: Numbering { GuestCommand.numbering(command) }

    /// What the terminal can do; nil if there is none, or none that can be drawn on. Few an ssh
    /// tells the locale, and nearly every terminal today shows UTF-8.
    var capabilities: Capabilities? {
        let known = terminal.flatMap {
            Capabilities.from(term: $0.name, environment: environment, localeIsUnicode: true)
        }
        return known.flatMap { $0.isAddressable ? $0 : nil }
    }
}

/// What brings a guest to the door, by the name they came under and the words behind the host.
package enum GuestCommand: Hashable, Sendable {
    case play(PlayerName?)
    case join(InvitationCode, PlayerName?)
    /// The match of the player with this name, or the list of matches.
    case watch(String?)
    /// To be told how many people are here.
    case count(asJSON: Bool)
    /// To be told of the games over days of the key's account.
    case games(GamesQuestion)
    /// To have the guest's key linked to an account, by the code that another device shows.
    case link(code: String?)
    /// Something that there is not.
    case nonsense

    /// Names under which nobody means themselves: what there is here, and what machines send.
    private static let roles: Set = [
        "admin", "anonymous", "git", "guest", "play", "player", "root", "tictactoe", "ubuntu",
        "user", "watch",
    ]

    package init(user: String, command: String?) {
        let name = Self.roles.contains(user) ? nil : PlayerName(cleaning: user)
        let words = Self.words(of: command).filter { !Self.options.contains($0) }
        switch words.count {
        case 0 where user == "watch": self = .watch(nil)
        case 0:
            // A code is shown in capitals, and people sign in with small letters.
            let code = user == user.uppercased() ? InvitationCode(user) : nil
            self = code.map { .join($0, nil) } ?? .play(name)
        default: self = Self.guestCommand(words, name) ?? .nonsense
        }
    }

    /// Whether the words behind the host ask for lines of text.
    static func wantsLines(_ command: String?) -> Bool { words(of: command).contains(plain) }

    /// How the guest's digits are to lie.
    static func numbering(_ command: String?) -> Numbering {
        Numbering(isKeypad: words(of: command).contains(keypad))
    }

    private static let plain = "--plain"
    private static let keypad = "--keypad"
    private static let options = [plain, keypad]

    private static func words(of command: String?) -> [String] {
        (command ?? "").split(separator: " ", maxSplits: 7).map(String.init)
    }

    /// What a client opens with for it; nil for what needs no screen.
    var opening: Opening? {
        switch self {
        case .play: .lobby
        case .join(let code, _): .join(code)
        case .watch(let name): .watch(name)
        case .count, .games, .link, .nonsense: nil
        }
    }

    var name: PlayerName? {
        switch self {
        case .play(let name), .join(_, let name): name
        case .watch, .count, .games, .link, .nonsense: nil
        }
    }

    private static func guestCommand(_ words: [String], _ name: PlayerName?) -> GuestCommand? {
        switch (words[0], words.dropFirst().first, words.count) {
        case ("play", nil, _): .play(name)
        case ("watch", let person, 1...2): .watch(person)
        case ("link", let code, 1...2): .link(code: code)
        case ("players", nil, _): .count(asJSON: false)
        case ("players", "--json", 2): .count(asJSON: true)
        case ("games", nil, _): .games(.list(asJSON: false))
        case ("games", "--json", 2): .games(.list(asJSON: true))
        case ("status", nil, _): .games(.status(isShort: false))
        case ("status", "--short", 2): .games(.status(isShort: true))
        case ("join", let code?, 2): InvitationCode(code).map { .join($0, name) }
        case (let word, nil, _) where word == word.uppercased():
            InvitationCode(word).map { .join($0, name) }
        default: nil
        }
    }
}
