package import Game
package import Lobby

/// A person's request to their program.
package enum Request: Hashable, Sendable {
    /// Enter the lobby.
    case enter(PlayerName?, PlayerMode, Player.ClientKind?)
    case leave
    case rename(PlayerName)
    /// Hide the name from spectators, or show it again.
    case hide(Bool)
    /// Block these accounts, and no others.
    case shun(Set<String>)
    /// Play later matches by that clock, or by none.
    case limit(MoveLimit?)
    /// Look for opponents without a clock, or with this one if they wish a clock, too.
    case wish(MoveLimit)
    /// Play later matches to so many won rounds, or without an end.
    case target(SeriesTarget?)
    /// Change the mode of the Player.
    case look(PlayerMode)
    /// Leave the pairing on the way to another hall, or join it again.
    case stepAside(Bool)
    /// Make a code for a friend.
    case invite
    /// Invite a player, or start at once if both look for any opponent.
    case challenge(PlayerID)
    /// Answer an invitation.
    case answer(PlayerID, Answer)
    case join(JoinCode)
    case withdrawChallenge
    case act(Action)
    /// Leave the match in this mode: `auto` is for the next opponent.
    case leaveMatch(PlayerMode)
    case watch(Watching.WatchTarget)

    /// The answer to an invitation.
    package enum Answer: Hashable, Codable, Sendable, CaseIterable {
        case play
        case later
        case no
        /// Later, and no more invitations until that is taken back.
        case doNotDisturb
    }
}
