package import Game

/// What a person asks their program for.
package enum Request: Hashable, Sendable {
    /// To be here, for others to see.
    case enter(PlayerName?, PlayerMode, Player.Way?)
    case leave
    case rename(PlayerName)
    /// To be found like this from now on.
    case look(PlayerMode)
    /// To be found by a person who is told the code that this makes.
    case invite
    case challenge(PlayerID)
    case join(JoinCode)
    case withdrawChallenge
    case act(Action)
    /// To end the match, and be found like this from then on: `auto` is for the next opponent.
    case leaveMatch(PlayerMode)
    case watch(Watching.Choice)
}
