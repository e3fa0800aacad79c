package import Drawing
internal import Game
package import Lobby
package import Records
package import SimperiumClock
internal import SimperiumJSON

/// The player's choices for all their games, and the facts about this machine and its server.
package struct Preferences: Hashable, Codable, Sendable {
    package var name: PlayerName?
    package var theme = Theme.dark
    package var keymap = Keymap()
    /// True if a square's number places a piece there at once.
    package var isQuick = false
    package var hasBell = true
    package var hasMouse = true
    package var way = Player.Way.terminal
    /// The server's name on the screen.
    package var server = ""
    /// The server's name in the account's file.
    package var accountServer = ""
    /// True if passwords may go there.
    package var mayCarrySecrets = true
    /// True if other machines can reach the server.
    package var isReached = false
    /// The settings of the command line or a file. Neither an account nor a choice in the game
    /// changes them here.
    package var fixed: Set<SettingName> = []
    /// This machine's name in the account's list of devices.
    package var device = ""
    /// The fingerprint of the key of a guest who came over ssh to a server with accounts.
    package var fingerprint: String?
    /// The time of the program's start, by this machine's calendar.
    package var startedAt = Stamp(milliseconds: 0)
    package var habits = Habits()

    package init() {}

    /// True if the squares are numbered like a keypad.
    var isKeypad: Bool {
        get { keymap.numbering == .keypad }
        set { keymap = keymap.numbered(.init(isKeypad: newValue)) }
    }
}

/// The choices that can be made in the game alone, and those of an earlier start.
package struct Habits: Hashable, Codable, Sendable {
    /// The terminal's name in `TERM`; empty if there is none.
    package var terminal = ""
    package var choices = Choices()
    /// True if the player is asked for a name before other players see them.
    package var asksName = false
    /// True if pieces and frames are drawn in ASCII: by choice, or for want of other characters.
    package var isASCII = false
    /// True if pieces and winning rows are drawn in steps.
    package var hasMotion = true
    /// True if a notice reports a friend who comes in.
    package var tellsOfFriends = true
    /// True if spectators do not see the player's name.
    package var isHidden = false
    /// The terms of new matches.
    package var terms = MatchTerms()
    /// True if the phrases of other players are shown.
    package var showsPhrases = true
    /// True if players who are no friends may start correspondence games.
    package var takesStrangers = true

    package init() {}
}

extension Preferences {
    /// Adopts the choices of an earlier start. The name is adopted if the present one is only a
    /// suggestion.
    package mutating func take(_ choices: Choices, name isSuggestion: Bool) {
        habits.choices = choices
        if !fixed.contains(.theme), let isLight = choices.isLight(on: habits.terminal) {
            theme = .suited(toLight: isLight)
        }
        if isSuggestion, let name = choices.name { self.name = name }
        for setting in Setting.all where !fixed.contains(setting.name) {
            if let value = choices[setting.name] { _ = setting.adopt(value, &self) }
        }
    }

    /// Fixes the settings whose options are switched on or off.
    package mutating func fix(_ switches: [String: Bool]) {
        for setting in Setting.all {
            guard let isOn = switches[setting.option] else { continue }
            _ = setting.adopt(.bool(isOn), &self)
            fixed.insert(setting.name)
        }
    }

    /// Keeps the player's name, place and choices in the game.
    mutating func keepWhoAndWhere(of other: Preferences) {
        (name, way) = (other.name, other.way)
        (accountServer, mayCarrySecrets) = (other.accountServer, other.mayCarrySecrets)
        (device, startedAt) = (other.device, other.startedAt)
        fingerprint = other.fingerprint
        (habits.terms, habits.terminal) = (other.habits.terms, other.habits.terminal)
        let isASCII = other.habits.isASCII
        take(other.habits.choices, name: false)
        habits.isASCII = isASCII
    }
}

/// One setting: its name in the account, its words, its place in the preferences, and its effect.
struct Setting: Sendable {
    typealias Flag = WritableKeyPath<Preferences, Bool> & Sendable

    let name: SettingName
    let title: String
    /// The effect of Enter.
    let promise: String
    /// The setting's value as the account keeps it.
    private let value: @Sendable (Preferences) -> JSON
    /// The setting's value as people read it.
    let words: @Sendable (Preferences) -> String
    private let set: @Sendable (JSON, inout Preferences) -> Void
    /// The value after the present one, or before it.
    private let next: @Sendable (Preferences, _ places: Int) -> JSON
    /// Passes the new value to the terminal or to the server.
    let apply: @Sendable (inout GameContext) -> Void
    private(set) var needsAccount = false
    private(set) var needsTerminal = false

    /// The name of the option on the command line, if there is one.
    var option: String { name == .glyphs ? "ascii" : name.rawValue }

    /// All settings, in the order of the page.
    static let all: [Setting] = [
        theme,
        Setting(
            .glyphs, "Characters", "Enter switches between Unicode and ASCII.",
            \.habits.isASCII, "ASCII", "Unicode", needsTerminal: true
        ) { $0.effects.append(.useGlyphs(isASCII: $0.preferences.habits.isASCII)) },
        Setting(
            .keypad, "Square numbers",
            "Enter numbers the squares from the top, or like a keypad.",
            \.isKeypad, "like a keypad", "from the top"),
        Setting(
            .quick, "Place by number", "Enter sets whether number keys place a piece right away.",
            \.isQuick),
        Setting(
            .sound, "Bell", "Enter turns the bell for your move on or off.", \.hasBell),
        Setting(
            .motion, "Motion", "Enter turns animations on or off.", \.habits.hasMotion),
        Setting(
            .phrases, "Phrases", "Enter shows or hides other players' phrases.",
            \.habits.showsPhrases, "shown", "hidden"),
        Setting(
            .hidden, "Name for spectators", "Enter shows your name to spectators, or hides it.",
            \.habits.isHidden, "hidden", "shown"
        ) { $0.ask(.hide($0.preferences.habits.isHidden)) },
        Setting(
            .arrivals, "Friend arrivals",
            "Enter turns notices about friends arriving on or off.", \.habits.tellsOfFriends,
            needsAccount: true),
        Setting(
            .strangers, "Correspondence",
            "Enter sets who may start correspondence games with you.",
            \.habits.takesStrangers, "from all players", "from friends only", needsAccount: true),
    ]

    private static let theme = Setting(
        name: .theme, title: "Theme", promise: "Enter, ← or → changes the theme.",
        value: { JSON($0.theme.name) }, words: { $0.theme.name },
        set: { value, preferences in
            let theme = Theme.builtIn.first { theme in value.text?.spells(theme.name) == true }
            preferences.theme = theme ?? preferences.theme
        },
        next: { JSON($0.theme.another(by: $1).name) },
        apply: { $0.effects.append(.useTheme($0.preferences.theme)) })
}

extension Setting {
    /// A setting that is on or off.
    private init(
        _ name: SettingName, _ title: String, _ promise: String, _ flag: any Flag,
        _ on: String = "on", _ off: String = "off", needsAccount: Bool = false,
        needsTerminal: Bool = false,
        apply: @escaping @Sendable (inout GameContext) -> Void = { _ in }
    ) {
        self.init(
            name: name, title: title, promise: promise,
            value: { .bool($0[keyPath: flag]) }, words: { $0[keyPath: flag] ? on : off },
            set: { value, preferences in
                preferences[keyPath: flag] = value.bool ?? preferences[keyPath: flag]
            },
            next: { preferences, _ in .bool(!preferences[keyPath: flag]) }, apply: apply,
            needsAccount: needsAccount, needsTerminal: needsTerminal)
    }

    /// Adopts a value of the account or of an earlier start. Returns true if it is a new one.
    func adopt(_ json: JSON, _ preferences: inout Preferences) -> Bool {
        let before = value(preferences)
        set(json, &preferences)
        return value(preferences) != before
    }

    /// Chooses the next value, or the one before.
    func change(by places: Int, _ game: inout GameContext) {
        let json = next(game.preferences, places)
        set(json, &game.preferences)
        apply(&game)
        game.remember(name, json)
        game.answer("\(title): \(words(game.preferences)).")
    }
}
