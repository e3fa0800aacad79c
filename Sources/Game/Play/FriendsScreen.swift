internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// The list of friends and blocked players.
struct FriendsScreen: ListScreen {
    static let keys = ActionTable(
        "In the friends list",
        [
            .chooseItem, .open.named("invite"),
            ScreenAction("w", "watch", "watch this friend's match", on: "w", does: .watchFriend),
            ScreenAction(
                "+", "add", "invite a player to be friends, by name", on: "+", does: .befriend),
            ScreenAction("e", "nickname", "give this friend a nickname", on: "e", does: .alias),
            ScreenAction(
                "-", "remove", "remove this friend, or decline an invitation", on: "-",
                does: .unfriend),
            .gameWithThem, .block, .retry,
        ] + ScreenAction.common)

    var selection = Selection<String>()
    /// The number of rows whose names were looked up.
    private var namedPeople: Int?

    func rows(in game: GameContext) -> [String] { list(in: game).users }

    /// Friends who are here, other friends, and blocked players.
    private func list(in game: GameContext) -> FriendList {
        FriendList(
            game.records ?? PersonRecords(), of: game.program.visit?.account?.user ?? "",
            among: game.program.visit?.lobbyState.people ?? [],
            called: game.friendName)
    }

    /// Looks up the names, also of a friend whom another device adds while the page is open.
    mutating func follow(_ game: inout GameContext) {
        let records = game.records
        let count = records.map { $0.friends.count + $0.blocks.count } ?? 0
        guard namedPeople != count else { return }
        namedPeople = count
        let unknown = list(in: game).rows.filter { row in
            game.account.names[row.user] == nil && row.person == nil
                && records?.lastName(of: row.user) == nil
        }
        for row in unknown.prefix(20) { game.askSignedIn { .findUser(row.user, $0) } }
    }

    mutating func leave() { namedPeople = nil }

    mutating func act(_ intent: Intent, on row: String?, _ game: inout GameContext) {
        switch intent {
        case .befriend:
            game.overlay = Prompt(Words.friendName) { text, game in
                guard let name = PlayerName(cleaning: text) else { return NameFlaw.empty.sentence }
                game.askSignedIn { .findName(name.text, $0) }
                return nil
            }
        case .back: game.place = .lobby
        default: if let row { act(intent, on: row, &game) }
        }
    }

    private func act(_ intent: Intent, on user: String, _ game: inout GameContext) {
        switch intent {
        case .confirm:
            let name = game.friendName(user)
            let isAnswered = game.change {
                $0.answerFriend(user, called: name, accepts: true)
            }
            if !isAnswered { invite(user, &game) }
        case .watchFriend: watch(user, &game)
        case .alias: askAlias(of: user, &game)
        case .unfriend:
            let name = game.friendName(user)
            game.change { program in
                guard !program.answerFriend(user, called: name, accepts: false),
                    !program.withdrawFriend(user, called: name)
                else { return }
                program.unfriend(user, called: name)
            }
        case .block: game.askToBlock(user, called: game.friendName(user))
        case .newGame:
            let (name, limit) = (game.friendName(user), game.dayLimit)
            game.change { $0.beginGame(with: .user(user), called: name, limit) }
        default: break
        }
    }

    private func invite(_ user: String, _ game: inout GameContext) {
        guard let person = game.program.person(of: user) else {
            return game.answer(FriendWords.notHere(game.friendName(user)))
        }
        guard game.records?.isBlocked(user) != true else {
            return game.answer(FriendWords.isBlocked(person.name))
        }
        game.ask(.challenge(person.id))
        if game.program.visit?.invitations.sent != nil { game.place = .lobby }
    }

    private func watch(_ user: String, _ game: inout GameContext) {
        guard let person = game.program.person(of: user), case .playing(let key) = person.pastime
        else {
            return game.answer(FriendWords.playsNot(game.friendName(user)))
        }
        game.watch(.match(key))
    }

    private func askAlias(of user: String, _ game: inout GameContext) {
        guard let friend = game.records?.friends[user] else { return }
        game.overlay = Prompt(Words.alias, text: friend.alias?.shown ?? "") { text, game in
            var friend = game.records?.friends[user] ?? Friend(since: game.today)
            do throws(NameFlaw) {
                friend.alias = try text.isEmpty ? nil : ForeignText(PlayerName(text).text)
                game.change { [friend] in $0.keep(.friend(user, friend)) }
                return nil
            } catch {
                return error.sentence
            }
        }
    }

    func title(in game: GameContext) -> String { Words.section }

    func hint(in game: GameContext) -> String {
        guard let user = selection.chosen(in: rows(in: game)) else {
            return LobbyScreenWords.leadsToLobby
        }
        guard game.records?.isBlocked(user) != true else {
            return FriendWords.isBlocked(game.friendName(user))
        }
        if let (_, invitation) = game.program.friendInvitation(with: user) {
            return invitation.asker.user == user ? Words.answers : Words.withdraws
        }
        guard let person = game.program.person(of: user) else {
            return FriendWords.notHere(game.friendName(user))
        }
        return person.isPlaying
            ? Words.watches(person.name) : LobbyScreenWords.asks(person.name)
    }

    func page(in game: GameContext) -> PageView {
        let list = list(in: game)
        var page = PageView(heading: Words.heading, remark: "\(list.rows.count)")
        page.rows = list.rows.map { row(for: $0, in: game) }
        page.titles = ListRow(
            name: Words.name, remark: Words.doing, figure: StatisticsWords.figures,
            nameColumns: 18)
        page.aside = selection.index(in: list.users).map { aside(about: list.rows[$0], in: game) }
        page.empty = Words.none
        return page
    }

    private func row(for friend: FriendList.Row, in game: GameContext) -> ListRow {
        var row = ListRow(name: friend.name, nameColumns: 18)
        guard !friend.isBlocked else {
            row.remark = FriendWords.blockedRemark
            return row
        }
        if let invitation = friend.invitation {
            let isReceived = invitation.asker.user == friend.user
            row.remark = isReceived ? FriendWords.asksRemark : FriendWords.askedRemark
            row.style = isReceived ? .good : .faint
            return row
        }
        row.figure = game.records?.score(with: friend.user)?.figures ?? ""
        guard let person = friend.person, let visit = game.program.visit else {
            // As far as one of the player's programs has seen the friend.
            row.remark =
                game.records?.friends[friend.user]?.seen.map {
                    FriendWords.away((game.today - $0).age)
                } ?? FriendWords.notHereRemark
            return row
        }
        row.remark = person.doing(in: visit.lobbyState, at: game.now)
        row.style = person.style
        return row
    }

    private func aside(about friend: FriendList.Row, in game: GameContext) -> PageAside {
        var aside = PageAside(heading: friend.name)
        guard !friend.isBlocked else { return aside }
        aside.balance = game.records?.score(with: friend.user)
        if aside.balance == nil { aside.lines = [Words.noRounds] }
        aside.rounds = game.lastRounds(against: .account(friend.user))
        return aside
    }
}

extension Person {
    var style: Style {
        switch pastime {
        case .waiting, .open(isPrivate: false): absence == nil && idleSince == nil ? .good : .faint
        case .playing, .watching, .open(isPrivate: true), .busy: .faint
        }
    }
}

private enum Words {
    static let heading = "FRIENDS"
    static let section = "friends"
    static let name = "name"
    static let doing = "status"
    static let none = "No friends yet. Press + to add one by name."
    static let noRounds = "You haven't played each other yet."
    static let friendName = ("Your friend's name", "Their account name.")
    static let alias = (
        "Your nickname for this friend",
        "Only visible to you. Leave empty to use their own name."
    )

    static let answers = "Enter accepts the invitation to be friends, - declines it."
    static let withdraws = "Not answered yet. Press - to withdraw your invitation."

    static func watches(_ name: String) -> String { "Press w to watch \(name)." }
}
