package import Drawing
package import Game
package import Lobby
package import SimperiumWebWire

/// The lobby's servers, and the access to them.
package struct LobbyOptions: Hashable, Sendable {
    /// The maximum number of servers. A client could not try more servers while the user waits.
    static let maxServerCount = 8

    /// The servers of the lobby. If there are none, the program uses this machine's server, and
    /// starts that server if necessary.
    package private(set) var servers: [WebSocketAddress]
    /// The endpoint of this machine's server.
    package let localServer: ListenEndpoint
    /// The file with the token of a closed lobby; nil for the default token.
    package let tokenFile: String?
    package let name: PlayerName?
    /// True if the user chose the name. Otherwise the name is only a suggestion.
    package let isNameChosen: Bool
    /// True if an account may be used over an unencrypted connection.
    package let isAccountInsecure: Bool

    init(_ settings: Settings) {
        servers = settings.servers()
        localServer = ListenEndpoint(
            address: ListenEndpoint.localDefault.address, port: settings.port)
        tokenFile = settings.text(.lobbyTokenFile)
        name = settings.name(.name)
        isNameChosen = settings.isSetByUser(.name)
        isAccountInsecure = settings.isOn(.insecureAccount)
    }

    /// The first server, which identifies the lobby and its accounts; nil for this machine's
    /// server.
    package var server: WebSocketAddress? { servers.first }

    /// The value of `--server` that selects the same server in another program; nil for this
    /// machine's server at the default port.
    package var serverArgument: String? {
        server?.hostField ?? (localServer == .localDefault ? nil : "\(localServer)")
    }

    package func withOnlyServer(_ server: WebSocketAddress) -> LobbyOptions {
        var options = self
        options.servers = [server]
        return options
    }
}

extension WebSocketAddress {
    /// Parses a server's address in a common form: `play.example`, `10.0.0.5:9000`, or a URL.
    ///
    /// Without a scheme, the default port is this program's own. A path in the address precedes the
    /// paths of all requests.
    package static func lobby(at text: String) throws(WebSocketAddressFlaw) -> WebSocketAddress {
        try WebSocketAddress(hasNoScheme(text) ? withUsualPort(text) : text)
    }

    /// Returns the address of the lobby at an endpoint of this machine.
    package static func lobby(at endpoint: ListenEndpoint) -> WebSocketAddress {
        do throws(WebSocketAddressFlaw) {
            return try WebSocketAddress(endpoint.description)
        } catch {
            preconditionFailure("our own address can't be read: \(endpoint)")
        }
    }

    private static func hasNoScheme(_ text: String) -> Bool {
        !zip(text, text.dropFirst()).contains { $0 == "/" && $1 == "/" }
    }

    private static func withUsualPort(_ text: String) -> String {
        let authority = text.prefix { !"/?#".contains($0) }
        let afterBrackets = authority.split(separator: "]", omittingEmptySubsequences: false).last
        guard !authority.isEmpty, afterBrackets?.contains(":") != true else { return text }
        return "\(authority):\(ListenEndpoint.localDefault.port)\(text.dropFirst(authority.count))"
    }
}

/// The options of the game's display. If `isASCII` or `isColoured` is nil, the terminal and the
/// environment decide.
package struct ScreenOptions: Hashable, Sendable {
    /// A built-in theme; nil for a user's theme, or if no theme is set.
    package let theme: Theme?
    /// The path of a user's theme; nil for a built-in theme, or if no theme is set.
    package let themeFile: String?
    package let keys: [KeyBinding]
    /// True if the squares are numbered as on a keypad.
    package let isKeypad: Bool
    package let isASCII: Bool?
    package let isColoured: Bool?
    package let hasMouse: Bool
    /// The switches that the command line, the environment or a file sets, by name. Neither an
    /// account nor a setting in the game changes them.
    package let switches: [String: Bool]
    /// True if the game uses lines of text instead of a screen.
    package let isPlain: Bool
    /// True if no result is printed after the game.
    package let isQuiet: Bool
    /// The path of a recording; nil if nothing is recorded.
    package private(set) var recordingFile: String?

    /// The same options without the recording, for another game.
    package var withoutRecording: ScreenOptions {
        var options = self
        options.recordingFile = nil
        return options
    }

    init(_ settings: Settings) {
        theme = settings.builtInTheme()
        themeFile = settings.themeFilePath()
        keys = settings.keyBindings()
        isKeypad = settings.isOn(.keypad)
        isASCII = settings.explicitFlag(.ascii)
        isColoured = settings.explicitFlag(.color)
        hasMouse = settings.isOn(.mouse)
        switches = settings.switches
        isPlain = settings.isOn(.plain)
        isQuiet = settings.isOn(.quiet)
        recordingFile = settings.text(.record)
    }
}

extension ScreenOptions {
    /// Returns the capabilities of the terminal type `term`, changed by the user's options; nil if
    /// the type is unknown.
    package func capabilities(
        ofKnownTerminal term: String, environment: [String: String]
    ) -> Capabilities? {
        var environment = environment
        if isColoured == true {
            environment["NO_COLOR"] = nil
            environment["LC_NO_COLOR"] = nil
        }
        guard var capabilities = Capabilities.ofKnownTerminal(term: term, environment: environment)
        else {
            return nil
        }
        if isColoured == false { capabilities.colourDepth = .none }
        if let isASCII { capabilities.isUnicode = !isASCII }
        return capabilities
    }
}

/// The options of `play` and `join`.
package struct PlayOptions: Hashable, Sendable {
    package enum WantedLobbyOpponent: Hashable, Sendable {
        case anyPlayer
        case named(PlayerName)
        /// The player with this invite code.
        case code(JoinCodeWithHall)
    }

    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    package let opponent: WantedLobbyOpponent
    package let clock: ClockChoice
    package let target: SeriesTarget?

    init(_ settings: Settings, against code: JoinCodeWithHall? = nil) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        opponent =
            code.map(WantedLobbyOpponent.code) ?? settings.name(.vs).map(WantedLobbyOpponent.named)
            ?? .anyPlayer
        (clock, target) = (settings.clock, settings.target)
    }
}

extension Settings {
    fileprivate var clock: ClockChoice {
        text(.clock).flatMap(ClockChoice.init(typed:)) ?? .auto
    }

    fileprivate var target: SeriesTarget? {
        text(.target).flatMap { Int($0) }.flatMap(SeriesTarget.init)
    }
}

package struct WatchOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    /// The name of a player or the id of a match, as typed; nil for a list. Only the lobby's state
    /// decides between a name and an id.
    package let wanted: String?
    package let isJSON: Bool

    init(_ settings: Settings, wanted: String?) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        self.wanted = wanted
        isJSON = settings.isOn(.json)
    }
}

/// The options of `local`, `bot` and `puzzle`.
package struct LocalGameOptions: Hashable, Sendable {
    package enum OfflineGameKind: Hashable, Sendable {
        /// Two players at this terminal.
        case local
        case bot(Bot)
        /// Two bots that play each other.
        case demo
        case puzzle
    }

    package let screen: ScreenOptions
    package let game: OfflineGameKind
    /// The lobby that the player can enter after the game. The player's account there stores the
    /// results against bots and the answers to puzzles. The game itself needs no connection.
    package let lobby: LobbyOptions
    /// The clock for matches in that lobby.
    package let clock: ClockChoice
    package let target: SeriesTarget?

    init(_ settings: Settings, _ game: OfflineGameKind = .local) {
        screen = ScreenOptions(settings)
        lobby = LobbyOptions(settings)
        (clock, target) = (settings.clock, settings.target)
        if case .bot = game, settings.isOn(.demo) {
            self.game = .demo
        } else {
            self.game = game
        }
    }

    /// The bot that the user plays against; nil for other games.
    package var bot: Bot? {
        if case .bot(let bot) = game { bot } else { nil }
    }
}

package struct ReplayAndExportOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    /// The number or key of a round in the account, the path of a file, or `-` for standard input;
    /// nil for the last round.
    package let source: String?
    /// The format of an export; empty for a replay.
    package let format: String

    init(_ settings: Settings, of source: String?) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        self.source = source
        format = settings.text(.format) ?? ""
    }
}

package struct PlayersOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let follows: Bool
    package let isJSON: Bool

    init(_ settings: Settings) {
        lobby = LobbyOptions(settings)
        follows = settings.isOn(.follow)
        isJSON = settings.isOn(.json)
    }
}

package struct StatsAndFriendsOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    /// The name of the only opponent to show; nil for all.
    package let name: String?
    package let isJSON: Bool

    init(_ settings: Settings, about name: String? = nil) {
        lobby = LobbyOptions(settings)
        self.name = name
        isJSON = settings.isOn(.json)
    }
}

package struct GamesOptions: Hashable, Sendable {
    package enum CorrespondenceAction: String, Hashable, Sendable, CaseIterable {
        case new
        case accept
        case decline
        case show
        case move
    }

    package enum CorrespondenceRequest: Hashable, Sendable {
        case list
        /// Prints each game as it begins to wait for the user.
        case wait
        case new(partner: String)
        /// The number of the game in the list, or the game's key. Scripts can use the key, because
        /// it never changes.
        case accept(String)
        case decline(String)
        case show(String)
        /// A move. The square is a digit from 1 to 9.
        case move(String, square: Int)
    }

    package let lobby: LobbyOptions
    package let request: CorrespondenceRequest
    /// The time limit for each move of a new game, in days.
    package let days: Int
    package let isJSON: Bool
    package let isKeypad: Bool

    init(_ settings: Settings, _ operands: [String]) throws(UsageError) {
        lobby = LobbyOptions(settings)
        days = settings.text(.days).flatMap { Int($0) } ?? 3
        isJSON = settings.isOn(.json)
        isKeypad = settings.isOn(.keypad)
        guard let word = operands.first else {
            request = settings.isOn(.wait) ? .wait : .list
            return
        }
        let action = try CorrespondenceAction(operand: word, of: .games)
        try action.checkOperands(operands.dropFirst())
        switch action {
        case .new: request = .new(partner: operands[1])
        case .accept: request = .accept(operands[1])
        case .decline: request = .decline(operands[1])
        case .show: request = .show(operands[1])
        case .move:
            guard let digit = Int(operands[2]), (1...9).contains(digit) else {
                throw .badSquare(operands[2])
            }
            request = .move(operands[1], square: digit)
        }
    }
}

package struct StatusOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let isShort: Bool

    init(_ settings: Settings) {
        lobby = LobbyOptions(settings)
        isShort = settings.isOn(.short)
    }
}

package struct AccountOptions: Hashable, Sendable {
    package enum AccountCommandAction: String, Hashable, Sendable, CaseIterable {
        case signup
        case signin
        case signout
        case link
        case sessions
        case password
        case reset
        case delete
        case show
    }

    package enum AccountCommandRequest: Hashable, Sendable {
        /// A sign-up. A missing name is asked for, here and below.
        case signUp(name: String?)
        case signIn(name: String?)
        /// A sign-in with the code that another device shows.
        case signInWithCode(String)
        case signOut
        /// Shows a code for another device.
        case linkOtherDevice
        case listSessions
        /// Ends the session with this number in the list.
        case endSession(Int)
        case endOtherSessions
        case changePassword
        case resetPassword(name: String?)
        case deleteAccount
        case showAccount
    }

    package let lobby: LobbyOptions
    package let request: AccountCommandRequest
    /// The file with the password; nil to ask the user.
    package let passwordFile: String?
    /// True if the user signs out even if unsent changes are lost.
    package let isForced: Bool

    init(_ settings: Settings, _ operands: [String]) throws(UsageError) {
        lobby = LobbyOptions(settings)
        passwordFile = settings.text(.passwordFile)
        isForced = settings.isOn(.force)
        guard let word = operands.first else {
            request = .showAccount
            return
        }
        let action = try AccountCommandAction(operand: word, of: .account)
        let rest = Array(operands.dropFirst())
        try action.checkOperands(rest)
        request =
            switch action {
            case .signup: .signUp(name: rest.first)
            case .signin: .signIn(name: rest.first)
            case .signout: .signOut
            case .link: rest.first.map { .signInWithCode($0) } ?? .linkOtherDevice
            case .sessions: try Self.sessionsRequest(rest)
            case .password: .changePassword
            case .reset: .resetPassword(name: rest.first)
            case .delete: .deleteAccount
            case .show: .showAccount
            }
    }

    /// Parses `end N` or `end others`. Without words, the sessions are listed.
    private static func sessionsRequest(
        _ words: [String]
    ) throws(UsageError) -> AccountCommandRequest {
        guard let first = words.first else { return .listSessions }
        let action = AccountCommandAction.sessions.rawValue
        guard first == "end" else { throw .surplusOperand(first, .account, action: action) }
        guard words.count > 1 else {
            throw .missingOperand("N|others", .account, action: action)
        }
        if words[1] == "others" { return .endOtherSessions }
        guard let number = Int(words[1]), number > 0 else {
            throw .surplusOperand(words[1], .account, action: action)
        }
        return .endSession(number)
    }
}
