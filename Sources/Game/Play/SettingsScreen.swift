internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumJSON

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
    fileprivate func change(by places: Int, _ game: inout GameContext) {
        let json = next(game.preferences, places)
        set(json, &game.preferences)
        apply(&game)
        game.remember(name, json)
        game.answer("\(title): \(words(game.preferences)).")
    }
}

/// The page of settings.
struct SettingsScreen: ListScreen {
    static let keys = KeyTable(
        "On the settings page",
        [
            .chooseItem,
            KeyRow(
                "Enter", "change", "change the setting", on: KeyStroke(.enter), " ",
                does: .confirm),
            .retry,
        ] + KeyRow.common)

    var selection = Selection<SettingName>()

    func rows(in game: GameContext) -> [SettingName] { settings(in: game).map(\.name) }

    private func settings(in game: GameContext) -> [Setting] {
        Setting.all.filter { setting in
            (game.isSignedIn || !setting.needsAccount)
                && (game.preferences.way == .terminal || !setting.needsTerminal)
        }
    }

    private func chosen(in game: GameContext) -> Setting? {
        let settings = settings(in: game)
        return selection.index(in: settings.map(\.name)).map { settings[$0] }
    }

    mutating func act(_ intent: Intent, on row: SettingName?, _ game: inout GameContext) {
        switch intent {
        case .confirm, .move(.right): chosen(in: game)?.change(by: 1, &game)
        case .move(.left): chosen(in: game)?.change(by: -1, &game)
        case .back: game.place = .account
        default: break
        }
    }

    func title(in game: GameContext) -> String { Words.section }

    func hint(in game: GameContext) -> String { chosen(in: game)?.promise ?? "" }

    func page(in game: GameContext) -> PageView {
        var page = PageView(heading: Words.heading)
        page.lines = [
            .init(text: game.isSignedIn ? Words.inAccount : Words.onMachine, style: .faint)
        ]
        page.rows = settings(in: game).map { setting in
            ListRow(
                name: setting.title, remark: setting.words(game.preferences), nameColumns: 20)
        }
        page.aside = sample(game.preferences.keymap.numbering)
        return page
    }

    /// A board that shows the effect of the settings.
    private func sample(_ numbering: Numbering) -> PageAside {
        var position = Position(first: .circle)
        for square in [Square.centre, .topLeft] { try? position.play(square) }
        var art = BoardArt(position.board)
        art.last = .topLeft
        art.cursor = .topRight
        art.ghost = .circle
        art.numbering = numbering
        return PageAside(heading: Words.looks, art: art)
    }
}

private enum Words {
    static let heading = "SETTINGS"
    static let section = "settings"
    static let looks = "PREVIEW"
    static let inAccount = "These apply on all your devices."
    static let onMachine = "These apply on this machine."
}
