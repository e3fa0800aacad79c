package import Game
package import Lobby
package import Records
package import SimperiumClock

/// The user's name and choices, and the values that a program starts with.
package struct PlayerProfile: Hashable, Codable, Sendable {
    /// The user's name as a guest. While the user is signed in, the account's name applies.
    package var name: PlayerName?
    /// True if the command line or the configuration file sets the name.
    package var isNameChosen = false
    /// True if the program must ask the user for a name before other players see one.
    package var asksName = false
    /// True for a program that only watches, and has no Player in the lobby.
    package var isSpectator = false
    /// True if the search for an opponent starts at once, before the user chooses it in the lobby.
    package var looksAtOnce = true
    /// The user's choices, on this machine and in the account.
    package var choices = LocalSettings()
    package var terms = MatchTerms()
    /// The clock of new matches if the opponent also wants a clock, and `terms` has none.
    package var wish: MoveTimeLimit?
    package var way = Player.ClientKind.terminal
    /// This machine's name in the account's list of devices.
    package var device = ""
    package var server = ""
    /// The user's last known answer to a puzzle of the day, on any device.
    package var puzzle: LastPuzzleAnswer?
    /// The wall-clock time of the program's start.
    package var startedAt = ServerTime(milliseconds: 0)

    package init(_ name: PlayerName? = nil) {
        self.name = name
    }

    package var clock: ClockChoice {
        get { terms.limit.map(ClockChoice.limit) ?? (wish == nil ? .off : .auto) }
        set {
            terms.limit = if case .limit(let limit) = newValue { limit } else { nil }
            wish = newValue == .auto ? ClockChoice.usual : nil
        }
    }

    /// Adopts stored choices. Replaces the name only if the current name is a suggestion.
    package mutating func adopt(_ choices: LocalSettings, replacingName isSuggestion: Bool) {
        self.choices = choices
        if isSuggestion, let name = choices.name { self.name = name }
    }
}
