internal import Drawing
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
            return fitting(failure.sentence, failure.fewWords)
        }
        return switch cursors.lobby.list {
        case .menu: cursors.lobby.menu.chosen(in: menuItems).map(promise) ?? ""
        case .people:
            cursors.lobby.people.chosen(in: people.map(\.id)).map(promise)
                ?? LobbyScreenWords.nobodyToChoose
        case .matches:
            listedMatches.isEmpty
                ? cursors.demo.table == nil
                    ? LobbyScreenWords.noMatchToChoose : LobbyScreenWords.takesOver
                : LobbyScreenWords.watchesMatch
        }
    }

    /// What Enter does to an item of the menu.
    private func promise(of item: MenuItem) -> String {
        switch item {
        case .quickMatch where lookingSince != nil:
            MenuWords.promiseToStop(bot: key(.open(.bot)))
        case .goOn:
            offeredSolo.map { _, solo in
                let score = solo.score.figures
                return fitting(
                    MenuWords.promise(toGoOnAgainst: solo.level, score: score),
                    MenuWords.fewWords(toGoOnAgainst: solo.level, score: score))
            } ?? ""
        case .bot: MenuWords.promise(of: cursors.lobby.level)
        case .quickMatch, .invite, .join, .watch, .twoPlayers, .rename, .account, .friends,
            .games, .quit:
            item.words.promise
        }
    }

    /// What Enter does about somebody in the list.
    private func promise(of id: PlayerID) -> String {
        guard let session = visit?.session, let person = session.lobbyState.person(id) else {
            return ""
        }
        guard id != session.me else { return LobbyScreenWords.thisIsYou }
        guard session.invitations.asking?.opponent != id else {
            return LobbyScreenWords.isAsked(person.name)
        }
        if person.absence != nil { return RequestObstacle.away.sentence(about: person.name) }
        switch person.pastime {
        case .playing: return LobbyScreenWords.watchesTheirMatch
        case .open(isPrivate: true):
            return RequestObstacle.invitesByCode.sentence(about: person.name)
        case .busy: return RequestObstacle.busy.sentence(about: person.name)
        case .watching, .waiting, .open: return LobbyScreenWords.asks(person.name)
        }
    }

    /// The first of these that the line above the keys has room for, or else the last.
    func fitting(_ forms: String...) -> String {
        forms.first { $0.columns <= display.size.columns - 2 } ?? forms.last ?? ""
    }

    var galleryHint: String {
        guard galleryMatches.isEmpty else { return LobbyScreenWords.watchesMatch }
        return cursors.gallery.search.isEmpty
            ? LobbyScreenWords.leadsToLobby : GalleryWords.leavesSearch
    }

    /// What those who watch are told of a match: who is thinking, or how the round ended, and what
    /// came of that where there is room for both.
    func watchingHint(_ record: MatchRecord, in view: BoardView) -> String {
        func name(_ piece: Piece) -> String { view.side(of: piece).name }
        guard let outcome = record.match.outcome else {
            return BoardWords.thinking(name(record.match.next))
        }
        let end = outcome.sentence(name)
        let asker = record.wantsRematch.count == 1 ? record.wantsRematch.first : nil
        let sequel = view.decision(by: record) ?? asker.map { BoardWords.wantsRematch(name($0)) }
        return sequel.flatMap { inOneLine(end, $0) } ?? end
    }

    /// Behind how the round ended, where the board does not show it and there is room for both.
    func hint(_ sequel: String, behindEndOf match: LobbyMatch, _ own: OwnMatch) -> String {
        own.wordOfEnd(of: match).flatMap { inOneLine($0, sequel) } ?? sequel
    }

    private func inOneLine(_ one: String, _ other: String) -> String? {
        let both = "\(one) \(other)"
        return both.columns + 2 <= display.size.columns ? both : nil
    }

    /// What to know while the opponent is to move.
    func waitingHint(for opponent: String) -> String {
        guard let visit, case .offline = visit.status,
            visit.statistics.unsentOrUnacknowledged > 0
        else { return BoardWords.thinking(opponent) }
        return BoardWords.unsent
    }
}
