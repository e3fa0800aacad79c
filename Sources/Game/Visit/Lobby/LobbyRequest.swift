package import Game
package import Lobby

/// A user's request about the lobby: to enter or leave it, to find an opponent, to act in a match,
/// or to watch one.
package enum LobbyRequest: Hashable, Sendable {
    case enter(PlayerName?, MatchmakingMode, Player.ClientKind?)
    case leave
    case rename(PlayerName)
    /// Hide the name from spectators.
    case hide(Bool)
    /// Block these accounts, and no others.
    case shun(Set<String>)
    /// Play later matches with this clock; nil for none.
    case limit(MoveTimeLimit?)
    /// Look for opponents without a clock; use this clock if the opponent also wants a clock.
    case wish(MoveTimeLimit)
    /// Play later matches until a player has won this many rounds; nil for no limit.
    case target(SeriesTarget?)
    case look(MatchmakingMode)
    /// Make a code for a friend.
    case invite
    /// Invite a player, or start the match at once if both look for any opponent.
    case challenge(PlayerID)
    case answer(PlayerID, InvitationAnswer)
    case join(JoinCode)
    case withdrawChallenge
    case act(MatchAction)
    /// Leave the match, and continue in this mode: `auto` looks for the next opponent.
    case leaveMatch(MatchmakingMode)
    case watch(Watching.WatchChoice)

    /// True if the request ends or changes the search for an opponent.
    var isAboutOpponents: Bool {
        switch self {
        case .leave, .look, .invite, .challenge, .answer, .join: true
        default: false
        }
    }

    package enum InvitationAnswer: Hashable, Codable, Sendable, CaseIterable {
        case play
        case later
        case no
        /// Decline, and refuse all invitations until the user changes that.
        case doNotDisturb
    }
}
