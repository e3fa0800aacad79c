package import Drawing
internal import Game
package import Records
internal import SimperiumJSON
internal import Visit

/// The player's preferences on this machine, and the facts about the server that the screen shows.
package struct Preferences: Hashable, Codable, Sendable {
    package var theme = Theme.dark
    package var keymap = Keymap()
    /// True if the key with a square's number places a piece there immediately. Otherwise, the key
    /// only moves the cursor.
    package var isQuick = false
    package var hasBell = true
    package var hasMouse = true
    /// True if pieces and frames are drawn in ASCII, by choice or for lack of other characters.
    package var isASCII = false
    /// True if pieces are animated.
    package var hasMotion = true
    /// True if the program sends desktop notifications through the terminal while another window is
    /// in front.
    package var notifies = true
    /// True if ssh commands are shown as hyperlinks.
    package var hasLinks = true
    /// The settings that the command line or a file determines. Values from the account or from
    /// earlier runs do not replace them.
    package var fixed: Set<SettingName> = []
    /// The terminal's name in `TERM`; empty if there is none.
    package var terminal = ""
    /// The server as other programs name it; empty for this machine's default server.
    package var server = ""
    /// True if passwords may be sent, because the connection is encrypted or stays on this machine.
    package var mayCarrySecrets = true
    /// True if other machines can reach the server at `server`.
    package var isReached = false
    /// The fingerprint of an ssh guest's key, if the server has accounts; otherwise nil.
    package var fingerprint: String?

    package init() {}

    var isKeypad: Bool {
        get { keymap.numbering == .keypad }
        set { keymap.numbering = .init(isKeypad: newValue) }
    }

    /// Adopts the settings of earlier runs, except the fixed ones. If neither these nor the fixed
    /// settings contain a theme, uses the theme for the background that this terminal last
    /// reported.
    package mutating func adoptUnlessFixed(_ choices: LocalSettings) {
        if !fixed.contains(.theme), let isLight = choices.isLight(on: terminal) {
            theme = .suited(toLight: isLight)
        }
        for setting in SettingField.all where !fixed.contains(setting.name) {
            if let value = choices[setting.name] { _ = setting.adoptAndReportChange(value, &self) }
        }
    }

    /// Applies the given options to their settings, and adds these settings to `fixed`. The keys of
    /// `switches` are names of options.
    package mutating func setAndFixSettings(_ switches: [String: Bool]) {
        for setting in SettingField.all {
            guard let isOn = switches[setting.option] else { continue }
            _ = setting.adoptAndReportChange(.bool(isOn), &self)
            fixed.insert(setting.name)
        }
    }

    /// Adopts preferences that were read again. Choices made in the game stay, as do the facts
    /// about the terminal and the connection, because the program stays connected to the same
    /// server.
    mutating func replaceOnReread(by other: Preferences, keeping choices: LocalSettings) {
        let before = self
        self = other
        (terminal, fingerprint) = (before.terminal, before.fingerprint)
        (server, isReached) = (before.server, before.isReached)
        mayCarrySecrets = before.mayCarrySecrets
        adoptUnlessFixed(choices)
        isASCII = before.isASCII
    }
}

/// A setting: its name in the account, its texts, its value in the preferences, and its effect.
struct SettingField: Sendable {
    typealias Flag = WritableKeyPath<Preferences, Bool> & Sendable

    let name: SettingName
    let title: String
    let enterHint: String
    private let value: @Sendable (Preferences, LocalSettings) -> JSON
    private let words: @Sendable (JSON) -> String
    private let set: @Sendable (JSON, inout Preferences) -> Void
    private let next: @Sendable (JSON, _ places: Int) -> JSON
    /// Passes the new value to the terminal. Does nothing for a setting that the terminal does not
    /// use.
    let apply: @Sendable (inout GameContext) -> Void
    private(set) var needsAccount = false
    private(set) var needsTerminal = false

    var option: String { name == .glyphs ? "ascii" : name.rawValue }

    /// All settings, in the order of the settings page.
    static let all: [SettingField] = [
        theme,
        SettingField(
            .glyphs, "Characters", "Enter switches between Unicode and ASCII.",
            \.isASCII, "ASCII", "Unicode", needsTerminal: true
        ) { $0.effects.append(.show(.useGlyphs(isASCII: $0.preferences.isASCII))) },
        SettingField(
            .keypad, "Square numbers",
            "Enter numbers the squares from the top, or like a keypad.",
            \.isKeypad, "like a keypad", "from the top"),
        SettingField(
            .quick, "Place by number", "Enter sets whether number keys place a piece right away.",
            \.isQuick),
        SettingField(
            .sound, "Bell", "Enter turns the bell for your move on or off.", \.hasBell),
        SettingField(
            .motion, "Motion", "Enter turns animations on or off.", \.hasMotion),
        SettingField(
            .notify, "Notifications", "Enter turns terminal notifications on or off.",
            \.notifies
        ) { $0.effects.append(.show(.useNotices($0.preferences.notifies))) },
        SettingField(
            .links, "Links", "Enter sets whether addresses are links.", \.hasLinks),
        SettingField(
            choice: .phrases, "Phrases", "Enter shows or hides other players' phrases.",
            usual: true, "shown", "hidden"),
        SettingField(
            choice: .hidden, "Name for spectators",
            "Enter shows your name to spectators, or hides it.", usual: false, "hidden", "shown"),
        SettingField(
            choice: .arrivals, "Friend arrivals",
            "Enter turns notices about friends arriving on or off.", usual: true,
            needsAccount: true),
        SettingField(
            choice: .strangers, "Correspondence",
            "Enter sets who may start correspondence games with you.", usual: true,
            "from all players", "from friends only", needsAccount: true),
    ]

    private static let theme = SettingField(
        name: .theme, title: "Theme", enterHint: "Enter, ← or → changes the theme.",
        value: { preferences, _ in JSON(preferences.theme.name) }, words: { $0.string ?? "" },
        set: { value, preferences in
            let theme = Theme.builtIn.first { theme in
                value.text?.hasSameBytes(as: theme.name) == true
            }
            preferences.theme = theme ?? preferences.theme
        },
        next: { JSON(Theme.name($1, after: $0.string ?? "")) },
        apply: { $0.effects.append(.show(.useTheme($0.preferences.theme))) })
}

extension SettingField {
    private init(
        _ name: SettingName, _ title: String, _ enterHint: String, _ flag: any Flag,
        _ on: String = "on", _ off: String = "off", needsTerminal: Bool = false,
        apply: @escaping @Sendable (inout GameContext) -> Void = { _ in }
    ) {
        self.init(
            name: name, title: title, enterHint: enterHint,
            value: { preferences, _ in .bool(preferences[keyPath: flag]) },
            words: { $0.bool == true ? on : off },
            set: { value, preferences in
                preferences[keyPath: flag] = value.bool ?? preferences[keyPath: flag]
            },
            next: { value, _ in .bool(value.bool != true) }, apply: apply,
            needsTerminal: needsTerminal)
    }

    /// Creates the field of an on-off setting that only `PlayerProgram` uses, not the screens.
    /// `usual` is the default value.
    private init(
        choice name: SettingName, _ title: String, _ enterHint: String, usual: Bool,
        _ on: String = "on", _ off: String = "off", needsAccount: Bool = false
    ) {
        self.init(
            name: name, title: title, enterHint: enterHint,
            value: { _, choices in .bool(choices[name]?.bool ?? usual) },
            words: { $0.bool == true ? on : off }, set: { _, _ in },
            next: { value, _ in .bool(value.bool != true) }, apply: { _ in },
            needsAccount: needsAccount)
    }

    /// Sets the preference to a value from the account, an earlier run or an option. Returns true
    /// if the preferences change.
    func adoptAndReportChange(_ json: JSON, _ preferences: inout Preferences) -> Bool {
        let before = value(preferences, LocalSettings())
        set(json, &preferences)
        return value(preferences, LocalSettings()) != before
    }

    func valueWords(in game: GameContext) -> String {
        words(value(game.preferences, game.profile.choices))
    }

    /// Changes the setting to a value `places` steps away, stores the new value, and shows it.
    func change(by places: Int, _ game: inout GameContext) {
        let json = next(value(game.preferences, game.profile.choices), places)
        set(json, &game.preferences)
        apply(&game)
        game.updateProgram { $0.storeSetting(name, json) }
        game.reply("\(title): \(words(json)).")
    }
}
