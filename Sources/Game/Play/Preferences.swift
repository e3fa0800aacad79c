package import Drawing
internal import Game
package import Lobby
package import Records
package import SimperiumClock
internal import SimperiumJSON

/// What a person has chosen once for all their games.
package struct Preferences: Hashable, Codable, Sendable {
    package var name: PlayerName?
    package var theme = Theme.dark
    package var keymap = Keymap()
    /// Whether a square's number places a piece there at once.
    package var isQuick = false
    package var hasBell = true
    package var hasMouse = true
    package var way = Player.Way.terminal
    /// What the server is called on the screen.
    package var server = ""
    private var accounts = AccountServer()
    /// What the command line or a file says, and neither an account nor what was chosen in the game
    /// changes here.
    package var fixed: Set<SettingName> = []
    /// What this machine calls itself to the account's other devices.
    package var device = ""
    /// Of the key by which a guest came to a door whose server keeps accounts; nil for others.
    package var fingerprint: String?
    /// When the program was started, by this machine's calendar.
    package var startedAt = Stamp(milliseconds: 0)
    package var habits = Habits()

    /// Who is asked about accounts.
    private struct AccountServer: Hashable, Codable {
        var name = ""
        var mayCarrySecrets = true
        var isReached: Bool?
    }

    package init() {}

    /// What the server is called in the account's file.
    package var accountServer: String {
        get { accounts.name }
        set { accounts.name = newValue }
    }

    /// Whether the server may be reached from other machines.
    package var isReached: Bool {
        get { accounts.isReached ?? false }
        set { accounts.isReached = newValue }
    }

    /// Whether passwords may go there.
    package var mayCarrySecrets: Bool {
        get { accounts.mayCarrySecrets }
        set { accounts.mayCarrySecrets = newValue }
    }
}

/// What is chosen in the game alone, and what was chosen at an earlier start.
package struct Habits: Hashable, Codable, Sendable {
    /// What the terminal calls itself, by `TERM`; empty where nobody said.
    package var terminal = ""
    package var choices = Choices()
    /// Whether the person is to be asked what they are called, before anybody sees them.
    package var asksName = false
    /// Whether pieces and frames are drawn in ASCII, chosen or for want of anything better.
    package var isASCII = false
    /// Whether pieces and rows come about in steps.
    package var hasMotion = true
    /// Whether it is told when a friend comes in.
    package var tellsOfFriends = true
    /// Whether watchers' lists leave the name out.
    package var isHidden = false
    /// What matches are looked for, and asked for, with.
    package var terms = MatchTerms()
    /// Whether nothing is shown of what people at boards say.
    package var isMuted = false
    /// Whether people who are no friends may begin games over days with one.
    package var takesStrangers = true

    package init() {}
}

extension Preferences {
    /// Goes by what was chosen in the game at an earlier start; `name` says whether the name is
    /// only a suggestion.
    package mutating func take(_ choices: Choices, name isSuggestion: Bool) {
        habits.choices = choices
        if !fixed.contains(.theme), let isLight = choices.isLight(on: habits.terminal) {
            theme = .suited(toLight: isLight)
        }
        if isSuggestion, let name = choices.name { self.name = name }
        for (setting, value) in choices.settings where !fixed.contains(setting) {
            _ = adopt(setting, value)
        }
    }

    /// Goes by a setting as it was chosen; says whether anything is different now.
    mutating func adopt(_ setting: SettingName, _ value: JSON) -> Bool {
        let before = self
        switch setting {
        case .theme:
            let theme = Theme.builtIn.first { theme in value.text?.spells(theme.name) == true }
            self.theme = theme ?? self.theme
        case .glyphs: habits.isASCII = value.bool ?? habits.isASCII
        case .quick: isQuick = value.bool ?? isQuick
        case .sound: hasBell = value.bool ?? hasBell
        case .keypad:
            if let isKeypad = value.bool { keymap = keymap.numbered(.init(isKeypad: isKeypad)) }
        case .motion: habits.hasMotion = value.bool ?? habits.hasMotion
        case .hidden: habits.isHidden = value.bool ?? habits.isHidden
        case .phrases: habits.isMuted = value.bool.map { !$0 } ?? habits.isMuted
        case .arrivals: habits.tellsOfFriends = value.bool ?? habits.tellsOfFriends
        case .strangers: habits.takesStrangers = value.bool ?? habits.takesStrangers
        }
        return self != before
    }

    /// Stays who the person came in as, and where; and goes by what they chose in the game.
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
