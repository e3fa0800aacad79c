internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import Visit
internal import Wording

/// What keys do in the lobby.
extension Client {
    mutating func performInLobby(_ intent: Intent) {
        switch intent {
        case .move(.up): step(-1)
        case .move(.down): step(1)
        case .page(.up): step(-8)
        case .page: step(8)
        case .move(.left): changeLevel(-1)
        case .move(.right): changeLevel(1)
        case .nextItem: cursors.lobby.nextList(by: 1)
        case .previousItem: cursors.lobby.nextList(by: -1)
        case .confirm: open()
        case .open(let item): open(item)
        case .befriend, .block: markChosen(intent)
        case .nextGame: openNextGame()
        case .copy: copyInvitation()
        case .nextClock: chooseNextClock()
        case .nextTarget: chooseNextTarget()
        case .back: stepBack()
        default: break
        }
    }

    private mutating func step(_ places: Int) {
        switch cursors.lobby.list {
        case .menu: cursors.lobby.menu.step(by: places, in: menuItems)
        case .people: cursors.lobby.people.step(by: places, in: people.map(\.id))
        case .matches: cursors.lobby.matches.step(by: places, in: listedMatches)
        }
    }

    private mutating func changeLevel(_ places: Int) {
        guard cursors.lobby.list == .menu, cursors.lobby.menu.chosen(in: menuItems) == .bot
        else {
            if !isAlone { cursors.lobby.nextList(by: places) }
            return
        }
        cursors.lobby.changeLevel(by: places)
    }

    private mutating func open() {
        switch cursors.lobby.list {
        case .menu:
            if let item = cursors.lobby.menu.chosen(in: menuItems) { open(item) }
        case .people:
            if let person = cursors.lobby.people.chosen(in: people.map(\.id)) { approach(person) }
        case .matches:
            if let match = cursors.lobby.matches.chosen(in: listedMatches) {
                watch(match)
            } else {
                takeOverDemo()
            }
        }
    }

    private mutating func open(_ item: MenuItem) {
        switch item {
        case .quickMatch: ask(.look(lookingSince == nil ? .auto : .open))
        case .invite: ask(.invite)
        case .join: display.overlay = .prompt(Prompt(.code))
        case .watch: display.screen = .gallery
        case .goOn: goOnWithBot()
        case .bot: sit(against: .bot(cursors.lobby.level))
        case .twoPlayers: sit(against: .samePerson)
        case .rename: display.overlay = .prompt(Prompt(.name, text: preferences.name?.text ?? ""))
        case .account: openAccount()
        case .friends: openFriends()
        case .games: openGames()
        case .quit: quit()
        }
    }

    /// Goes on for the bot that is the weaker one of the two that play meanwhile.
    private mutating func takeOverDemo() {
        guard let demo = cursors.demo.table, let moves = demo.trace.moves,
            let table = Table(
                against: Table.strongerOfBots, after: moves, score: demo.match.earlierScore,
                seed: random.next(), at: now)
        else { return }
        self.table = table
        desk.botRounds = BotRounds()
        cursors.lobby.level = Table.strongerOfBots
        display.screen = .table
    }

    private mutating func chooseNextClock() {
        guard !isAlone, visit?.session.lobbyState.hasAsking == true else {
            return noticeboard.answer(ClockWords.noClocks, at: now)
        }
        let limit = MoveLimit.offered.next(after: preferences.habits.terms.limit)
        preferences.habits.terms.limit = limit
        ask(.limit(limit))
        noticeboard.answer(ClockWords.chosen(limit), at: now)
    }

    private mutating func chooseNextTarget() {
        guard !isAlone, visit?.session.lobbyState.hasAsking == true else {
            return noticeboard.answer(TermsWords.noTargets, at: now)
        }
        let target = SeriesTarget.offered.next(after: preferences.habits.terms.target)
        preferences.habits.terms.target = target
        ask(.target(target))
        noticeboard.answer(TermsWords.chosen(target), at: now)
    }

    /// Makes a friend of whoever is chosen in the list, or blocks them.
    private mutating func markChosen(_ intent: Intent) {
        guard cursors.lobby.list == .people,
            let person = cursors.lobby.people.chosen(in: people.map(\.id)),
            let name = visit?.session.lobbyState.roster.name(of: person)
        else { return noticeboard.answer(FriendWords.choose, at: now) }
        intent == .block
            ? toggleBlock(person, called: name) : toggleFriend(person, called: name)
    }

    /// Goes on with a game that was left, or begins one.
    private mutating func sit(against opponent: Table.Opponent) {
        if table?.opponent != opponent {
            table = Table(against: opponent, seed: random.next())
            desk.botRounds = BotRounds()
        }
        display.screen = .table
    }

    /// Does what is most likely wanted of somebody in the list.
    private mutating func approach(_ id: PlayerID) {
        guard let session = visit?.session, let person = session.lobbyState.person(id) else {
            return
        }
        guard id != session.me else { return open(.rename) }
        if case .playing(let key) = person.pastime { return watch(.match(key)) }
        ask(.challenge(id))
    }

    mutating func watch(_ choice: Watching.Choice) {
        ask(.watch(choice))
        if let watching = visit?.session.watching, watching.choice != .nothing {
            display.screen = .watching
        }
    }

    /// Takes back what was asked for last.
    private mutating func stepBack() {
        guard let session = visit?.session, !isAlone else {
            return noticeboard.answer(AnswerWords.inMenu(quit: key(.quit)), at: now)
        }
        if session.challenge?.isChosen == true || session.invitations.asking != nil {
            ask(.withdrawChallenge)
        } else if session.invitations.isUndisturbed {
            ask(.look(.open))
        } else if lookingSince != nil || session.player?.code != nil {
            ask(.look(.open))
        } else if purpose.awaited != nil {
            purpose.stopWaiting()
            pass(.seek(.nothing))
        } else if cursors.lobby.list != .menu {
            cursors.lobby.list = .menu
        } else {
            noticeboard.answer(AnswerWords.inLobby(quit: key(.quit)), at: now)
        }
    }

    mutating func goToList(at point: Point) {
        guard let hit = LobbyScreen(lobbyView, size: display.size).row(at: point) else { return }
        cursors.lobby.list = hit.list
    }

    mutating func clickInLobby(_ point: Point) {
        guard let hit = LobbyScreen(lobbyView, size: display.size).row(at: point) else { return }
        let wasChosen = cursors.lobby.list == hit.list && chosenIndex(in: hit.list) == hit.index
        cursors.lobby.list = hit.list
        switch hit.list {
        case .menu: cursors.lobby.menu.choose(hit.index, in: menuItems)
        case .people: cursors.lobby.people.choose(hit.index, in: people.map(\.id))
        case .matches: cursors.lobby.matches.choose(hit.index, in: listedMatches)
        }
        if wasChosen { open() }
    }

    private func chosenIndex(in list: LobbyChoice.List) -> Int? {
        switch list {
        case .menu: cursors.lobby.menu.index(in: menuItems)
        case .people: cursors.lobby.people.index(in: people.map(\.id))
        case .matches: cursors.lobby.matches.index(in: listedMatches)
        }
    }
}

extension Client {
    /// Whether there is no lobby: the program was started for a game at this terminal.
    package var isAlone: Bool {
        guard visit != nil, case .table = purpose.opening else { return visit == nil }
        return true
    }

    /// What can be done from the lobby; without one, from the menu in its place.
    var menuItems: [MenuItem] {
        let items = isAlone ? [.goOn, .bot, .twoPlayers, .quit] : lobbyItems
        return offeredSolo == nil ? items.filter { $0 != .goOn } : items
    }

    /// Whoever comes by ssh without a key has nothing to sign in with, and a guest no games.
    private var lobbyItems: [MenuItem] {
        guard !isSignedIn else { return MenuItem.allCases }
        let isNobody = preferences.way == .ssh && preferences.fingerprint == nil
        let hidden: [MenuItem] = isNobody ? [.account, .friends, .games] : [.games]
        return MenuItem.allCases.filter { !hidden.contains($0) }
    }

    /// Everybody who is here, whom one can play first; then by name.
    var people: [Person] {
        guard let session = visit?.session else { return [] }
        return session.lobbyState.listedPeople(at: now).sorted { left, right in
            if left.id == session.me || right.id == session.me { return left.id == session.me }
            let ranks = (
                left.rank * 2 + (isFriend(left.id) ? 0 : 1),
                right.rank * 2 + (isFriend(right.id) ? 0 : 1)
            )
            return (ranks.0, left.name, left.id.rawValue)
                < (ranks.1, right.name, right.id.rawValue)
        }
    }

    var liveMatches: [LobbyMatch] { visit?.session.lobbyState.liveMatches ?? [] }
}
