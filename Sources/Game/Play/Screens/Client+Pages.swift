internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import Visit
internal import Wording

/// What the pages of the account, of friends and of the statistics show.
extension Client {
    /// The page of the present place, if it is one.
    var pageView: PageView? {
        guard var view = pageOfScreen else { return nil }
        if let notice = noticeboard.shown, isNoticeOnPage {
            view.lines.insert(.init(text: notice.text, style: notice.style), at: 0)
        }
        return view
    }

    /// Whether what was told last takes more than the one line below the page.
    var isNoticeOnPage: Bool {
        guard Layout(display.size) == .compact, pageOfScreen != nil else { return false }
        return noticeboard.shown.map { $0.text.columns > display.size.columns - 2 } ?? false
    }

    private var pageOfScreen: PageView? {
        switch display.screen {
        case .account: accountView
        case .friends: friendsView
        case .statistics: statisticsView
        case .devices: devicesView
        case .settings: settingsView
        case .games: gamesView
        case .lobby, .match, .gallery, .watching, .table, .replay, .game: nil
        }
    }

    private var accountView: PageView {
        var view = PageView(heading: AccountPageWords.heading, remark: preferences.server)
        view.lines = accountLines
        view.rows = accountItems.map { item in
            LobbyView.Row(name: item.words.name, remark: remark(of: item), nameColumns: 20)
        }
        view.aside = accountAside
        view.chosen = desk.pages.items.index(in: accountItems)
        return view
    }

    private var accountLines: [PageView.Line] {
        if let code = desk.shownCode, code.until > now {
            let left = code.until.countdown(from: now)
            return [.init(text: AccountPageWords.code(code.text, left: left), style: .ownTurn)]
        }
        if desk.offer?.ticket != nil {
            return [.init(text: AccountPageWords.offering, style: .ownTurn)]
        }
        guard let account = visit?.account else {
            guard preferences.mayCarrySecrets else {
                return [
                    .init(text: AccountPageWords.isGuest, style: .strong),
                    .init(text: AccountRefusal.notEncrypted.sentence, style: .warning),
                ]
            }
            return [
                .init(text: AccountPageWords.isGuest, style: .strong),
                .init(text: AccountPageWords.promise, style: .faint),
                .init(text: AccountPageWords.promiseToo, style: .faint),
            ]
        }
        return [
            .init(
                text: AccountPageWords.isSignedIn(account.name, at: preferences.server),
                style: .strong)
        ] + [newDeviceLine].compactMap(\.self)
    }

    private func remark(of item: AccountItem) -> String {
        switch item {
        case .statistics: records.map { "\($0.resultCount)" } ?? ""
        case .friends: records.map { "\($0.friends.count)" } ?? ""
        case .devices: desk.pages.linked.map { "\($0.count)" } ?? ""
        default: ""
        }
    }

    private var friendsView: PageView {
        let list = friendList
        var view = PageView(heading: FriendWords.heading, remark: "\(list.rows.count)")
        view.rows = list.rows.map(friendRow)
        view.titles = .init(
            name: FriendWords.name, remark: FriendWords.doing, figure: StatisticsWords.figures,
            nameColumns: 18)
        view.aside = friendAside
        view.chosen = desk.pages.friends.index(in: list.users)
        view.empty = FriendWords.none
        return view
    }

    private func friendRow(_ friend: FriendList.Row) -> LobbyView.Row {
        var row = LobbyView.Row(name: friend.name, nameColumns: 18)
        row.figure = records?.score(with: friend.user)?.figures ?? ""
        guard !friend.isBlocked else {
            (row.remark, row.figure) = (FriendWords.blockedRemark, "")
            return row
        }
        guard let person = friend.person, let visit else {
            row.remark = absenceRemark(of: friend.user)
            return row
        }
        row.remark = person.doing(in: visit.session.lobbyState)
        row.style = person.style
        return row
    }

    /// Since when somebody is away, as far as one of the person's programs has seen.
    private func absenceRemark(of user: String) -> String {
        guard let seen = records?.friends[user]?.seen else { return FriendWords.notHereRemark }
        return FriendWords.away((today - seen).age)
    }

    private var statisticsView: PageView {
        var view = PageView(heading: StatisticsWords.heading, empty: StatisticsWords.none)
        guard let statistics = desk.pages.statistics.statistics, statistics.total.played > 0
        else { return view }
        let total = statistics.total
        view.lines = [
            .init(
                text: StatisticsWords.total(
                    played: total.played, (total.won, total.lost, total.drawn)),
                style: .strong),
            .init(
                text: StatisticsWords.streak(statistics.streak, longest: statistics.longestStreak),
                style: .faint),
        ]
        let rivalries = desk.pages.statistics.rivalries
        view.rows = rivalries.map(row)
        view.titles = .init(
            name: StatisticsWords.rival, remark: StatisticsWords.figures,
            figure: StatisticsWords.rounds, nameColumns: 24)
        view.aside = rivalAside
        view.chosen = desk.pages.rivalries.index(in: rivalries.map(\.rival))
        return view
    }

    private func row(for rivalry: Rivalry) -> LobbyView.Row {
        LobbyView.Row(
            name: rivalry.name(known: friendName), remark: rivalry.balance.figures,
            figure: "\(rivalry.balance.played)", style: .plain, nameColumns: 24)
    }

    /// What Enter does on a page.
    var pageHint: String {
        switch display.screen {
        case .account: desk.pages.items.chosen(in: accountItems)?.words.promise ?? ""
        case .friends: friendsHint
        case .devices:
            desk.pages.linked?.isEmpty == false
                ? fitting(DeviceWords.removes, DeviceWords.fewWords) : ""
        case .settings: desk.pages.settings.chosen(in: settingItems)?.words.promise ?? ""
        case .games: gamesHint
        default: StatisticsWords.leadsToAccount
        }
    }

    private var friendsHint: String {
        guard let user = desk.pages.friends.chosen(in: friendList.users) else {
            return LobbyScreenWords.leadsToLobby
        }
        guard records?.isBlocked(user) != true else {
            return FriendWords.isBlocked(friendName(user))
        }
        guard let person = person(of: user) else { return FriendWords.notHere(friendName(user)) }
        return person.isPlaying
            ? FriendWords.watches(person.name) : FriendWords.asks(person.name)
    }
}

/// What keys and the mouse do in the statistics, and the mouse on any page.
extension Client {
    mutating func performInStatistics(_ intent: Intent) {
        let rivals = desk.pages.statistics.rivalries.map(\.rival)
        if desk.pages.rivalries.move(by: intent, in: rivals) { return }
        if intent == .back { display.screen = .account }
    }

    mutating func clickOnPage(_ point: Point) {
        guard let view = pageView, let index = PageScreen(view, size: display.size).row(at: point)
        else { return }
        let wasChosen = view.chosen == index
        switch display.screen {
        case .account: desk.pages.items.choose(index, in: accountItems)
        case .friends: desk.pages.friends.choose(index, in: friendList.users)
        case .devices:
            desk.pages.devices.choose(index, in: desk.pages.linked?.map(\.id) ?? [])
        case .settings: desk.pages.settings.choose(index, in: settingItems)
        case .games: cursors.games.list.choose(index, in: dayGames.keys)
        default: return
        }
        if wasChosen { perform(.confirm) }
    }
}

extension AccountItem {
    var words: AccountItemWords {
        switch self {
        case .signIn: .signIn
        case .signUp: .signUp
        case .enterCode: .enterCode
        case .statistics: .statistics
        case .friends: .friends
        case .showCode: .showCode
        case .devices: .devices
        case .settings: .settings
        case .changePassword: .changePassword
        case .signOut: .signOut
        case .delete: .delete
        }
    }
}
