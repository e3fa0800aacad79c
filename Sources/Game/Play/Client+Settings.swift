internal import Drawing
internal import Game
internal import Lobby
package import Records
package import SimperiumJSON
internal import Visit
internal import Wording

/// What is chosen in the game. It is kept for the next start, and in the account if there is one:
/// then it holds on all devices, unless the command line or a file says otherwise there.
extension Client {
    mutating func remember(_ name: SettingName, _ value: JSON) {
        preferences.habits.choices[name] = value
        keepChoices()
        guard isSignedIn else { return }
        desk.adopted[name] = value
        keep(.setting(name, value))
    }

    /// A guest's own name; that of an account is kept with the account.
    mutating func rememberName() {
        preferences.habits.choices.isNameAsked = true
        if !isSignedIn { preferences.habits.choices.name = preferences.name }
        keepChoices()
    }

    /// Whoever comes by ssh has no files here.
    mutating func keepChoices() {
        guard preferences.way == .terminal else { return }
        effects.append(.keepChoices(preferences.habits.choices))
    }

    /// Takes over what came from another device.
    mutating func adoptSettings() {
        guard let changes = visit?.records?.settingChanges, changes != desk.settingChanges else {
            return
        }
        desk.settingChanges = changes
        for name in SettingName.allCases {
            guard let value = visit?.records?[name], desk.adopted[name] != value else { continue }
            desk.adopted[name] = value
            if !preferences.fixed.contains(name) { adopt(name, value) }
        }
    }

    private mutating func adopt(_ name: SettingName, _ value: JSON) {
        if preferences.habits.choices[name] != value {
            preferences.habits.choices[name] = value
            keepChoices()
        }
        if preferences.adopt(name, value) { show(name) }
    }

    /// Has the screen, and the lobby, go by a setting that has changed.
    private mutating func show(_ name: SettingName) {
        switch name {
        case .theme: effects.append(.useTheme(preferences.theme))
        case .glyphs: effects.append(.useGlyphs(isASCII: preferences.habits.isASCII))
        case .hidden: ask(.hide(preferences.habits.isHidden))
        case .quick, .sound, .motion, .keypad, .arrivals, .phrases, .strangers: break
        }
    }

    /// What the account says of a setting; nil if nothing.
    package func accountSetting(_ name: SettingName) -> JSON? { records?[name] }

    /// What was chosen before there was an account goes into a new one.
    mutating func bringChoices() {
        guard desk.bringsChoices else { return }
        desk.bringsChoices = false
        for (name, value) in preferences.habits.choices.settings where visit?.records?[name] == nil
        {
            desk.adopted[name] = value
            keep(.setting(name, value))
        }
    }
}

/// The page of settings.
extension Client {
    /// A door draws with what the guest's terminal has.
    var settingItems: [SettingName] {
        let glyphs: [SettingName] = preferences.way == .terminal ? [.glyphs] : []
        let arrivals: [SettingName] = isSignedIn ? [.arrivals, .strangers] : []
        return [.theme] + glyphs + [.keypad, .quick, .sound, .motion, .phrases, .hidden] + arrivals
    }

    mutating func performInSettings(_ intent: Intent) {
        if desk.pages.settings.move(by: intent, in: settingItems) { return }
        switch intent {
        case .confirm, .move(.right): change(by: 1)
        case .move(.left): change(by: -1)
        case .back: display.screen = .account
        default: break
        }
    }

    private mutating func change(by places: Int) {
        guard let name = desk.pages.settings.chosen(in: settingItems) else { return }
        let value: JSON =
            switch name {
            case .theme: JSON(preferences.theme.another(by: places).name)
            case .glyphs: .bool(!preferences.habits.isASCII)
            case .keypad: .bool(preferences.keymap.numbering != .keypad)
            case .quick: .bool(!preferences.isQuick)
            case .sound: .bool(!preferences.hasBell)
            case .motion: .bool(!preferences.habits.hasMotion)
            case .hidden: .bool(!preferences.habits.isHidden)
            case .phrases: .bool(preferences.habits.isMuted)
            case .arrivals: .bool(!preferences.habits.tellsOfFriends)
            case .strangers: .bool(!preferences.habits.takesStrangers)
            }
        _ = preferences.adopt(name, value)
        show(name)
        remember(name, value)
        noticeboard.answer(SettingWords.chosen(name.words.name, self.value(of: name)), at: now)
    }

    /// What a setting is now, as people read it.
    private func value(of name: SettingName) -> String {
        switch name {
        case .theme: preferences.theme.name
        case .glyphs: preferences.habits.isASCII ? SettingWords.ascii : SettingWords.unicode
        case .keypad:
            preferences.keymap.numbering == .keypad
                ? SettingWords.keypadValue : SettingWords.page
        case .quick: preferences.isQuick ? SettingWords.on : SettingWords.off
        case .sound: preferences.hasBell ? SettingWords.on : SettingWords.off
        case .motion: preferences.habits.hasMotion ? SettingWords.on : SettingWords.off
        case .hidden:
            preferences.habits.isHidden ? SettingWords.hiddenValue : SettingWords.shown
        case .phrases:
            preferences.habits.isMuted ? SettingWords.hiddenValue : SettingWords.shown
        case .arrivals: preferences.habits.tellsOfFriends ? SettingWords.on : SettingWords.off
        case .strangers:
            preferences.habits.takesStrangers ? SettingWords.allPlayers : SettingWords.friends
        }
    }

    var settingsView: PageView {
        var view = PageView(heading: SettingWords.heading)
        let place = isSignedIn ? SettingWords.inAccount : SettingWords.onMachine
        view.lines = [.init(text: place, style: .faint)]
        view.rows = settingItems.map { name in
            LobbyView.Row(name: name.words.name, remark: value(of: name), nameColumns: 20)
        }
        view.aside = settingsAside
        view.chosen = desk.pages.settings.index(in: settingItems)
        return view
    }
}

extension SettingName {
    var words: SettingWords {
        switch self {
        case .theme: .theme
        case .glyphs: .glyphs
        case .keypad: .keypad
        case .quick: .quick
        case .sound: .sound
        case .motion: .motion
        case .hidden: .hidden
        case .arrivals: .arrivals
        case .strangers: .strangers
        case .phrases: .phrases
        }
    }
}

extension Theme {
    /// One of those that come with the program, so many further on; after the last comes the first.
    func another(by places: Int) -> Theme {
        let index = Theme.builtIn.firstIndex { $0.name == name } ?? (places > 0 ? -1 : 0)
        let count = Theme.builtIn.count
        return Theme.builtIn[(index + places + count) % count]
    }
}
