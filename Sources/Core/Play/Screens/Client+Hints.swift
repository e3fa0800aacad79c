internal import Game
internal import Lobby
internal import SimperiumSync
internal import Visit
internal import Wording

/// What the line above the keys says while nothing happens: what to do next.
extension Client {
    var lobbyHint: String {
        if let failure = uplink.toldFailure, case .offline? = visit?.status {
            return failure.sentence
        }
        return switch cursors.lobby.list {
        case .menu: cursors.lobby.menu.chosen(in: MenuItem.allCases).map(promise) ?? ""
        case .people:
            cursors.lobby.people.chosen(in: people.map(\.id)).map(promise)
                ?? "Nobody is to be seen: Esc leads back to the menu."
        case .matches:
            liveMatches.isEmpty
                ? "Nobody plays yet: Esc leads back to the menu." : "Enter watches this match."
        }
    }

    /// What Enter does to an item of the menu.
    private func promise(of item: MenuItem) -> String {
        switch item {
        case .quickMatch:
            lookingSince == nil
                ? "Enter finds you an opponent."
                : "Enter stops looking; \(key(.open(.bot))) plays a bot."
        case .invite: "Enter makes a code that a friend joins you with."
        case .join: "Enter asks for the code that a friend told you."
        case .watch: "Enter shows the matches that are played."
        case .bot: "Enter plays the \(cursors.lobby.level.rawValue) bot; ←→ choose how strong."
        case .twoPlayers: "Enter begins a game for two people at this keyboard."
        case .rename: "Enter changes what the others call you."
        case .quit: "Enter leaves the game."
        }
    }

    /// What Enter does about somebody in the list.
    private func promise(of id: PlayerID) -> String {
        guard let session = visit?.session, let person = session.lobbyState.person(id) else {
            return ""
        }
        guard id != session.me else { return "This is you: Enter changes your name." }
        if person.awayUntil != nil { return RequestObstacle.away.sentence(about: person.name) }
        switch person.pastime {
        case .playing: return "Enter watches their match."
        case .open(isPrivate: true):
            return RequestObstacle.invitesByCode.sentence(about: person.name)
        case .busy: return RequestObstacle.busy.sentence(about: person.name)
        case .watching, .waiting, .open: return "Enter asks \(person.name) for a match."
        }
    }

    var galleryHint: String {
        liveMatches.isEmpty
            ? "Esc leads back to the lobby." : "Enter watches this match."
    }

    /// What those who watch are told of a match.
    func watchingHint(_ match: Match?, wantsRematch: Bool, next: String) -> String {
        guard let match else { return "Esc leads back to the list." }
        if match.outcome == nil { return "\(next) is thinking; Esc leads back." }
        return wantsRematch
            ? "One of them wants a rematch; Esc leads back." : "The round is over; Esc leads back."
    }

    /// What to know while the opponent is to move.
    func waitingHint(for opponent: String) -> String {
        guard let visit, case .offline = visit.status,
            visit.statistics.unsentOrUnacknowledged > 0
        else { return "\(opponent) is thinking." }
        return "Placed; it goes out as soon as the server is back."
    }
}
