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
    /// The server's name in the account's file.
    package var accountServer = ""
    /// True if passwords may go there.
    package var mayCarrySecrets = true
    /// True if other machines can reach the server.
    package var isReached = false
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

    package init() {}

    /// True if the squares are numbered like a keypad.
    var isKeypad: Bool {
        get { keymap.numbering == .keypad }
        set { keymap = keymap.numbered(.init(isKeypad: newValue)) }
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
    /// True if the phrases of other players are shown.
    package var showsPhrases = true
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
        for setting in Setting.all where !fixed.contains(setting.name) {
            if let value = choices[setting.name] { _ = setting.adopt(value, &self) }
        }
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
