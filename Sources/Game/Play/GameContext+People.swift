internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// Friends, blocked players, and the score between two players.
extension GameContext {
    /// The account of a player who is here; nil for a guest.
    func user(of id: PlayerID) -> String? { session?.lobbyState.roster[id]?.user }

    func isFriend(_ id: PlayerID) -> Bool {
        user(of: id).map { records?.isFriend($0) == true } ?? false
    }

    func isBlocked(_ id: PlayerID) -> Bool {
        user(of: id).map { records?.isBlocked($0) == true } ?? false
    }

    /// The score of all matches between the player and another one; nil if they have not met.
    func commonScore(with id: PlayerID, called name: String) -> String? {
        user(of: id).flatMap { records?.score(with: $0) }.map { $0.line(against: name) }
    }

    /// The owner of an account, as they are here: of several devices the one to play with.
    func person(of user: String) -> Person? {
        session?.lobbyState.people.filter { $0.user == user }.min { $0.rank < $1.rank }
    }

    /// The player's nickname for the owner of an account, or the owner's last known name.
    func friendName(_ user: String) -> String { friendName(user, person(of: user)) }

    func friendName(_ user: String, _ person: Person?) -> String {
        if let alias = records?.friends[user]?.alias, let name = PlayerName(cleaning: alias) {
            return name.text
        }
        let name = person?.name ?? account.names[user].flatMap(\.self)
        return (name ?? records?.lastName(of: user)).flatMap { PlayerName(cleaning: $0)?.text }
            ?? FriendWords.nameless
    }

    /// Returns the account of another player, to befriend or block it or to start a game over days
    /// with it. Answers why there is none, and returns nil.
    private mutating func otherUser(_ id: PlayerID, called name: String) -> String? {
        guard isSignedIn else {
            refuseWithoutAccount()
            return nil
        }
        guard let user = user(of: id) else {
            answer(FriendWords.isGuest(name))
            return nil
        }
        guard user != visit?.account?.user else {
            answer(RequestObstacle.yourself.sentence(about: ""))
            return nil
        }
        return user
    }

    /// Adds a player to the friends, or removes them.
    mutating func toggleFriend(_ id: PlayerID, called name: String) {
        guard let user = otherUser(id, called: name) else { return }
        guard records?.isFriend(user) != true else {
            keep(.unfriend(user))
            return answer(FriendWords.removed(name))
        }
        befriend(user, called: name)
    }

    private mutating func befriend(_ user: String, called name: String) {
        if records?.isBlocked(user) == true { keep(.unblock(user)) }
        keep(.friend(user, Friend(alias: records?.friends[user]?.alias, since: today)))
        followFriends()
        answer(FriendWords.added(name), .good)
    }

    mutating func toggleBlock(_ id: PlayerID, called name: String) {
        guard let user = otherUser(id, called: name) else { return }
        toggleBlock(user, called: name)
    }

    mutating func toggleBlock(_ user: String, called name: String) {
        let isBlocked = records?.isBlocked(user) == true
        if isBlocked {
            keep(.unblock(user))
        } else {
            if records?.isFriend(user) == true { keep(.unfriend(user)) }
            keep(.block(user, since: today))
        }
        answer(FriendWords.blocked(name, !isBlocked))
    }

    /// Learns the name of an account that was looked up for its name, or to befriend its owner.
    mutating func learn(_ name: String, of user: String, _ asked: AccountRequest) {
        account.learn(name, of: user)
        guard case .findName = asked else { return }
        guard user != visit?.account?.user else {
            return answer(RequestObstacle.yourself.sentence(about: ""))
        }
        befriend(user, called: name)
    }

    /// Starts a game over days with a player of the lobby, or of the match that is over.
    mutating func beginGame(with id: PlayerID, called name: String) {
        guard let user = otherUser(id, called: name) else { return }
        beginGame(with: .user(user), called: name)
    }

    /// The same with the owner of an account.
    mutating func beginGame(with partner: GamePartner, called name: String) {
        guard isSignedIn else { return refuseWithoutAccount() }
        answer(DayGameWords.asked(name))
        let limit = games.limit
        askSignedIn { .beginGame(with: partner, limit, $0) }
    }

    /// Records the friends who are here, after a player came in or signed in.
    mutating func followFriends() {
        guard let session, let records else { return }
        for edit in account.friendWatch.look(at: session.lobbyState.people, records, at: today) {
            keep(edit)
        }
    }

    /// Records the friends who come and leave. Returns true if the notice was shown in other words.
    mutating func followFriends(_ notice: Notice) -> Bool {
        switch notice {
        case .came(let id): return showArrival(of: id)
        case .left(let id, _):
            guard let records else { return false }
            for edit in account.friendWatch.left(id, records, at: today) { keep(edit) }
        default: break
        }
        return false
    }

    private mutating func showArrival(of id: PlayerID) -> Bool {
        guard let records, let user = user(of: id),
            let edits = account.friendWatch.came(id, user: user, records, at: today)
        else { return false }
        for edit in edits { keep(edit) }
        guard preferences.habits.tellsOfFriends else { return false }
        noticeboard.post(
            FriendWords.came(friendName(user)), .good, at: now, isSilent: isAtBoard)
        return true
    }
}

/// Invitations.
extension GameContext {
    /// The first invitation of a player who is not blocked.
    var openInvitation: Invitations.Received? {
        session?.invitations.received.first { !isBlocked($0.from) }
    }

    /// Answers an invitation, or withdraws the player's own. Returns false for other intents.
    mutating func answerInvitation(by intent: Intent) -> Bool {
        guard let session, session.own == nil else { return false }
        switch intent {
        case .reply(let answer):
            guard let invitation = openInvitation else { return false }
            ask(.answer(invitation.from, answer))
        case .decline:
            guard session.invitations.asking != nil else { return false }
            ask(.withdrawChallenge)
        default: return false
        }
        return true
    }

    /// The time to answer a blocked player, who can't tell that from a later answer.
    var silentAnswerDue: Instant? {
        guard records?.blocks.isEmpty == false else { return nil }
        return session?.invitations.received.filter { isBlocked($0.from) }
            .map { $0.until + Self.silentAnswerLead }.min()
    }

    private static let silentAnswerLead = Duration.seconds(-1)

    mutating func answerSilently() {
        guard let due = silentAnswerDue, due <= now, let session else { return }
        let over = session.invitations.received.filter {
            isBlocked($0.from) && $0.until + Self.silentAnswerLead <= now
        }
        for invitation in over { ask(.answer(invitation.from, .later)) }
    }

    /// The line above the keys about invitations; nil while there are none.
    var invitationLine: String? {
        guard let session, session.own == nil else { return nil }
        let invitations = session.invitations
        if let next = openInvitation, next.from != invitations.asking?.opponent {
            if overlay is Prompt { return InvitationWords.meanwhile(next.name) }
            return InvitationWords.question(
                next, invitations.tally(with: next.from),
                common: commonScore(with: next.from, called: next.name), at: now,
                isShort: size.columns < TitleBar.wide)
        }
        guard let asking = invitations.asking, place != .lobby, noticeboard.shown == nil else {
            return nil
        }
        return InvitationWords.waiting(
            for: asking.name, until: asking.until, at: now, withdraw: key(.decline))
    }

    /// The cost of leaving the match now, as a sentence.
    var costOfLeaving: String {
        let end = session?.endByLeaving(at: now) ?? .left
        guard size.columns >= TitleBar.wide else { return LeavingWords.shortConsequence(end) }
        let match = session?.match
        let hasBegun = match?.match?.hasBegun ?? true
        guard hasBegun || end != .left || match?.flaw != nil else { return LeavingWords.notBegun }
        return LeavingWords.consequence(end, against: session?.own?.opponentName ?? "")
    }
}

/// The keys for invitations, on every screen.
enum InvitationKeys {
    private static let received = [
        KeyRow("P", "play", "accept the invitation", on: "P", does: .reply(.play)),
        KeyRow("L", "later", "decline for now", on: "L", does: .reply(.later)),
        KeyRow(
            "X", "no", "decline; this player can't invite you for ten minutes", on: "X",
            does: .reply(.no)),
        KeyRow(
            "D", "quiet", "do not disturb; no invitations until you press Esc", on: "D",
            does: .reply(.doNotDisturb)),
    ]
    private static let sent = [
        KeyRow("x", "withdraw", "withdraw your invitation", on: "x", does: .decline)
    ]

    static let table = KeyTable("When a player invites you", received, sent)

    static func rows(in game: GameContext) -> [KeyRow] {
        guard let session = game.session, session.own == nil else { return [] }
        return (game.openInvitation == nil ? [] : received)
            + (session.invitations.asking == nil ? [] : sent)
    }
}
