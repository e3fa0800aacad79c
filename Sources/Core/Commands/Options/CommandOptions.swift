package import Drawing
package import Game
package import Lobby
package import SimperiumWebWire

/// Which lobby, and how to be let in.
package struct LobbyOptions: Hashable, Sendable {
    /// Nil for the server on this machine, which is started if there is none.
    package let server: WebAddress?
    /// Where the server on this machine is looked for, and started.
    package let ownServer: Endpoint
    /// Where the token of a closed lobby is; nil for the token that every program carries.
    package let tokenFile: String?
    package let name: PlayerName?

    init(_ settings: Settings) {
        server = settings.server()
        ownServer = Endpoint(address: Endpoint.usual.address, port: settings.port)
        tokenFile = settings.text(.lobbyTokenFile)
        name = settings.name(.name)
    }
}

/// How the program shows itself. Nil leaves it to what the terminal and the environment say.
package struct ScreenOptions: Hashable, Sendable {
    package let theme: Theme?
    /// Where a theme of the person's own is.
    package let themeFile: String?
    package let keys: [KeyBinding]
    /// Whether the squares are numbered as a keypad is.
    package let isKeypad: Bool
    package let isASCII: Bool?
    package let isColoured: Bool?
    package let hasMouse: Bool
    /// Lines of text instead of a screen.
    package let isPlain: Bool
    /// Whether no result is left on the terminal.
    package let isQuiet: Bool
    /// Where all that happens is recorded; nil if it is not.
    package let recordingFile: String?

    init(_ settings: Settings) {
        theme = settings.theme()
        themeFile = settings.themeFile()
        keys = settings.keyBindings()
        isKeypad = settings.isOn(.keypad)
        isASCII = settings.choice(.ascii)
        isColoured = settings.choice(.color)
        hasMouse = settings.isOn(.mouse)
        isPlain = settings.isOn(.plain)
        isQuiet = settings.isOn(.quiet)
        recordingFile = settings.text(.record)
    }
}

/// What `play` and `join` are asked for.
package struct PlayOptions: Hashable, Sendable {
    package enum Opponent: Hashable, Sendable {
        case anybody
        case named(PlayerName)
        /// The player who made this code.
        case code(JoinCode)
    }

    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    package let opponent: Opponent
    /// Whether a number alone places a piece.
    package let isQuick: Bool
    package let hasSound: Bool

    init(_ settings: Settings, against code: JoinCode? = nil) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        opponent = code.map(Opponent.code) ?? settings.name(.vs).map(Opponent.named) ?? .anybody
        isQuick = settings.isOn(.quick)
        hasSound = settings.isOn(.sound)
    }
}

/// What `local` and `bot` are asked for.
package struct TableOptions: Hashable, Sendable {
    package let screen: ScreenOptions
    package let isQuick: Bool
    /// Nil for two people.
    package let bot: Bot?

    init(_ settings: Settings, bot: Bot? = nil) {
        screen = ScreenOptions(settings)
        isQuick = settings.isOn(.quick)
        self.bot = bot
    }
}

/// What `watch` is asked for.
package struct WatchOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    /// A person's name or a match's id, as typed: only the lobby knows which. Nil for a list.
    package let wanted: String?
    package let isJSON: Bool

    init(_ settings: Settings, wanted: String?) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        self.wanted = wanted
        isJSON = settings.isOn(.json)
    }
}

/// What `players` is asked for.
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

/// What `load` is asked for.
package struct LoadOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let players: Int
    package let watchers: Int
    /// Of all players together.
    package let movesPerSecond: Int
    package let length: Duration
    package let isJSON: Bool

    init(_ settings: Settings) throws(Misuse) {
        lobby = LobbyOptions(settings)
        players = settings.number(.players) ?? 0
        watchers = settings.number(.watchers) ?? 0
        guard players + watchers > 0 else { throw .nobody(.players, .watchers) }
        movesPerSecond = settings.number(.movesPerSecond) ?? 1
        length = .seconds(settings.number(.seconds) ?? 1)
        isJSON = settings.isOn(.json)
    }
}

/// What `doctor` is asked for.
package struct DoctorOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let keys: [KeyBinding]
    /// What a server on this machine would show to clients.
    package let certificate: ServeOptions.Certificate?
    /// The key of its door; nil for the usual file in the data directory.
    package let hostKeyFile: String?
    /// The list of guests that it keeps out.
    package let bansFile: String?
    /// A recording to be replayed; nil to examine what is here instead.
    package let recordingFile: String?
    /// All there are, not only its own.
    package let settings: Settings

    init(_ settings: Settings) throws(Misuse) {
        lobby = LobbyOptions(settings)
        keys = settings.keyBindings()
        certificate = try ServeOptions.Certificate(settings)
        hostKeyFile = settings.text(.hostKey)
        bansFile = settings.text(.bans)
        recordingFile = settings.text(.replay)
        self.settings = settings
    }
}
