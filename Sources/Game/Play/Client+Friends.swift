internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// Friends, those who are blocked, and the score that two have with each other.
extension Client {
    /// The account of somebody who is here; nil for a guest.
    func user(of id: PlayerID) -> String? { visit?.session.lobbyState.roster[id]?.user }

    func isFriend(_ id: PlayerID) -> Bool {
        user(of: id).map { records?.isFriend($0) == true } ?? false
    }

    func isBlocked(_ id: PlayerID) -> Bool {
        user(of: id).map { records?.isBlocked($0) == true } ?? false
    }

    /// How the person and somebody got on in all their matches; nil if they have not met.
    func commonScore(with id: PlayerID, called name: String) -> String? {
        user(of: id).flatMap { records?.score(with: $0) }.map { $0.line(against: name) }
    }

    /// Friends, those who are here first; then those who are blocked.
    var friendList: FriendList {
        FriendList(
            records ?? PersonRecords(), among: visit?.session.lobbyState.people ?? [],
            called: friendName)
    }

    /// Somebody by their account, as they are here; of several devices the one to talk to.
    func person(of user: String) -> Person? {
        visit?.session.lobbyState.people.filter { $0.user == user }.min { $0.rank < $1.rank }
    }

    /// What the person calls somebody, or what they call themselves as far as anybody knows.
    func friendName(_ user: String) -> String { friendName(user, person(of: user)) }

    private func friendName(_ user: String, _ person: Person?) -> String {
        if let alias = records?.friends[user]?.alias, let name = PlayerName(cleaning: alias) {
            return name.text
        }
        let name = person?.name ?? desk.names[user].flatMap(\.self)
        return (name ?? records?.lastName(of: user)).flatMap { PlayerName(cleaning: $0)?.text }
            ?? FriendWords.nameless
    }

    mutating func openFriends() {
        guard isSignedIn else { return refuseWithoutAccount() }
        display.screen = .friends
        lookUpNames()
    }

    /// Also asks about a friend whom another device adds while the page is open.
    mutating func followFriendPage() {
        guard display.screen == .friends, desk.pages.namedPeople != listedPeople else { return }
        lookUpNames()
    }

    private var listedPeople: Int { records.map { $0.friends.count + $0.blocks.count } ?? 0 }

    /// Asks the server what those are called of whom nobody knows it.
    private mutating func lookUpNames() {
        desk.pages.namedPeople = listedPeople
        let unknown = friendList.rows.filter { row in
            desk.names[row.user] == nil && row.person == nil
                && records?.lastName(of: row.user) == nil
        }
        for row in unknown.prefix(20) { askSignedIn { .findUser(row.user, $0) } }
    }

    mutating func performInFriends(_ intent: Intent) {
        let users = friendList.users
        if desk.pages.friends.move(by: intent, in: users) { return }
        switch intent {
        case .befriend: display.overlay = .prompt(Prompt(.friendName))
        case .back: display.screen = .lobby
        default: if let user = desk.pages.friends.chosen(in: users) { act(intent, on: user) }
        }
    }

    private mutating func act(_ intent: Intent, on user: String) {
        switch intent {
        case .confirm: approach(friend: user)
        case .watchFriend: watch(friend: user)
        case .alias:
            guard records?.isFriend(user) == true else { return }
            let alias = records?.friends[user]?.alias ?? ""
            display.overlay = .prompt(Prompt(.alias(user: user), text: alias))
        case .unfriend:
            keep(records?.isBlocked(user) == true ? .unblock(user) : .unfriend(user))
            noticeboard.answer(FriendWords.removed(friendName(user)), at: now)
        case .block: toggleBlock(user, called: friendName(user))
        case .newGame: beginGame(with: .user(user), called: friendName(user))
        default: break
        }
    }

    private mutating func approach(friend user: String) {
        guard let person = person(of: user) else {
            return noticeboard.answer(FriendWords.notHere(friendName(user)), at: now)
        }
        guard records?.isBlocked(user) != true else {
            return noticeboard.answer(FriendWords.isBlocked(person.name), at: now)
        }
        ask(.challenge(person.id))
        if visit?.session.invitations.asking != nil { display.screen = .lobby }
    }

    private mutating func watch(friend user: String) {
        guard let person = person(of: user), case .playing(let key) = person.pastime else {
            return noticeboard.answer(FriendWords.playsNot(friendName(user)), at: now)
        }
        watch(.match(key))
    }

    mutating func enter(alias text: String, of user: String) -> String? {
        var friend = records?.friends[user] ?? Friend(since: today)
        do throws(NameFlaw) {
            friend.alias = try text.isEmpty ? nil : PlayerName(text).text
            display.overlay = nil
            keep(.friend(user, friend))
            return nil
        } catch {
            return error.sentence
        }
    }

    /// Takes what somebody is called, who was looked for to be a friend, or for their name only.
    mutating func learn(_ name: String, of user: String, _ asked: AccountRequest) {
        desk.learn(name, of: user)
        guard case .findName = asked else { return }
        guard user != visit?.account?.user else {
            return noticeboard.answer(RequestObstacle.yourself.sentence(about: ""), at: now)
        }
        befriend(user, called: name)
    }
}

extension Client {
    /// Makes somebody a friend, or no longer one.
    mutating func toggleFriend(_ id: PlayerID, called name: String) {
        guard isSignedIn else { return refuseWithoutAccount() }
        guard let user = user(of: id) else {
            return noticeboard.answer(FriendWords.isGuest(name), at: now)
        }
        guard user != visit?.account?.user else {
            return noticeboard.answer(RequestObstacle.yourself.sentence(about: ""), at: now)
        }
        guard records?.isFriend(user) != true else {
            keep(.unfriend(user))
            return noticeboard.answer(FriendWords.removed(name), at: now)
        }
        befriend(user, called: name)
    }

    private mutating func befriend(_ user: String, called name: String) {
        if records?.isBlocked(user) == true { keep(.unblock(user)) }
        keep(.friend(user, Friend(alias: records?.friends[user]?.alias, since: today)))
        lookAtFriends()
        noticeboard.answer(FriendWords.added(name), .good, at: now)
    }

    mutating func toggleBlock(_ id: PlayerID, called name: String) {
        guard isSignedIn else { return refuseWithoutAccount() }
        guard let user = user(of: id) else {
            return noticeboard.answer(FriendWords.isGuest(name), at: now)
        }
        guard user != visit?.account?.user else {
            return noticeboard.answer(RequestObstacle.yourself.sentence(about: ""), at: now)
        }
        toggleBlock(user, called: name)
    }

    private mutating func toggleBlock(_ user: String, called name: String) {
        let isBlocked = records?.isBlocked(user) == true
        if isBlocked {
            keep(.unblock(user))
        } else {
            if records?.isFriend(user) == true { keep(.unfriend(user)) }
            keep(.block(user, since: today))
        }
        noticeboard.answer(FriendWords.blocked(name, !isBlocked), at: now)
    }

    mutating func refuseWithoutAccount() {
        noticeboard.answer(FriendWords.needsAccount(key: key(.open(.account))), at: now)
    }

    /// The time by this machine's calendar, as far as the program was told.
    var today: Stamp {
        preferences.startedAt + (now - .start)
    }
}
