internal import Game
package import Lobby
package import Records
package import SimperiumClock
internal import Visit

/// Who types the lines, and what the program keeps of them.
package struct LinePerson: Hashable, Codable, Sendable {
    package var name: PlayerName?
    /// Whether they are to be asked that, before anybody sees them.
    package var asksName = false
    /// What was chosen at an earlier start.
    package var choices = Choices()
    /// When the program was started, by this machine's calendar.
    package var startedAt = Stamp(milliseconds: 0)
    /// What to play by.
    package var terms = MatchTerms()
    /// The opponent of whom nothing is told that they say.
    var mutedOpponent: PlayerID?
    /// What this device is called on the person's others.
    package var device = ""

    package init(_ name: PlayerName?) {
        self.name = name
    }
}

/// The person, and what the lines follow for their account.
struct LineRecords: Sendable {
    var person: LinePerson
    /// What is kept of the match at the table.
    var botRounds = BotRounds()
    var friendWatch = FriendWatch()
    var random: SeededRandom
    /// What was offered last that is played on another device.
    var offered: Elsewhere?
    /// What of the games over days was told last.
    var games = GameReminder()
    /// Whether the person has asked what is played, and other halls have yet to be read.
    var isListing = false
    /// The moves of the round in the match, as far as they were seen.
    var trace = Trace()
}
