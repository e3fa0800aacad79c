internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

struct FriendsScreen: ListScreen {
    static let actionTable = ActionTable(
        "In the friends list",
        [
            .chooseItem, .open.withLastLineWord("card"),
            ScreenAction(
                "+", "add", "invite a player to be friends, by name", on: "+", does: .befriend),
            .retry,
        ] + ScreenAction.common)

    static let section = FriendsScreenWords.section

    var selection = Selection<String>()
    /// The number of friends and blocked players at the last lookup of names; nil until names are
    /// looked up for the open page.
    private var namedPeople: Int?

    func rows(in game: GameContext) -> [String] { game.friendList.users }

    /// Requests at most 20 unknown names when the page opens, and when the number of friends and
    /// blocked players changes.
    mutating func updateAfterEvent(_ game: inout GameContext) {
        let records = game.records
        let count = records.map { $0.friends.count + $0.blocks.count } ?? 0
        guard namedPeople != count else { return }
        namedPeople = count
        let unknown = game.friendList.rows.filter { row in
            game.account.names[row.user] == nil && row.person == nil
                && records?.lastKnownName(of: row.user) == nil
        }
        for row in unknown.prefix(20) { game.askSignedIn { .findUser(row.user, $0) } }
    }

    mutating func discardStateWhenHidden() { namedPeople = nil }

    mutating func perform(_ intent: Intent, on row: String?, _ game: inout GameContext) {
        switch intent {
        case .befriend:
            game.overlay = TextPrompt(FriendsScreenWords.friendName) { text, game in
                guard let name = PlayerName(cleaning: text) else { return NameFlaw.empty.sentence }
                game.askSignedIn { .findName(name.text, $0) }
                return nil
            }
        case .confirm:
            guard let user = row else { return }
            game.overlay = PlayerCard(of: .owner(user), called: game.friendName(user))
        default: break
        }
    }

    func hint(in game: GameContext) -> String {
        guard let user = selection.chosen(in: rows(in: game)) else {
            return SharedListWords.leadsToLobby
        }
        guard game.records?.isBlocked(user) != true else {
            return FriendWords.howToUnblock(game.friendName(user))
        }
        if let (_, invitation) = game.program.openFriendInvitation(with: user) {
            return invitation.asker.user == user
                ? FriendsScreenWords.answers : FriendsScreenWords.notAnswered
        }
        return SharedListWords.opensCard(game.friendName(user))
    }

    func page(in game: GameContext) -> ListScreenContent {
        let list = game.friendList
        var page = ListScreenContent(remark: game.friendsRemark)
        page.rows = list.rows.map { row(for: $0, in: game) }
        page.columnTitles = ListRow(
            name: FriendsScreenWords.name, remark: FriendsScreenWords.doing,
            figure: StatisticsWords.figuresTitle, nameColumns: 18)
        page.aside = selection.index(in: list.users).map { aside(about: list.rows[$0], in: game) }
        page.emptyText = FriendsScreenWords.none
        return page
    }

    private func row(for friend: FriendList.FriendRow, in game: GameContext) -> ListRow {
        var row = ListRow(name: friend.name, nameColumns: 18)
        guard !friend.isBlocked else {
            row.remark = FriendWords.blockedRemark
            return row
        }
        if let invitation = friend.invitation {
            let isReceived = invitation.asker.user == friend.user
            row.remark =
                isReceived ? FriendWords.requestReceivedRemark : FriendWords.requestSentRemark
            row.style = isReceived ? .good : .faint
            return row
        }
        row.figure = game.records?.score(with: friend.user)?.figures ?? ""
        guard let person = friend.person, let visit = game.program.visit else {
            // The time when a program of the player last saw the friend.
            row.remark =
                game.records?.friends[friend.user]?.seen.map {
                    FriendWords.lastSeen((game.today - $0).age)
                } ?? FriendWords.notHereRemark
            return row
        }
        row.remark = person.statusWords(in: visit.lobbyState, at: game.now)
        row.style = person.style
        return row
    }

    private func aside(about friend: FriendList.FriendRow, in game: GameContext) -> PageAside {
        var aside = PageAside(heading: friend.name)
        guard !friend.isBlocked else { return aside }
        aside.balance = game.records?.score(with: friend.user)
        if aside.balance == nil { aside.lines = [InvitationWords.noCountedRounds] }
        aside.rounds = game.lastRoundsForAside(against: .account(friend.user))
        return aside
    }
}

extension Person {
    var style: Style {
        switch activity {
        case .waiting, .open(isPrivate: false): absence == nil && idleSince == nil ? .good : .faint
        case .playing, .watching, .open(isPrivate: true), .busy: .faint
        }
    }
}

private enum FriendsScreenWords {
    static let section = "friends"
    static let name = "name"
    static let doing = "status"
    static let none = "No friends yet. Press + to add one by name."
    static let friendName = ("Your friend's name", "Their account name.")
    static let answers = "They invite you to be friends. Enter: accept or decline."
    static let notAnswered = "Not answered yet. Enter: withdraw."
}
