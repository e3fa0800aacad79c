internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// The contents of the lobby's picture.
struct LobbyView: Hashable {
    struct OwnLobbyStatus: Hashable {
        var headline = ""
        var style = Style.strong
        /// The duration of the state, or the time that is left.
        var clock = ""
        var detail: [String] = []

        /// Creates a state. In a window of 80 columns, a line of `detail` has room for 19 columns.
        init(
            _ headline: String, _ detail: [String], _ style: Style = .strong, clock: String = ""
        ) {
            self.headline = headline
            self.detail = detail
            self.style = style
            self.clock = clock
        }
    }

    var status: OwnLobbyStatus
    var isAlone = false
    /// Counts of the players and matches; nil until the lobby is complete.
    var census: Census?
    /// The number of players who are away for too long to be in the list.
    var unlistedAbsentees = 0
    var server = ""
    var menu: [ListRow] = []
    var people: [ListRow] = []
    var matches: [ListRow] = []
    var list = LobbyScreen.List.menu
    var chosen: [LobbyScreen.List: Int] = [:]
    /// The tick of the bots' matches; nil if they are not shown.
    var botTick: Int?
    var cards: [LobbyCard] = []
    /// The board of the selected match or of the bots' match, shown if there is room for it.
    var preview: BoardView?
    var wallItems: [MatchGalleryItem] = []

    var isDemo: Bool { botTick != nil }

    /// Returns the number of a list's rows. Some of them may not be loaded yet.
    func totalCount(of list: LobbyScreen.List) -> Int {
        max(rows(of: list).count, list == .matches ? census?.matches ?? 0 : 0)
    }

    func rows(of list: LobbyScreen.List) -> [ListRow] {
        switch list {
        case .menu: menu
        case .people: people
        case .matches: matches
        }
    }
}

extension LobbyScreen {
    func view(in game: GameContext) -> LobbyView {
        guard let visit = game.program.visit, !game.isAlone else {
            var view = LobbyView(status: .init(LobbyViewWords.alone, LobbyViewWords.aloneDetail))
            view.isAlone = true
            view.menu = game.menuItems.map { row(for: $0, waiting: 0, game) }
            view.chosen[.menu] = menu.index(in: game.menuItems)
            return view
        }
        let lobbyState = visit.lobbyState
        let (items, players, live) = (game.menuItems, game.people, game.liveMatches)
        let waiting = players.filter { $0.rank == 0 && $0.id != visit.me }
        var view = LobbyView(status: game.playerStatus(at: visit, waiting))
        view.census = lobbyState.isComplete ? visit.census : nil
        view.unlistedAbsentees = lobbyState.unlistedAbsentees(at: game.program.now)
        view.server = game.preferences.server
        view.cards = game.lobbyCards
        view.menu = items.map { row(for: $0, waiting: waiting.count, game) }
        view.people = players.map { game.row(for: $0, lobbyState) }
        view.matches = live.map(game.row) + game.distantMatches.map(game.row)
        view.list = list
        view.chosen[.menu] = menu.index(in: items)
        view.chosen[.people] = people.index(in: players.map(\.id))
        view.chosen[.matches] = matches.index(in: game.listedMatches)
        view.preview = view.chosen[.matches].flatMap {
            $0 < live.count ? WatchScreen.board(of: live[$0], in: game) : nil
        }
        if let tick = demoTicker.tick {
            let item = BotWall.shared.item(on: 0, at: BotWall.slowedTick(tick, boards: 1))
            view.botTick = tick
            view.matches = [item.row]
            view.chosen[.matches] = 0
            view.preview = item.board
        }
        if LobbyPicture.isDashboard(game.size), !view.isDemo {
            view.wallItems = game.galleryMatches.prefix(LobbyPicture.mostBoards).map {
                game.galleryItem(for: $0, onWall: true)
            }
        }
        return view
    }

    private func row(for item: MenuItem, waiting: Int, _ game: GameContext) -> ListRow {
        let texts = item.texts
        let isStop = item == .quickMatch && game.lookingSince != nil
        let remark =
            switch item {
            case .continueHere:
                game.program.visit?.otherDeviceMatch.map { LobbyViewWords.against($0.opponent) }
                    ?? ""
            case .quickMatch: isStop || waiting == 0 ? "" : LobbyViewWords.playersWaiting(waiting)
            case .watch: LobbyViewWords.liveMatches(game.liveMatchCount)
            case .resumeBotMatch:
                game.unfinishedBotMatch.map { "\($1.level.rawValue) \($1.score.figures)" } ?? ""
            case .bot: botLevelMenuRemark(game)
            // A signed-in player may have another name in the lobby.
            case .rename:
                game.profile.name == nil && !game.program.isSignedIn ? texts.remark : game.ownName
            case .account: game.program.visit?.account?.name.shown ?? texts.remark
            case .friends: game.friendsRemark
            case .games:
                CorrespondenceGameWords.waitingRemark(
                    game.games.waiting, of: game.games.running)
            case .puzzle: game.puzzleRemark
            case .review: game.lastRoundRemark
            case .clock:
                valueMarkedIfChosen(LobbyViewWords.clock(game.profile.clock), of: item, game)
            case .series:
                valueMarkedIfChosen(
                    LobbyViewWords.series(game.profile.terms.target), of: item, game)
            case .statistics: game.records.map { "\($0.roundCount)" } ?? ""
            case .lobby, .invite, .join, .twoPlayers, .settings, .quit: texts.remark
            }
        return ListRow(
            mark: item == .quit
                ? game.keyName(.quit) : texts.letter == nil ? " " : game.keyName(.open(item)),
            name: isStop ? LobbyViewWords.stopSearch : texts.name, remark: remark, nameColumns: 20)
    }

    private func botLevelMenuRemark(_ game: GameContext) -> String {
        let words = level.rawValue
        let hasBegun =
            game.table.map { $0.opponent == .bot(level) && $0.match.moveCount > 0 } ?? false
        return valueMarkedIfChosen(words, of: .bot, game) + (hasBegun ? ", started" : "")
    }

    /// Returns the value of a menu item, in angle brackets while ← and → change it.
    private func valueMarkedIfChosen(_ words: String, of item: MenuItem, _ game: GameContext)
        -> String
    {
        chosenItem(in: game) == item ? "‹ \(words) ›" : words
    }
}

extension GameContext {
    /// The state of the puzzle of the day, and the length of the player's streak.
    fileprivate var puzzleRemark: String {
        let day = PuzzleDay(of: program.today)
        guard let last = lastPuzzleAnswer(upTo: day) else { return LobbyViewWords.newPuzzle }
        if last.day == day {
            return last.streak > 0
                ? LobbyViewWords.solved(streak: last.streak) : LobbyViewWords.answered
        }
        return last.streak > 0 ? LobbyViewWords.streak(last.streak) : LobbyViewWords.newPuzzle
    }

    /// Returns the player's answer to the puzzle of a day, or otherwise of the day before; nil if
    /// the player answered neither.
    func lastPuzzleAnswer(upTo day: PuzzleDay) -> LastPuzzleAnswer? {
        let last =
            program.records.flatMap { LastPuzzleAnswer(in: $0, on: day) } ?? program.profile.puzzle
        return last?.day == day || last?.day == day.before ? last : nil
    }

    /// The numbers of friends, and of players who want to be friends; empty for a guest.
    var friendsRemark: String {
        guard let records = program.records, let own = program.visit?.account?.user else {
            return ""
        }
        return FriendWords.countRemark(
            records.friends.count, asking: records.friendRequestCount(to: own))
    }

    fileprivate var lastRoundRemark: String {
        guard let round = lastRound else { return "" }
        // The player's name may have another number than in the match.
        if let opponent = endedRound?.opponent { return LobbyViewWords.against(opponent) }
        let isOwnCircle = [ownName, LobbyWords.you].contains(round.circle)
        return LobbyViewWords.against(isOwnCircle ? round.cross : round.circle)
    }
}

extension GameContext {
    var menuItems: [MenuItem] {
        (program.isAlone ? Self.itemsAlone : MenuItem.allCases).filter(hasMenuItem)
    }

    private static let itemsAlone: [MenuItem] = [
        .resumeBotMatch, .bot, .twoPlayers, .puzzle, .review, .lobby, .settings, .quit,
    ]

    func hasMenuItem(_ item: MenuItem) -> Bool {
        guard !program.isAlone || Self.itemsAlone.contains(item) else { return false }
        return switch item {
        case .continueHere: program.visit?.otherDeviceMatch != nil
        case .resumeBotMatch: program.unfinishedBotMatch != nil
        case .review: hasLastRound
        case .lobby: program.isAlone
        // A guest has no games.
        case .account, .friends: canHaveAccount
        case .games: program.isSignedIn
        case .quickMatch, .invite, .join, .watch, .puzzle, .bot, .twoPlayers, .clock, .series,
            .statistics, .rename, .settings, .quit:
            true
        }
    }

    /// False for an ssh guest without a key, because they can't sign in.
    var canHaveAccount: Bool {
        program.isSignedIn || program.profile.way != .ssh || preferences.fingerprint != nil
    }

    /// The players in the lobby: first the user, then the others by rank. Within a rank, friends
    /// come first, and then the order is by name.
    var people: [Person] {
        guard let visit = program.visit else { return [] }
        let people = visit.lobbyState.listedPeople(at: program.now)
        // Each key is computed once, because every frame of every guest at the door sorts a hundred
        // players.
        let keys = people.enumerated().map { index, person in
            let rank = person.rank * 2 + (program.isFriend(person) ? 0 : 1)
            return (
                rank: isSelf(person) ? -1 : rank, name: NumberedName(person.name),
                id: person.id.rawValue, index: index
            )
        }
        return keys.sorted { ($0.rank, $0.name, $0.id) < ($1.rank, $1.name, $1.id) }
            .map { people[$0.index] }
    }

    /// Returns true if the complete lobby is shown in a full window, and the player's hall has no
    /// live match.
    func showsQuietLobby(_ visit: LobbyClient) -> Bool {
        currentScreen == .lobby && ScreenSizeClass(size) == .full && visit.lobbyState.isComplete
            && visit.lobbyState.ledger.liveCount == 0
    }

    private func showsQuietEmptyLobby(_ visit: LobbyClient) -> Bool {
        let roster = visit.lobbyState.roster
        return showsQuietLobby(visit) && roster.count == (roster.contains(visit.me) ? 1 : 0)
    }

    fileprivate func row(for person: Person, _ lobbyState: LobbyState) -> ListRow {
        let isMe = isSelf(person)
        let invitations = program.visit?.invitations
        let isInviting =
            invitations?.received(from: person.id) != nil && !program.isBlocked(person)
        let remark =
            isMe
            ? LobbyWords.you
            : isInviting
                ? InvitationWords.receivedRemark
                : invitations?.sent?.opponent == person.id
                    ? LobbyViewWords.invited : person.statusWords(in: lobbyState, at: program.now)
        return ListRow(
            name: nameOrNickname(of: person), remark: remark, figure: relationOrSSHMark(of: person),
            isFigureOptional: true,
            style: isMe ? .faint : person.style, nameColumns: 16)
    }

    private func relationOrSSHMark(of person: Person) -> String {
        if program.isBlocked(person) { return FriendWords.blockedRemark }
        if program.isFriend(person) { return FriendWords.friend }
        return person.way == .ssh ? "ssh" : ""
    }
}

/// A name, split into a text and a number at its end, so that "guest 2" comes before "guest 10".
private struct NumberedName: Comparable {
    private let text: Substring
    private let number: Int

    init(_ name: String) {
        let blank = name.lastIndex(of: " ") ?? name.endIndex
        let number = blank == name.endIndex ? nil : Int(name[name.index(after: blank)...])
        text = number == nil ? name[...] : name[..<blank]
        self.number = number ?? 0
    }

    static func < (left: NumberedName, right: NumberedName) -> Bool {
        (left.text, left.number) < (right.text, right.number)
    }
}

extension GameContext {
    /// Returns the player's state. `waiting` contains the other players who look for a match.
    fileprivate func playerStatus(
        at visit: LobbyClient, _ waiting: [Person]
    ) -> LobbyView.OwnLobbyStatus {
        switch visit.status {
        case .connecting, .authorizing, .indexing: .init(LobbyViewWords.connecting, [playBot])
        case .offline:
            .init(
                LobbyViewWords.offline, [LobbyViewWords.retry(keyName(.retry)), playBot], .warning)
        case .unauthorized: .init(LobbyViewWords.denied, [playBot], .danger)
        case .synced: playerStatus(online: visit, waiting)
        }
    }

    private var playBot: String { LobbyViewWords.playBot(keyName(.open(.bot))) }
    private var watch: String { LobbyViewWords.watchMatch(keyName(.open(.watch))) }

    private func playerStatus(
        online visit: LobbyClient, _ waiting: [Person]
    ) -> LobbyView.OwnLobbyStatus {
        if let challenge = visit.challenge, challenge.isChosen {
            return .init(LobbyViewWords.inviting(challenge.name), [LobbyViewWords.cancel])
        }
        if let asking = visit.invitations.sentWakeCall {
            let next = LobbyViewWords.nextPlayer(keyName(.open(.quickMatch)))
            return .init(
                InvitationWords.askingIdlePlayer(asking.name), [next, LobbyViewWords.stopLooking],
                .ownTurn, clock: asking.until.secondsCountdown(from: program.now))
        }
        if let asking = visit.invitations.sent {
            return .init(
                LobbyWords.waiting(for: asking.name), [LobbyViewWords.withdraw(keyName(.decline))],
                .ownTurn, clock: asking.until.secondsCountdown(from: program.now))
        }
        if visit.invitations.isUndisturbed {
            return .init(LobbyViewWords.undisturbed, LobbyViewWords.undisturbedDetail)
        }
        if let code = visit.invitation {
            return .init(LobbyViewWords.ownCode(code), LobbyViewWords.codeDetail, .ownTurn)
        }
        if let lookingSince = program.lookingSince {
            let age = (program.now - lookingSince).age
            let delay: [String]? =
                visit.lobbyState.opponentOnOtherDevice(of: visit.me) != nil
                ? LobbyViewWords.playsElsewhere
                : visit.lobbyState.waitsForOthersAfterRefusal(visit.me, at: program.now)
                    ? LobbyViewWords.waitsForOthers : nil
            guard delay == nil, showsQuietEmptyLobby(visit) else {
                return .init(
                    LobbyViewWords.looking, delay ?? [playBot, LobbyViewWords.stopLooking],
                    .ownTurn, clock: age)
            }
            return .init(
                LobbyViewWords.looking,
                [playBot, LobbyViewWords.inviteFriend(keyName(.open(.invite)))], .ownTurn,
                clock: JoinInstructionWords.searchTimeInEmptyLobby(age))
        }
        if let awaited = program.purpose.awaited {
            return .init(
                LobbyWords.waiting(for: awaited.name.text), [playBot, LobbyViewWords.stopWaiting],
                .ownTurn)
        }
        let name = visit.lobbyState.roster.shownName(of: visit.me)
        let find = LobbyViewWords.findMatch(keyName(.open(.quickMatch)))
        guard let first = waiting.first else {
            return .init(LobbyViewWords.hello(name), [find, hasLiveMatches ? watch : playBot])
        }
        return .init(
            LobbyViewWords.hello(name),
            [
                waiting.count == 1
                    ? LobbyViewWords.playerWaits(first.name)
                    : LobbyViewWords.playersWait(waiting.count), find,
                hasLiveMatches ? watch : playBot,
            ])
    }
}

extension GameContext {
    /// The lines that show how to invite a friend: the commands that the friend types, and hints.
    /// Empty until the lobby is complete. Without a code, also empty unless the full lobby screen
    /// is shown, with no other player and no live match.
    var inviteInstructions: [String] {
        guard let visit = program.visit, visit.lobbyState.isComplete else { return [] }
        guard let code = visit.invitation else {
            return showsQuietEmptyLobby(visit) ? waysWithoutCode : []
        }
        guard program.profile.way != .ssh else {
            return JoinInstructionWords.sshGuestInstructions(with: code)
        }
        guard preferences.isReached else {
            return JoinInstructionWords.localInstructions(with: code, to: serverArgument)
        }
        return JoinInstructionWords.joinInstructions(with: code, to: reachedServer, on: reachedHost)
    }

    private var waysWithoutCode: [String] {
        let invite = keyName(.open(.invite))
        guard program.profile.way != .ssh else {
            return JoinInstructionWords.sshGuestInstructionsWithoutCode(key: invite)
        }
        return preferences.isReached
            ? JoinInstructionWords.instructionsWithoutCode(to: reachedServer, key: invite)
            : JoinInstructionWords.localInstructionsWithoutCode(at: serverArgument, key: invite)
    }

    /// The value of `--server` for a program on another device or in another window; nil for the
    /// default server, and for an ssh guest.
    var serverArgument: String? { preferences.server.isEmpty ? nil : reachedServer }

    private var reachedServer: String {
        program.profile.server.hasPrefix("wss:")
            ? program.profile.server : preferences.server
    }

    /// The server's host as `ssh` expects it: without the port, and without the brackets of an
    /// IPv6 address.
    private var reachedHost: String {
        let server = preferences.server
        if server.first == "[" { return String(server.dropFirst().prefix { $0 != "]" }) }
        guard let colon = server.lastIndex(of: ":") else { return server }
        return String(server[..<colon])
    }

    /// Copies the command that a friend types, or for an ssh guest the code, to the terminal's
    /// clipboard. Without a code, shows the key that creates it.
    mutating func copyInvitation() {
        guard let code = program.visit?.invitation else {
            return reply(JoinInstructionWords.noCode(key: keyName(.open(.invite))))
        }
        let text =
            program.profile.way == .ssh
            ? "\(code)" : JoinInstructionWords.commandToCopy(with: code, to: serverArgument)
        copyToClipboard(text)
    }
}

private enum LobbyViewWords {
    static let invited = "invited"
    static let stopSearch = "Stop looking"

    static let alone = "Local play"
    static let aloneDetail = ["The lobby has", "other players."]
    static let connecting = "Connecting"
    static let offline = "Offline"
    static let denied = "Access denied"
    static let undisturbed = "Do not disturb"
    static let undisturbedDetail = ["No invitations.", "Esc: allow them"]
    static let codeDetail = ["Waiting for your", "friend to join.", "Esc: cancel"]
    static let looking = "Looking for a match"
    static let stopLooking = "Esc: stop looking"
    /// The reason for `Matchmaker.quietTime`.
    static let waitsForOthers = ["Waiting 30 s for", "others, after a no"]
    static let playsElsewhere = ["Your other device", "is in a match."]
    static func nextPlayer(_ key: String) -> String { "\(key): next player" }
    static let stopWaiting = "Esc: stop waiting"
    static let cancel = "Esc: cancel"

    static func clock(_ clock: ClockChoice) -> String {
        switch clock {
        case .auto: ClockChoice.usual.map { "auto, \($0.rawValue) s" } ?? "auto"
        case .off: "none"
        case .limit(let limit): ClockWords.perMove(limit)
        }
    }

    static func series(_ target: SeriesTarget?) -> String {
        target.map(MatchTermsWords.firstTo) ?? "none"
    }

    static let newPuzzle = "new"
    static let answered = "answered"
    static func streak(_ days: Int) -> String { "streak \(days)" }
    static func solved(streak days: Int) -> String { "solved, streak \(days)" }
    static func against(_ opponent: String) -> String { "against \(opponent)" }
    static func liveMatches(_ matches: Int) -> String { "\(matches) live" }
    static func playersWaiting(_ players: Int) -> String { "\(players) waiting" }
    static func hello(_ name: String) -> String { "Hello, \(name)!" }
    static func inviting(_ name: String) -> String { "Inviting \(name)" }
    static func ownCode(_ code: JoinCodeWithHall) -> String { "Your code: \(code)" }
    static func playBot(_ key: String) -> String { "\(key): play a bot" }
    static func watchMatch(_ key: String) -> String { "\(key): watch a match" }
    static func playerWaits(_ name: String) -> String { "\(name) is waiting" }
    static func playersWait(_ players: Int) -> String { "\(players) are waiting" }
    static func retry(_ key: String) -> String { "\(key): try again now" }
    static func withdraw(_ key: String) -> String { "\(key): withdraw" }
    static func inviteFriend(_ key: String) -> String { "\(key): invite a friend" }
    static func findMatch(_ key: String) -> String { "\(key): find a match" }
}

enum RecentResultWords {
    static let heading = "RECENT RESULTS"

    /// Returns the result of a round in words. `nickname` is the player's nickname for the
    /// opponent, if there is one. With `isShort`, a guest is not marked as one.
    static func verdictWords(
        about result: RoundResult, under key: String, called nickname: String?,
        isShort: Bool = false
    ) -> String {
        if case .puzzle? = ResultKey(key) {
            return result.verdict == .won ? "solved a puzzle" : "failed a puzzle"
        }
        let isMarkedGuest = result.opponent == nil && !isShort
        let person =
            isMarkedGuest
            ? StatisticsWords.guestName(result.name) : nickname ?? result.name.shown
        let name = result.level?.fullName ?? person
        return switch result.verdict {
        case .won: "won against \(name)"
        case .lost: "lost to \(name)"
        case .drawn: "drew with \(name)"
        }
    }
}
