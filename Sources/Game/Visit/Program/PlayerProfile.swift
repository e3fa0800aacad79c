package import Game
package import Lobby
package import Records
package import SimperiumClock

/// The person at the program, their choices, and the facts about their machine.
package struct PlayerProfile: Hashable, Codable, Sendable {
    package var name: PlayerName?
    /// True if the person must be asked for a name before other players see them.
    package var asksName = false
    /// True for a program that only looks on, and has no Player in the lobby.
    package var isSpectator = false
    /// True if the person is paired with an opponent at once, and chooses nothing in the lobby.
    package var looksAtOnce = true
    /// The choices in the game, on this machine and in the account.
    package var choices = LocalSettings()
    /// The terms of new matches.
    package var terms = MatchTerms()
    /// The clock of quick matches, if the opponent wishes one, too, and there is none in `terms`.
    package var wish: MoveLimit?
    package var way = Player.ClientKind.terminal
    /// This machine's name in the account's list of devices.
    package var device = ""
    /// The server's name in the account's file.
    package var server = ""
    /// The person's last answer to a puzzle of the day, on any device.
    package var puzzle: PuzzleRecord?
    /// The time of the program's start, by this machine's calendar.
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

    /// Adopts the choices of an earlier start. Their name is adopted if the present one is only a
    /// suggestion.
    package mutating func adopt(_ choices: LocalSettings, name isSuggestion: Bool) {
        self.choices = choices
        if isSuggestion, let name = choices.name { self.name = name }
    }
}
