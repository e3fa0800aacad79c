internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// What the lobby and the list of matches show.
extension Client {
    var lobbyView: LobbyView {
        guard let visit, !isAlone else { return menuView }
        let lobbyState = visit.session.lobbyState
        let (people, matches) = (people, liveMatches)
        let listed = listedMatches
        var view = LobbyView(standing: standing(at: visit.session, visit.status))
        view.census = lobbyState.isComplete ? visit.census : nil
        view.server = preferences.server
        view.ways = ways
        view.last = lastResults
        view.menu = menuItems.map(menuRow)
        view.people = people.map { row(for: $0, lobbyState) }
        view.matches = matches.map(row) + distantMatches.map(row)
        view.list = cursors.lobby.list
        view.chosen[.menu] = cursors.lobby.menu.index(in: menuItems)
        view.chosen[.people] = cursors.lobby.people.index(in: people.map(\.id))
        view.chosen[.matches] = cursors.lobby.matches.index(in: listed)
        view.preview = view.chosen[.matches].flatMap {
            $0 < matches.count ? boardView(of: matches[$0]) : nil
        }
        if let demo = cursors.demo.table { show(demo, in: &view) }
        if LobbyScreen.isWide(display.size) { view.wall = wall(under: view) }
        return view
    }

    /// Has bots play for somebody who is alone.
    private func show(_ demo: Table, in view: inout LobbyView) {
        view.isDemo = true
        view.matches = [
            LobbyView.Row(
                name: LobbyWords.match(of: demo.name(of: .circle), and: demo.name(of: .cross)),
                remark: LobbyScreenWords.demo)
        ]
        view.chosen[.matches] = 0
        view.preview = boardView(of: demo)
    }

    /// What most people watch comes first.
    private func wall(under view: LobbyView) -> [GalleryScreen.Item] {
        if view.isDemo, let row = view.matches.first {
            return [GalleryScreen.Item(row: row, progress: "", board: view.preview)]
        }
        return galleryMatches.prefix(LobbyScreen.mostBoards).map { item(for: $0, onWall: true) }
    }

    /// How the last rounds went, the newest first: those of the account, or of this visit.
    private var lastResults: [LobbyView.LastRow] {
        guard let records else { return lastResult.told.map { .init(words: $0, age: "") } }
        return records.latestResults(Self.lastRounds).map { key, result in
            LobbyView.LastRow(
                words: LastWords.line(about: result, under: key),
                age: LastWords.ago(today - result.at))
        }
    }

    private static let lastRounds = 3

    /// Where there is no lobby.
    private var menuView: LobbyView {
        var view = LobbyView(standing: .init(.alone))
        view.isAlone = true
        view.menu = menuItems.map(menuRow)
        view.chosen[.menu] = cursors.lobby.menu.index(in: menuItems)
        return view
    }

    private func standing(at session: LobbySession, _ status: SyncStatus) -> LobbyView.Standing {
        switch status {
        case .connecting, .authorizing, .indexing:
            .init(.connecting(bot: botKey))
        case .offline: .init(.offline(retry: key(.retry), bot: botKey), .warning)
        case .unauthorized: .init(.refused(bot: botKey), .danger)
        case .synced: standing(at: session)
        }
    }

    private func standing(at session: LobbySession) -> LobbyView.Standing {
        if let challenge = session.challenge, challenge.isChosen {
            return .init(.asking(challenge.name))
        }
        if let asking = session.invitations.asking {
            return .init(
                .waiting(forAnswerOf: asking.name, withdraw: key(.decline)), .ownTurn,
                clock: asking.until.countdown(from: now))
        }
        if session.invitations.isUndisturbed { return .init(.undisturbed) }
        if let code = visit?.invitation {
            return .init(.inviting(by: code), .ownTurn)
        }
        if let lookingSince {
            let age = (now - lookingSince).age
            guard isAloneInLobby(session) else {
                return .init(.looking(bot: botKey), .ownTurn, clock: age)
            }
            return .init(
                .lookingAlone(bot: botKey, invite: key(.open(.invite))), .ownTurn,
                clock: InvitingWords.alone(age))
        }
        if let awaited = purpose.awaited {
            return .init(.waiting(for: awaited, bot: botKey), .ownTurn)
        }
        let name = session.lobbyState.roster.name(of: session.me)
        return .init(.free(name, find: key(.open(.quickMatch))))
    }

    private var botKey: String { key(.open(.bot)) }

    private func menuRow(_ item: MenuItem) -> LobbyView.Row {
        let words = item.words
        let isStop = item == .quickMatch && lookingSince != nil
        let remark =
            switch item {
            case .quickMatch: quickMatchRemark(isStop: isStop)
            case .watch: MenuWords.remark(liveMatches: liveCount)
            case .goOn:
                offeredSolo.map { _, solo in
                    MenuWords.remark(ofUnfinished: solo.level, score: solo.score.figures)
                } ?? ""
            case .bot: botWords
            case .rename: preferences.name?.text ?? words.remark
            case .account: visit?.account?.name ?? words.remark
            case .friends: records.map { "\($0.friends.count)" } ?? ""
            case .games:
                DayGameWords.waiting(
                    cursors.games.reminder.waiting, of: cursors.games.reminder.running)
            case .invite, .join, .twoPlayers, .quit: words.remark
            }
        return LobbyView.Row(
            mark: item == .quit ? key(.quit) : key(.open(item)),
            name: isStop ? MenuWords.stopLooking : words.name, remark: remark, nameColumns: 20)
    }

    private func quickMatchRemark(isStop: Bool) -> String {
        let terms = TermsWords.short(preferences.habits.terms)
        if !terms.isEmpty { return terms }
        return isStop ? "" : MenuWords.remark(waiting: waitingCount)
    }

    private var waitingCount: Int {
        people.count { $0.pastime == .waiting && $0.absence == nil && $0.id != visit?.session.me }
    }

    private var botWords: String {
        let isChosen =
            cursors.lobby.list == .menu && cursors.lobby.menu.chosen(in: menuItems) == .bot
        let level = cursors.lobby.level
        let hasBegun = table.map { $0.opponent == .bot(level) && $0.match.moveCount > 0 } ?? false
        return MenuWords.remark(of: level, isChosen: isChosen, hasBegun: hasBegun)
    }

    private func row(for person: Person, _ lobbyState: LobbyState) -> LobbyView.Row {
        let isMe = person.id == visit?.session.me
        let asks =
            visit?.session.invitations.received(from: person.id) != nil && !isBlocked(person.id)
        let isAsked = visit?.session.invitations.asking?.opponent == person.id
        let doing =
            asks
            ? InvitationWords.asksYou
            : isAsked ? LobbyScreenWords.asked : person.doing(in: lobbyState)
        return LobbyView.Row(
            name: person.name, remark: isMe ? LobbyWords.you : doing,
            figure: figure(of: person),
            style: isMe ? .faint : person.style,
            nameColumns: 16)
    }

    private func figure(of person: Person) -> String {
        if isBlocked(person.id) { return FriendWords.blockedRemark }
        if isFriend(person.id) { return FriendWords.friend }
        return person.way == .ssh ? LobbyScreenWords.ssh : ""
    }

    /// Who plays, circle first.
    func names(of shown: LobbyMatch) -> String {
        guard let roster = visit?.session.lobbyState.roster else { return "" }
        return LobbyWords.match(
            of: roster.name(of: shown.circle), and: roster.name(of: shown.cross))
    }

    /// What others play, as far as a large window has room for it beside a board.
    func matches(besides key: LobbyKey) -> [BoardView.OtherMatch] {
        guard display.size.rows >= Self.largeWindow else { return [] }
        return liveMatches.lazy.filter { $0.key != key }.compactMap(otherMatch)
            .prefix(Self.others).map(\.self)
    }

    private func otherMatch(_ shown: LobbyMatch) -> BoardView.OtherMatch? {
        guard let match = shown.match else { return nil }
        var art = BoardArt(match.board)
        art.showsNumbers = false
        art.winners = match.outcome?.winningSquares ?? []
        return .init(names: names(of: shown), score: match.score.figures, art: art)
    }

    static let largeWindow = 34
    private static let others = 12

    /// How far a match is, in a word or two.
    func progress(of shown: LobbyMatch) -> String {
        guard let match = shown.match else { return "" }
        guard shown.flaw == nil else { return Doubtful.word }
        return match.outcome == nil ? BoardWords.move(match.moveCount + 1) : LobbyScreenWords.over
    }

    func row(for shown: LobbyMatch) -> LobbyView.Row {
        guard let lobbyState = visit?.session.lobbyState, let match = shown.match else {
            return LobbyView.Row(name: names(of: shown), remark: "?")
        }
        let score = match.score.figures
        let watchers = lobbyState.watchers.count(watching: shown.key)
        return LobbyView.Row(
            name: names(of: shown),
            remark: score.padded(toColumns: 4) + " " + progress(of: shown).padded(toColumns: 6),
            fewWords: score.padded(toColumns: 4),
            extra: "  " + (watchers == 0 ? "" : Count.watchers(watchers)).padded(toColumns: 9),
            figure: shown.movedAt.map { (now - $0).age } ?? " ")
    }

    func row(for match: DistantMatch) -> LobbyView.Row {
        LobbyView.Row(
            name: LobbyWords.match(of: match.names[0], and: match.names[1]),
            remark: match.score.figures.padded(toColumns: 4) + " "
                + BoardWords.move(match.moves + 1).padded(toColumns: 6),
            fewWords: match.score.figures.padded(toColumns: 4),
            figure: LobbyScreenWords.hall("\(match.hall)"))
    }
}

extension String {
    /// The text with blanks behind it, up to that width.
    fileprivate func padded(toColumns columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - self.columns))
    }
}
