internal import Drawing
internal import Game
internal import Lobby
package import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// Games over days: the list of them.
extension Client {
    /// What the account keeps of them.
    package var keptGames: [String: DayGame] { records?.games ?? [:] }

    var dayGames: DayGameList {
        DayGameList(keptGames, of: visit?.account?.user ?? "", at: today)
    }

    /// When somebody's time is up who plays the person.
    var gameDue: Instant? {
        cursors.games.reminder.nextDue.map { .start + ($0 - preferences.startedAt) }
    }

    mutating func openGames() {
        guard isSignedIn else { return refuseWithoutAccount() }
        display.screen = .games
    }

    mutating func performInGames(_ intent: Intent) {
        let games = dayGames
        if cursors.games.list.move(by: intent, in: games.keys) { return }
        switch intent {
        case .confirm: if let key = cursors.games.list.chosen(in: games.keys) { open(game: key) }
        case .nextGame: openNextGame()
        case .newGame: display.overlay = .prompt(Prompt(.partnerName))
        case .nextClock: chooseDays()
        case .putAway: putAway(cursors.games.list.chosen(in: games.keys).flatMap { games[$0] })
        case .back: display.screen = .lobby
        default: break
        }
    }

    private mutating func chooseDays() {
        cursors.games.limit = DayLimit.allCases.next(after: cursors.games.limit) ?? .day
        noticeboard.answer(DayGameWords.chosen(cursors.games.limit), at: now)
    }

    private mutating func putAway(_ row: DayGameList.Row?) {
        guard let row else { return }
        guard row.game.isOver else {
            display.overlay = .question(Question(.giveUp(game: row.key)))
            return
        }
        remove(game: row.key)
    }

    mutating func remove(game key: String) {
        keep(.leave(game: key))
        if display.screen == .game { display.screen = .games }
        noticeboard.answer(DayGameWords.putAway, at: now)
    }

    /// Goes to the next game that waits for the person, wherever they are.
    mutating func openNextGame() {
        guard isSignedIn else { return refuseWithoutAccount() }
        let present = display.screen == .game ? cursors.games.open : nil
        guard let next = dayGames.nextWaiting(after: present) else {
            return noticeboard.answer(DayGameWords.noneWaits, at: now)
        }
        open(game: next.key)
    }

    private mutating func open(game key: String) {
        let keys = dayGames.keys
        cursors.games.open = key
        cursors.games.cursor = nil
        if let place = keys.firstIndex(of: key) { cursors.games.list.choose(place, in: keys) }
        display.screen = .game
    }

    /// Begins a game with somebody who is known by their account.
    mutating func beginGame(with partner: GamePartner, called name: String) {
        guard isSignedIn else { return refuseWithoutAccount() }
        noticeboard.answer(DayGameWords.asked(name), at: now)
        let limit = cursors.games.limit
        askSignedIn { .beginGame(with: partner, limit, $0) }
    }

    /// The same with somebody of the lobby, or of the match that is over.
    mutating func beginGame(with id: PlayerID, called name: String) {
        guard isSignedIn else { return refuseWithoutAccount() }
        guard let user = user(of: id) else {
            return noticeboard.answer(FriendWords.isGuest(name), at: now)
        }
        guard user != visit?.account?.user else {
            return noticeboard.answer(RequestObstacle.yourself.sentence(about: ""), at: now)
        }
        beginGame(with: .user(user), called: name)
    }

    /// Tells that games have come to wait, also when the program starts.
    mutating func followGames() {
        let user = visit?.account?.user
        guard cursors.games.reminder.follow(records, of: user, at: today) else { return }
        let isAtBoard = display.screen == .match || display.screen == .table
        if preferences.hasBell, !isAtBoard { effects.append(.ring) }
        guard display.screen != .games, display.screen != .game else { return }
        let sentence = DayGameWords.wait(cursors.games.reminder.waiting, key: key(.nextGame))
        noticeboard.post(sentence, .good, at: now, isSilent: isAtBoard)
    }

    var gamesView: PageView {
        let games = dayGames
        var view = PageView(heading: DayGameWords.heading)
        view.remark = DayGameWords.new(cursors.games.limit)
        view.rows = games.rows.map(gameRow)
        view.titles = .init(
            name: DayGameWords.opponent, remark: DayGameWords.state, nameColumns: 18)
        view.aside = gameAside
        view.chosen = cursors.games.list.index(in: games.keys)
        view.empty = DayGameWords.none
        return view
    }

    private func gameRow(_ row: DayGameList.Row) -> LobbyView.Row {
        var shown = LobbyView.Row(name: name(of: row), nameColumns: 18)
        shown.remark = DayGameWords.standing(of: row)
        shown.figure = DayGameWords.time(of: row, at: today)
        shown.style = row.waits ? .good : row.state == .over ? .faint : .plain
        return shown
    }

    /// What the person calls whom they play.
    func name(of row: DayGameList.Row) -> String {
        let alias = records?.friends[row.opponent.user]?.alias
        return PlayerName(cleaning: alias ?? row.opponent.name)?.text ?? FriendWords.nameless
    }

    var gamesHint: String {
        let games = dayGames
        guard let row = cursors.games.list.chosen(in: games.keys).flatMap({ games[$0] }) else {
            return LobbyScreenWords.leadsToLobby
        }
        let name = name(of: row)
        return fitting(
            DayGameWords.promise(of: row, called: name),
            DayGameWords.fewWords(of: row, called: name))
    }
}
