internal import Drawing
internal import Game
package import Lobby
internal import SimperiumWire

extension Person {
    /// The player's status, for the list of players.
    package func doing(in lobbyState: LobbyState) -> String {
        if let absence { return absence.words }
        switch pastime {
        case .playing(let key): return "playing " + opponent(in: key, lobbyState)
        case .watching, .busy: return "watching"
        case .waiting: return "wants to play"
        case .open(isPrivate: true): return "invite only"
        case .open(isPrivate: false): return "free"
        }
    }

    private func opponent(in key: ObjectKey, _ lobbyState: LobbyState) -> String {
        guard let match = lobbyState[key] else { return "" }
        return lobbyState.roster.name(of: match.opponent(of: id))
    }
}
