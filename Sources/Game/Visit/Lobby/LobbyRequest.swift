package import Game
package import Lobby

/// A user's request about the lobby: to enter or leave it, to find an opponent, to act in a match,
/// or to watch one.
package enum LobbyRequest: Hashable, Sendable {
    case enter(PlayerName?, MatchmakingMode, Player.ClientKind?)
    case leave
    /// Gives the Player another name, or none.
    case rename(PlayerName?)
    /// Hides the user's name from spectators, or shows it again.
    case hide(Bool)
    /// Prevents pairing with the users of these accounts, and of no other accounts.
    case block(Set<String>)
    /// Plays later matches with this clock; nil for none.
    case limit(MoveTimeLimit?)
    /// Looks for matches without a clock, but uses this clock if the opponent also wants a clock.
    case wish(MoveTimeLimit)
    /// Plays later matches until a player has won this many rounds; nil for no limit.
    case target(SeriesTarget?)
    case look(MatchmakingMode)
    /// Creates a join code that the user can give to a friend. An existing code stays.
    case invite
    /// Invites a player, or accepts the player's invitation. Starts the match at once if both look
    /// for any opponent, or if the server does not support invitations. The invitation has these
    /// terms; nil for the terms that the user has chosen for later matches.
    case challenge(PlayerID, by: MatchTerms? = nil)
    case answer(PlayerID, InvitationAnswer)
    case join(JoinCode)
    case withdrawChallenge
    case act(MatchAction)
    /// Leaves the match, and continues in this mode. With `auto`, the user looks for the next
    /// opponent.
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
        /// Declines, and refuses all invitations until the user changes that.
        case doNotDisturb
    }
}
