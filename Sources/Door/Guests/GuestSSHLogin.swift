package import Drawing
internal import Game
package import Lobby
internal import Visit

/// A guest's ssh login: name, key, terminal and command. Only the key is verified.
package struct GuestSSHLogin: Hashable, Codable, Sendable {
    package var user: String
    /// The fingerprint of the key with a valid signature; nil for a guest without a key.
    package var fingerprint: String?
    /// The terminal; nil if the client requested none.
    package var terminal: RemoteTerminal?
    package var environment: [String: String]
    /// The words after the host on the ssh command line; nil if there are none.
    package var command: String?

    package init(
        user: String, fingerprint: String? = nil, terminal: RemoteTerminal? = nil,
        environment: [String: String] = [:], command: String? = nil
    ) {
        self.user = user
        self.fingerprint = fingerprint
        self.terminal = terminal
        self.environment = environment
        self.command = command
    }

    package var guestCommand: GuestCommand { GuestCommand(user: user, command: command) }

    /// True if the guest gets lines of text: by choice, or because the terminal is missing or dumb.
    var wantsLines: Bool {
        terminal.map { $0.name == "dumb" } ?? true
            || GuestCommand.words(of: command).contains(GuestCommand.plain)
    }

    var numbering: SquareNumbering {
        SquareNumbering(isKeypad: GuestCommand.words(of: command).contains(GuestCommand.keypad))
    }

    /// True if the guest sent no command, and the user name is not `play`. Such a guest sees the
    /// lobby, and no match starts by itself.
    var choosesInLobby: Bool {
        user != "play" && command?.contains { $0 != " " } != true
    }

    /// The abilities of the terminal; nil without a terminal, and for a terminal that can't show a
    /// screen. Few ssh clients send the locale, so Unicode is assumed.
    var capabilities: Capabilities? {
        let known = terminal.flatMap { terminal in
            // A terminal with an unknown name is probably new, and understands the sequences of
            // xterm.
            [terminal.name, "xterm-256color"].lazy.compactMap { name in
                Capabilities.ofKnownTerminal(
                    term: name, environment: environment, localeIsUnicode: true)
            }.first
        }
        return known.flatMap { $0.isAddressable ? $0 : nil }
    }
}

/// A guest's request, read from the user name and the words after the host.
package enum GuestCommand: Hashable, Sendable {
    case play(PlayerName?)
    case join(JoinCodeWithHall, PlayerName?)
    /// Watches the match with this key, or a match of the player with this name; nil shows the list
    /// of matches.
    case watch(String?)
    /// Prints the number of users in the lobby.
    case count(asJSON: Bool)
    /// Lists or counts the correspondence games of the key's account.
    case games(CorrespondenceGamesReportRequest)
    /// Links the guest's key to an account, with the code that another device shows.
    case link(code: String?)
    case help
    /// A known command with wrong or missing arguments.
    case misused(command: String)
    case nonsense

    /// The first words of all commands, except a code.
    private static let commands: Set = [
        "games", "help", "join", "link", "play", "players", "status", "watch",
    ]
    /// The user names that are roles, services or requests. They do not become players' names.
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
            // Codes are upper case, and user names usually lower case.
            let code = user == user.uppercased() ? JoinCodeWithHall(user) : nil
            self = code.map { .join($0, nil) } ?? .play(name)
        default:
            let isKnown = Self.commands.contains(words[0])
            self = Self.parse(words, name) ?? (isKnown ? .misused(command: words[0]) : .nonsense)
        }
    }

    fileprivate static let plain = "--plain"
    fileprivate static let keypad = "--keypad"
    private static let options = [plain, keypad]

    fileprivate static func words(of command: String?) -> [String] {
        (command ?? "").split(separator: " ", maxSplits: 7).map(String.init)
    }

    /// The first action of a client for this command; nil for a command that needs no client.
    var opening: StartAction? {
        switch self {
        case .play: .lobby
        case .join(let code, _): .join(code)
        case .watch(let name): .watch(name)
        case .count, .games, .link, .help, .misused, .nonsense: nil
        }
    }

    var name: PlayerName? {
        switch self {
        case .play(let name), .join(_, let name): name
        case .watch, .count, .games, .link, .help, .misused, .nonsense: nil
        }
    }

    private static func parse(_ words: [String], _ name: PlayerName?) -> GuestCommand? {
        switch (words[0], words.dropFirst().first, words.count) {
        case ("help", nil, _): .help
        case ("play", nil, _): .play(name)
        case ("watch", let person, 1...2): .watch(person)
        case ("link", let code, 1...2): .link(code: code)
        case ("players", nil, _): .count(asJSON: false)
        case ("players", "--json", 2): .count(asJSON: true)
        case ("games", nil, _): .games(.list(asJSON: false))
        case ("games", "--json", 2): .games(.list(asJSON: true))
        case ("status", nil, _): .games(.status(isShort: false))
        case ("status", "--short", 2): .games(.status(isShort: true))
        case ("join", let code?, 2): JoinCodeWithHall(code).map { .join($0, name) }
        case (let word, nil, _) where word == word.uppercased():
            JoinCodeWithHall(word).map { .join($0, name) }
        default: nil
        }
    }
}
