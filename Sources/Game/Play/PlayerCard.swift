internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// The card of another player: the results between that player and the user, the last boards, and
/// the possible actions.
struct PlayerCard: Overlay {
    static let actionTable = ActionTable(
        "On a player's card",
        [
            .chooseByArrows("choose from the card"),
            .enter("run", "run the selected action"),
            .close, .help, .redraw,
        ])

    /// A player, by the id in the lobby or by the account.
    enum LobbyPlayerOrUser: Hashable {
        case here(PlayerID)
        case owner(String)
    }

    fileprivate enum CardAction: Hashable {
        case play
        case watch
        case correspond
        case befriend
        case accept
        case declineFriendship
        case withdrawFriendship
        case nickname
        case unfriend
        case block
        case unblock
    }

    private static let most = 4

    private let subject: LobbyPlayerOrUser
    private let name: String
    /// The player's account when the card opened; nil for a guest. The player may leave the lobby
    /// while the card is open.
    private let knownUser: String?
    private var chosen: CardAction?

    init(of subject: LobbyPlayerOrUser, called name: String, user: String? = nil) {
        (self.subject, self.name, knownUser) = (subject, name, user)
    }

    var actions: [ScreenAction]? { Self.actionTable.rows }

    func hint(in game: GameContext) -> String? { "" }

    /// The subject of the card, as far as it is known. `user` is nil for a guest. `person` is nil
    /// for a player who is not in the lobby. `id` is nil for a user who is known by account and not
    /// in the lobby.
    private struct LobbyPersonAndUser {
        var id: PlayerID?
        var person: Person?
        var user: String?
    }

    private func lobbyPersonAndUser(in game: GameContext) -> LobbyPersonAndUser {
        switch subject {
        case .here(let id):
            let person = game.program.visit?.lobbyState.person(id)
            if person == nil, let knownUser { return lobbyPerson(of: knownUser, in: game) }
            return LobbyPersonAndUser(id: id, person: person, user: game.program.user(of: id))
        case .owner(let user): return lobbyPerson(of: user, in: game)
        }
    }

    private func lobbyPerson(of user: String, in game: GameContext) -> LobbyPersonAndUser {
        let person = game.program.personInLobby(of: user)
        return LobbyPersonAndUser(id: person?.id, person: person, user: user)
    }

    private func rows(in game: GameContext) -> [CardAction] {
        let player = lobbyPersonAndUser(in: game)
        var rows: [CardAction] = []
        let isBlocked = player.user.map { game.records?.isBlocked($0) == true } ?? false
        if let person = player.person, game.program.visit?.isInMatch == false, !isBlocked {
            rows.append(person.isPlaying ? .watch : .play)
        }
        if !isBlocked { rows += [.correspond] + friendshipRows(with: player.user, in: game) }
        return rows + [isBlocked ? .unblock : .block]
    }

    private func friendshipRows(with user: String?, in game: GameContext) -> [CardAction] {
        guard let user else { return [.befriend] }
        if let (_, invitation) = game.program.openFriendInvitation(with: user) {
            return invitation.asker.user == user
                ? [.accept, .declineFriendship] : [.withdrawFriendship]
        }
        return game.records?.isFriend(user) == true ? [.nickname, .unfriend] : [.befriend]
    }

    /// Returns the index of the selected row. At first, that is the row that accepts a friend
    /// request, or otherwise the first row.
    private func selectedIndex(in rows: [CardAction]) -> Int {
        chosen.flatMap(rows.firstIndex) ?? rows.firstIndex(of: .accept) ?? 0
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) -> OverlayOutcome {
        let rows = rows(in: game)
        let index = selectedIndex(in: rows)
        switch intent {
        case .confirm: perform(rows[index], &game)
        case .back, .quit: break
        default:
            chosen = rows[intent.choiceIndex(from: index, of: rows.count) ?? index]
            return .staysOpen
        }
        return .closes
    }

    func click(_ point: Point, _ game: inout GameContext) -> OverlayOutcome {
        let rows = rows(in: game)
        guard let index = box(in: game).index(at: point, in: game.size) else { return .staysOpen }
        perform(rows[index], &game)
        return .closes
    }

    private func perform(_ row: CardAction, _ game: inout GameContext) {
        let (player, name) = (lobbyPersonAndUser(in: game), name)
        func updateWithUser(_ change: (inout PlayerProgram, String) -> Void) {
            if let user = player.user { game.updateProgram { change(&$0, user) } }
        }
        switch row {
        case .play: if let id = player.id { invite(id, &game) }
        case .watch:
            if case .playing(let key)? = player.person?.activity { game.watch(.match(key)) }
        case .correspond:
            let limit = game.daysPerMove
            game.updateProgram { program in
                if let user = player.user {
                    program.beginCorrespondenceGame(with: .user(user), called: name, limit)
                } else if let id = player.id {
                    program.beginCorrespondenceGame(with: id, called: name, limit)
                }
            }
        case .befriend:
            game.updateProgram { program in
                if let id = player.id {
                    program.befriend(id, called: name)
                } else if let user = player.user {
                    program.befriend(user, called: name)
                }
            }
        case .nickname: if let user = player.user { game.askNickname(of: user) }
        case .block, .unblock:
            if let user = player.user, game.isSignedIn {
                game.unblockOrAskToBlock(user, called: name)
            } else if let id = player.id {
                game.unblockOrAskToBlock(id, called: name)
            }
        case .accept:
            updateWithUser { $0.answerFriendInvitation($1, called: name, accepts: true) }
        case .declineFriendship:
            updateWithUser { $0.answerFriendInvitation($1, called: name, accepts: false) }
        case .withdrawFriendship: updateWithUser { $0.withdrawFriendInvitation($1, called: name) }
        case .unfriend: updateWithUser { $0.unfriend($1, called: name) }
        }
    }

    private func invite(_ id: PlayerID, _ game: inout GameContext) {
        game.ask(.challenge(id))
        if game.program.visit?.invitations.sent != nil { game.currentScreen = .lobby }
    }

    func draw(_ game: GameContext, on canvas: inout Canvas) { box(in: game).draw(on: &canvas) }

    private func box(in game: GameContext) -> ChoiceBox {
        let (player, rows) = (lobbyPersonAndUser(in: game), rows(in: game))
        var box = ChoiceBox(
            heading: name, choices: rows.map { choice(for: $0, player, game) },
            chosen: selectedIndex(in: rows))
        box.lines = [
            (statusLine(player, game), .faint),
            (game.headToHeadRecord(of: player.user, player.id, called: name), .plain),
        ]
        let rounds = player.user.map { game.lastBoards(Self.most, against: $0) } ?? []
        box.boards = rounds.map(\.art)
        box.captions = rounds.map(\.caption)
        return box
    }

    private func statusLine(_ player: LobbyPersonAndUser, _ game: GameContext) -> String {
        guard let person = player.person, let visit = game.program.visit else {
            return FriendWords.notHereRemark
        }
        return person.statusWords(in: visit.lobbyState, at: game.now)
    }

    private func choice(
        for row: CardAction, _ player: LobbyPersonAndUser, _ game: GameContext
    ) -> ChoiceBox.ChoiceWithRemark {
        let needsAccount = !game.isSignedIn || player.user == nil
        let remark =
            switch row {
            case .correspond where needsAccount, .befriend where needsAccount,
                .block where needsAccount:
                game.isSignedIn ? PlayerCardWords.isGuest : PlayerCardWords.signIn
            case .correspond: CorrespondenceGameWords.perMove(game.daysPerMove)
            case .block: PlayerCardWords.asksFirst
            default: ""
            }
        return .init(
            words: PlayerCardWords.actionLabel(of: row), remark: remark,
            style: needsAccount && row != .play && row != .watch ? .faint : .plain)
    }
}

extension GameContext {
    /// Opens the card of a player in the lobby, or shows that the player has left.
    mutating func showCard(of id: PlayerID) {
        guard let name = program.visit?.lobbyState.roster.shownName(of: id) else { return }
        guard program.visit?.lobbyState.roster.contains(id) == true else {
            return reply(RequestObstacle.gone.reasonAndNextStep(about: name))
        }
        helpPage = nil
        overlay = PlayerCard(of: .here(id), called: name, user: program.user(of: id))
    }

    /// Returns the last boards against an account; empty if the user is a guest. There is no such
    /// list for a guest as the opponent, because any guest may have the name of an earlier guest.
    fileprivate func lastBoards(
        _ count: Int, against user: String
    ) -> [(art: BoardArt, caption: String)] {
        guard let records = program.records else { return [] }
        return records.latestResults(count, against: .account(user)).compactMap { key, result in
            guard let round = result.playedRound(ownName: ownName, under: key) else { return nil }
            let position = round.position(after: round.moves.count)
            let art = BoardArt(
                position.board, winners: round.outcome?.winningSquares ?? [], showsNumbers: false)
            return (art, PlayerCardWords.caption(result.verdict))
        }
    }

    mutating func askNickname(of user: String) {
        guard let friend = program.records?.friends[user] else { return }
        overlay = TextPrompt(PlayerCardWords.alias, text: friend.alias?.shown ?? "") { text, game in
            // Another device may have removed the friend.
            guard var friend = game.records?.friends[user] else {
                game.reply(FriendWords.friendRemoved(game.friendName(user)))
                return nil
            }
            do throws(NameFlaw) {
                friend.alias = try text.isEmpty ? nil : ForeignText(PlayerName(text).text)
                game.updateProgram { [friend] in $0.saveRecord(.friend(user, friend)) }
                return nil
            } catch {
                return error.sentence
            }
        }
    }
}

private enum PlayerCardWords {
    static func actionLabel(of row: PlayerCard.CardAction) -> String {
        switch row {
        case .play: "Play"
        case .watch: "Watch"
        case .correspond: "Correspondence game"
        case .befriend: "Add as a friend"
        case .accept: "Accept as a friend"
        case .declineFriendship: "Decline friendship"
        case .withdrawFriendship: "Withdraw friend request"
        case .nickname: "Nickname"
        case .unfriend: "Remove friend"
        case .block: "Block"
        case .unblock: "Unblock"
        }
    }

    static let signIn = "sign in first"
    static let isGuest = "has no account"
    static let alias = (
        "Your nickname for this friend",
        "Only visible to you. Leave empty to use their own name."
    )

    static let asksFirst = "asks first"

    static func caption(_ verdict: RoundResult.Verdict) -> String {
        switch verdict {
        case .won: "won"
        case .lost: "lost"
        case .drawn: "drew"
        }
    }
}
