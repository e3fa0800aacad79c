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
        switch display.screen {
        case .account: accountView
        case .friends: friendsView
        case .statistics: statisticsView
        case .lobby, .match, .gallery, .watching, .table: nil
        }
    }

    private var accountView: PageView {
        var view = PageView(heading: AccountPageWords.heading, remark: preferences.server)
        view.lines = accountLines
        view.rows = accountItems.map { item in
            LobbyView.Row(name: item.words.name, remark: remark(of: item), nameColumns: 20)
        }
        view.chosen = desk.items.index(in: accountItems)
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
        ]
    }

    private func remark(of item: AccountItem) -> String {
        switch item {
        case .statistics: records.map { "\($0.resultCount)" } ?? ""
        case .friends: records.map { "\($0.friends.count)" } ?? ""
        default: ""
        }
    }

    private var friendsView: PageView {
        let users = friendUsers
        var view = PageView(heading: FriendWords.heading, remark: "\(users.count)")
        view.rows = users.map(friendRow)
        view.chosen = desk.friends.index(in: users)
        view.empty = FriendWords.none
        return view
    }

    private func friendRow(_ user: String) -> LobbyView.Row {
        let figures = records?.score(with: user)?.figures ?? ""
        guard records?.isBlocked(user) != true else {
            return LobbyView.Row(
                name: friendName(user), remark: FriendWords.blockedRemark, nameColumns: 18)
        }
        guard let person = person(of: user), let visit else {
            return LobbyView.Row(
                name: friendName(user), remark: FriendWords.notHereRemark, figure: figures,
                nameColumns: 18)
        }
        return LobbyView.Row(
            name: friendName(user), remark: person.doing(in: visit.session.lobbyState),
            figure: figures, style: person.style, nameColumns: 18)
    }

    private var statisticsView: PageView {
        var view = PageView(heading: StatisticsWords.heading, empty: StatisticsWords.none)
        guard let statistics = records?.statistics, statistics.total.played > 0 else { return view }
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
        let rivalries = statistics.people + statistics.bots
        view.rows = rivalries.map(row)
        view.chosen = desk.rivalries.index(in: rivalries.map(\.rival))
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
        case .account: desk.items.chosen(in: accountItems)?.words.promise ?? ""
        case .friends: friendsHint
        default: LobbyScreenWords.leadsToLobby
        }
    }

    private var friendsHint: String {
        guard let user = desk.friends.chosen(in: friendUsers) else {
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
        let statistics = records?.statistics
        let rivals = ((statistics?.people ?? []) + (statistics?.bots ?? [])).map(\.rival)
        switch intent {
        case .move(.up), .previousItem: desk.rivalries.step(by: -1, in: rivals)
        case .move(.down), .nextItem: desk.rivalries.step(by: 1, in: rivals)
        case .page(.up): desk.rivalries.step(by: -8, in: rivals)
        case .page: desk.rivalries.step(by: 8, in: rivals)
        case .back: display.screen = .account
        default: break
        }
    }

    mutating func clickOnPage(_ point: Point) {
        guard let view = pageView, let index = PageScreen(view, size: display.size).row(at: point)
        else { return }
        let wasChosen = view.chosen == index
        switch display.screen {
        case .account: desk.items.choose(index, in: accountItems)
        case .friends: desk.friends.choose(index, in: friendUsers)
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
        case .changePassword: .changePassword
        case .signOut: .signOut
        case .delete: .delete
        }
    }
}
