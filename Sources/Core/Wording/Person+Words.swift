internal import Drawing
internal import Game
internal import Lobby

extension Person {
    /// What somebody does, for the list of people.
    func doing(in lobbyState: LobbyState) -> String {
        if awayUntil != nil { return "lost the line" }
        switch pastime {
        case .playing(let key): return "plays " + opponent(in: key, lobbyState)
        case .watching: return "watches"
        case .waiting: return "wants to play"
        case .open(isPrivate: true): return "awaits a friend"
        case .open(isPrivate: false): return "free"
        case .busy: return "busy"
        }
    }

    private func opponent(in key: LobbyKey, _ lobbyState: LobbyState) -> String {
        guard let match = lobbyState[key] else { return "" }
        return lobbyState.roster.name(of: match.opponent(of: id))
    }

    var style: Style {
        switch pastime {
        case .waiting, .open(isPrivate: false): awayUntil == nil ? .good : .faint
        case .playing, .watching, .open(isPrivate: true), .busy: .faint
        }
    }

    /// Those come first with whom one can play.
    var rank: Int {
        switch pastime {
        case .waiting: 0
        case .open(isPrivate: false): 1
        case .playing: 2
        case .watching: 3
        case .open(isPrivate: true): 4
        case .busy: 5
        }
    }
}
