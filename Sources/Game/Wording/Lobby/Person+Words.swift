internal import Drawing
internal import Game
package import Lobby

extension Person {
    /// What somebody does, for the list of people.
    package func doing(in lobbyState: LobbyState) -> String {
        if let absence { return absence.words }
        switch pastime {
        case .playing(let key): return "plays " + opponent(in: key, lobbyState)
        case .watching, .busy: return "watches"
        case .waiting: return "wants to play"
        case .open(isPrivate: true): return "awaits a friend"
        case .open(isPrivate: false): return "free"
        }
    }

    private func opponent(in key: LobbyKey, _ lobbyState: LobbyState) -> String {
        guard let match = lobbyState[key] else { return "" }
        return lobbyState.roster.name(of: match.opponent(of: id))
    }
}
