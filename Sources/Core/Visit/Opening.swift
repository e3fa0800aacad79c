package import Game
package import Lobby

/// What the program opens with.
package enum Opening: Hashable, Codable, Sendable {
    /// The lobby, looking for an opponent at once.
    case lobby
    case join(JoinCode)
    case challenge(PlayerName)
    /// The match of the person whose name this is, or the list of matches.
    case watch(String?)
    case table(Table.Opponent)

    /// Whether the program, having nothing else to do, goes on at once with a match that waits.
    package var goesBackUnasked: Bool { self == .lobby }

    /// As what the person comes into the lobby: whoever looks for a certain match or person is not
    /// paired with another.
    package var mode: PlayerMode {
        switch self {
        case .lobby: .auto
        case .join, .challenge: .open
        case .watch, .table: .busy
        }
    }
}
