internal import Game
internal import Lobby
internal import Records
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
        case .menu: cursors.lobby.menu.chosen(in: menuItems).map(promise) ?? ""
        case .people:
            cursors.lobby.people.chosen(in: people.map(\.id)).map(promise)
                ?? LobbyScreenWords.nobodyToChoose
        case .matches:
            liveMatches.isEmpty
                ? LobbyScreenWords.noMatchToChoose : LobbyScreenWords.watchesMatch
        }
    }

    /// What Enter does to an item of the menu.
    private func promise(of item: MenuItem) -> String {
        switch item {
        case .quickMatch where lookingSince != nil:
            MenuWords.promiseToStop(bot: key(.open(.bot)))
        case .goOn:
            offeredSolo.map { _, solo in
                MenuWords.promise(toGoOnAgainst: solo.level, score: solo.score.figures)
            } ?? ""
        case .bot: MenuWords.promise(of: cursors.lobby.level)
        case .quickMatch, .invite, .join, .watch, .twoPlayers, .rename, .account, .friends,
            .quit:
            item.words.promise
        }
    }

    /// What Enter does about somebody in the list.
    private func promise(of id: PlayerID) -> String {
        guard let session = visit?.session, let person = session.lobbyState.person(id) else {
            return ""
        }
        guard id != session.me else { return LobbyScreenWords.thisIsYou }
        if person.absence != nil { return RequestObstacle.away.sentence(about: person.name) }
        switch person.pastime {
        case .playing: return LobbyScreenWords.watchesTheirMatch
        case .open(isPrivate: true):
            return RequestObstacle.invitesByCode.sentence(about: person.name)
        case .busy: return RequestObstacle.busy.sentence(about: person.name)
        case .watching, .waiting, .open: return LobbyScreenWords.asks(person.name)
        }
    }

    var galleryHint: String {
        guard galleryMatches.isEmpty else { return LobbyScreenWords.watchesMatch }
        return cursors.gallery.search.isEmpty
            ? LobbyScreenWords.leadsToLobby : GalleryWords.leavesSearch
    }

    /// What those who watch are told of a match.
    func watchingHint(_ match: Match?, wantsRematch: Bool, next: String) -> String {
        guard let match else { return BoardWords.leadsToList }
        if match.outcome == nil { return BoardWords.thinking(next) }
        return wantsRematch ? BoardWords.wantsRematch : BoardWords.roundIsOver
    }

    /// What to know while the opponent is to move.
    func waitingHint(for opponent: String) -> String {
        guard let visit, case .offline = visit.status,
            visit.statistics.unsentOrUnacknowledged > 0
        else { return BoardWords.thinking(opponent) }
        return BoardWords.unsent
    }
}
