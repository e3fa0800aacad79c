package import Game
package import Lobby

/// What the program opens with.
package enum Opening: Hashable, Codable, Sendable {
    /// The lobby, looking for an opponent at once.
    case lobby
    case join(InvitationCode)
    case challenge(PlayerName)
    /// The match of the person whose name this is, or the list of matches.
    case watch(String?)
    case table(Table.Opponent)
    /// A round that was played, to be seen again.
    indirect case replay(PlayedRound)

    /// The visit that a program begins with, of a fresh one and of one of a match that waits; and
    /// which waits until the person has said whether to go back to it. With nothing else to do the
    /// program goes on at once with the match.
    package func choose(
        _ fresh: LobbyVisit.Beginning?, or kept: LobbyVisit.Beginning?
    ) -> (begun: LobbyVisit.Beginning?, waiting: LobbyVisit.Beginning?) {
        self == .lobby ? (kept ?? fresh, nil) : (fresh, kept)
    }

    /// As what the person comes into the lobby: whoever looks for a certain match or person is not
    /// paired with another.
    package var mode: PlayerMode {
        switch self {
        case .lobby: .auto
        case .join, .challenge: .open
        case .watch, .table, .replay: .busy
        }
    }
}
