internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

/// The main screen: the menu and, in a lobby, the players and the matches.
struct LobbyScreen: Screen {
    enum List: Int, Hashable, Sendable, CaseIterable {
        case menu
        case people
        case matches
    }

    static let actionTable = ActionTable("In the lobby", rows + ScreenAction.common)

    private static let rows: [ScreenAction] =
        [
            .retry,
            .chooseItem.withLastLineWord(nil),
            .open,
            ScreenAction(
                "Tab", "list", "go to the next list", keys: ScreenAction.tabs, does: .nextItem
            ).when { !$0.isAlone },
            ScreenAction("y", "copy", "copy the invite command", on: "y", does: .copy)
                .withAvailability { game in
                    guard !game.isAlone else { return .absent }
                    return game.program.visit?.invitation != nil ? .offered : .explained
                },
        ]
        + MenuItem.allCases.filter { $0 != .quit }.map(action)
        + [ScreenAction.nextGame.withLastLineWord(nil).when { $0.isSignedIn }]

    /// Returns the action for an item of the menu. Without a lobby, the items of the lobby are
    /// absent.
    private static func action(for item: MenuItem) -> ScreenAction {
        let letter = item.texts.letter
        let action = ScreenAction(
            letter.map { String($0) } ?? "", nil, item.texts.meaning,
            keys: letter.map { [(KeyStroke(.character($0)), .open(item))] } ?? [],
            does: .open(item))
        return action.withPaletteTitle(item.texts.name, query: item.texts.paletteQuery)
            .withAvailability { game in
                if game.hasMenuItem(item) { return .offered }
                return game.isAlone ? .absent : .explained
            }
    }

    /// The list that gets the keys.
    private(set) var list = List.menu
    private(set) var menu = Selection<MenuItem>()
    private(set) var people = Selection<PlayerID>()
    private(set) var matches = Selection<ObjectKey>()
    private(set) var level = Bot.medium
    private(set) var demoTicker = BotDemoTicker()

    init() {}

    /// Creates the screen, and selects the menu item of a local game that the program started with.
    init(at opponent: LocalGame.LocalOpponent, in game: GameContext) {
        if case .bot(let bot) = opponent { level = bot }
        let items = game.menuItems
        let item = opponent == .samePerson ? MenuItem.twoPlayers : .bot
        menu.select(items.firstIndex(of: item) ?? 0, in: items)
    }

    func chosenItem(in game: GameContext) -> MenuItem? {
        list == .menu ? menu.chosen(in: game.menuItems) : nil
    }

    /// Starts, advances or stops the bots' matches. Loads the statistics for a dashboard.
    mutating func updateAfterEvent(_ game: inout GameContext) {
        let isDashboard = LobbyPicture.isDashboard(game.size)
        let isQuiet =
            game.liveMatchCount == 0 && game.program.visit.map(game.showsQuietLobby) == true
        // In a small window, the instructions for a friend who has the invite code need the room.
        let hasRoom = isDashboard || game.program.visit?.invitation == nil
        demoTicker.startAdvanceOrStop(
            isWanted: isQuiet && hasRoom, delay: .seconds(isDashboard ? 3 : 10),
            lastKey: game.program.visit?.lastKey, at: game.now)
        if isDashboard { game.statistics.updateIfChanged(from: game.records) }
    }

    mutating func discardStateWhenHidden() { demoTicker = BotDemoTicker() }

    func nextDeadline(in game: GameContext) -> Instant? {
        [demoTicker.nextDeadline, game.program.visit?.lobbyState.nextIdleMinute(after: game.now)]
            .compactMap(\.self).min()
    }

    func showsTimeInSeconds(in game: GameContext) -> Bool {
        game.lookingSince != nil || game.hasLiveMatches
    }

    func distantMatchesWanted(in game: GameContext) -> Int? {
        guard list == .matches else { return nil }
        let index = matches.index(in: game.listedMatches) ?? 0
        return game.distantMatchCount(upTo: index) + game.size.rows
    }

    func title(in game: GameContext) -> String {
        game.isAlone ? LobbyScreenWords.menu : LobbyScreenWords.lobby
    }

    func draw(_ drawing: DrawingContext, on canvas: inout Canvas) {
        picture(in: drawing.game).draw(on: &canvas, drawing.botWall)
    }

    private func picture(in game: GameContext) -> LobbyPicture {
        LobbyPicture(view(in: game), size: game.size, hasSextants: game.drawsSextants)
    }
}

extension LobbyScreen {
    func currentActions(in game: GameContext) -> [ScreenAction] {
        Self.actionTable.rows.map { row in
            row.intent == .back
                ? row.withLastLineWord(backEffect(in: game).map(LobbyScreenWords.word)) : row
        }
    }

    /// The effect of Esc. It determines the action, and the word for Esc in the last line.
    fileprivate enum BackEffect {
        case withdraw
        case allowInvitations
        case stopSearch
        case cancelCode
        case stopWaiting
        case selectMenu
    }

    /// Returns the effect of Esc; nil if there is none. Esc ends the first of these: the player's
    /// invitation, the refusal of all invitations, the search, the code, the wait for a player.
    /// Otherwise Esc goes back to the menu.
    private func backEffect(in game: GameContext) -> BackEffect? {
        guard let visit = game.program.visit, !game.isAlone else { return nil }
        if visit.challenge?.isChosen == true || visit.invitations.sent != nil { return .withdraw }
        if visit.invitations.isUndisturbed { return .allowInvitations }
        if game.lookingSince != nil { return .stopSearch }
        if visit.player?.code != nil { return .cancelCode }
        if game.purpose.awaited != nil { return .stopWaiting }
        return list == .menu ? nil : .selectMenu
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        if moveSelection(by: intent, game) { return }
        switch intent {
        case .move(.left): changeValueOrList(by: -1, &game)
        case .move(.right): changeValueOrList(by: 1, &game)
        case .nextItem: changeList(by: 1)
        case .previousItem: changeList(by: -1)
        case .confirm: openChosen(&game)
        case .open(let item): performMenuAction(item, &game)
        case .nextGame: game.openNextWaitingGame()
        case .copy: game.copyInvitation()
        case .back: goBack(&game)
        default: break
        }
    }

    private mutating func moveSelection(by intent: Intent, _ game: GameContext) -> Bool {
        // Here, Tab moves from list to list.
        guard intent != .nextItem, intent != .previousItem else { return false }
        return switch list {
        case .menu: menu.move(by: intent, in: game.menuItems)
        case .people: people.move(by: intent, in: game.people.map(\.id))
        case .matches: matches.move(by: intent, in: game.listedMatches)
        }
    }

    private mutating func changeList(by places: Int) {
        let count = List.allCases.count
        list = List.allCases[(list.rawValue + places + count) % count]
    }

    /// Changes the value of the selected menu item. If no item with a value is selected, goes to
    /// the next or the previous list, unless there is no lobby.
    private mutating func changeValueOrList(by places: Int, _ game: inout GameContext) {
        switch chosenItem(in: game) {
        case .bot: changeBotLevel(by: places)
        case .clock: game.chooseClock(by: places)
        case .series: game.chooseSeriesTarget(by: places)
        default: if !game.isAlone { changeList(by: places) }
        }
    }

    private mutating func changeBotLevel(by places: Int) {
        let levels = Bot.allCases
        guard let index = levels.firstIndex(of: level) else { return }
        level = levels[min(max(index + places, 0), levels.count - 1)]
    }

    private mutating func openChosen(_ game: inout GameContext) {
        switch list {
        case .menu: if let item = menu.chosen(in: game.menuItems) { performMenuAction(item, &game) }
        case .people:
            let person = people.chosen(in: game.people.map(\.id))
            if let person { openCardOrRenameSelf(person, &game) }
        case .matches:
            if let match = matches.chosen(in: game.listedMatches) {
                game.watchInAnyHall(match)
            } else {
                takeOverDemo(&game)
            }
        }
    }

    private mutating func performMenuAction(_ item: MenuItem, _ game: inout GameContext) {
        guard game.hasMenuItem(item) else { return game.explainUnavailable(item) }
        switch item {
        case .lobby: game.updateProgram { $0.endProgramToOpenLobby() }
        case .continueHere:
            if let elsewhere = game.program.visit?.otherDeviceMatch {
                game.updateProgram { $0.startTakeover(of: elsewhere) }
            }
        case .quickMatch:
            // A search that waits for an idle player continues without that player.
            let looksOn =
                game.lookingSince == nil || game.program.visit?.invitations.sentWakeCall != nil
            game.askAndReportAllowedInvitations(.look(looksOn ? .auto : .open))
        case .invite: game.askAndReportAllowedInvitations(.invite)
        case .join: game.askInviteCodeToJoin()
        case .watch: game.currentScreen = .gallery
        case .puzzle:
            game.updateProgram { $0.openDailyPuzzle() }
            game.currentScreen = .localGame
        case .review: game.replayLastRound()
        case .clock: game.chooseClock(by: 1)
        case .series: game.chooseSeriesTarget(by: 1)
        case .statistics: game.currentScreen = .statistics
        case .settings: game.currentScreen = .settings
        case .resumeBotMatch: resumeBotMatch(&game)
        case .bot: resumeOrStartGame(against: .bot(level), &game)
        case .twoPlayers: resumeOrStartGame(against: .samePerson, &game)
        case .rename: game.askNewName()
        case .account:
            game.currentScreen = .account
            game.updateProgram { $0.requestDeviceList() }
        case .friends: game.openPageThatNeedsAccount(.friends)
        case .games: game.openPageThatNeedsAccount(.correspondenceGames)
        case .quit: game.quitProgramOrAskFirst()
        }
    }

    private func resumeOrStartGame(
        against opponent: LocalGame.LocalOpponent, _ game: inout GameContext
    ) {
        guard game.table?.opponent != opponent else { return game.currentScreen = .localGame }
        game.startLocalGame(LocalGame(against: opponent, seed: game.nextSeed()))
    }

    private mutating func resumeBotMatch(_ game: inout GameContext) {
        guard game.updateProgram({ $0.resumeBotMatch() }) else {
            return game.reply(LobbyWords.noBotMatchToResume)
        }
        game.currentScreen = .localGame
        if case .bot(let bot)? = game.table?.opponent { level = bot }
    }

    /// Continues the bots' match on the first board as a local game. The player takes the place of
    /// the weaker bot.
    private mutating func takeOverDemo(_ game: inout GameContext) {
        guard let tick = demoTicker.tick else { return }
        let moment =
            picture(in: game).botWallPicture?.matchTick ?? BotWall.slowedTick(tick, boards: 1)
        let scene = BotWall.shared.scene(on: 0, at: moment)
        guard
            let table = LocalGame(
                against: LocalGame.strongerOfBots, after: scene.moves,
                score: scene.match.earlierScore, seed: game.nextSeed(), at: game.now)
        else { return }
        game.startLocalGame(table)
        level = LocalGame.strongerOfBots
    }

    /// Opens a player's card. For the user's own row, asks for a new name.
    private func openCardOrRenameSelf(_ id: PlayerID, _ game: inout GameContext) {
        guard let person = game.program.visit?.lobbyState.person(id) else { return }
        game.isSelf(person) ? game.askNewName() : game.showCard(of: id)
    }

    /// Performs the effect of Esc. If Esc has no effect, shows the key that quits.
    private mutating func goBack(_ game: inout GameContext) {
        switch backEffect(in: game) {
        case .withdraw: game.ask(.withdrawChallenge)
        case .allowInvitations, .stopSearch, .cancelCode: game.ask(.look(.open))
        case .stopWaiting: game.updateProgram { $0.stopAwaitingPlayer() }
        case .selectMenu: list = .menu
        case nil:
            let quit = game.keyName(.quit)
            let isInLobby = game.program.visit != nil && !game.isAlone
            game.reply(
                isInLobby
                    ? LobbyScreenWords.inLobby(quit: quit) : LobbyScreenWords.inMenu(quit: quit))
        }
    }

    mutating func prepareForWheel(at point: Point, _ game: inout GameContext) {
        if let hit = picture(in: game).row(at: point) { list = hit.list }
    }

    mutating func clickOutsideBoard(_ point: Point, _ game: inout GameContext) {
        guard let hit = picture(in: game).row(at: point) else { return }
        let wasInList = list == hit.list
        list = hit.list
        let wasChosen =
            switch hit.list {
            case .menu: menu.selectAndReportIfUnchanged(hit.index, in: game.menuItems)
            case .people: people.selectAndReportIfUnchanged(hit.index, in: game.people.map(\.id))
            case .matches: matches.selectAndReportIfUnchanged(hit.index, in: game.listedMatches)
            }
        if wasInList, wasChosen { openChosen(&game) }
    }
}

extension LobbyScreen {
    func hint(in game: GameContext) -> String {
        if let failure = game.reportedFailure, case .offline? = game.program.visit?.status {
            return game.fitting(failure.sentence, failure.fewWords)
        }
        return switch list {
        case .menu: menu.chosen(in: game.menuItems).map { enterHint(of: $0, in: game) } ?? ""
        case .people:
            people.chosen(in: game.people.map(\.id)).map { enterHint(of: $0, in: game) }
                ?? hintOnEmptyList(LobbyScreenWords.noPlayerToChoose, in: game)
        case .matches:
            if !game.listedMatches.isEmpty {
                LobbyScreenWords.watchesMatch
            } else if demoTicker.tick != nil {
                LobbyScreenWords.takesOver
            } else {
                game.liveMatchCount > 0
                    ? "" : hintOnEmptyList(LobbyScreenWords.noMatchToChoose, in: game)
            }
        }
    }

    /// Returns the sentence, followed by the hint that Esc leads back to the menu. Leaves the hint
    /// out if Esc has another effect now.
    private func hintOnEmptyList(_ sentence: String, in game: GameContext) -> String {
        backEffect(in: game) == .selectMenu
            ? "\(sentence) \(LobbyScreenWords.leadsToMenu)" : sentence
    }

    private func enterHint(of item: MenuItem, in game: GameContext) -> String {
        switch item {
        case .continueHere:
            game.program.visit?.otherDeviceMatch.map {
                LobbyScreenWords.enterHint(toContinue: $0.opponent)
            } ?? ""
        case .quickMatch where game.lookingSince != nil:
            LobbyScreenWords.enterHintToStop(bot: game.keyName(.open(.bot)))
        case .invite where game.program.visit?.invitation != nil: LobbyScreenWords.codeIsMade
        case .resumeBotMatch:
            game.unfinishedBotMatch.map { _, solo in
                let score = solo.score.figures
                return game.fitting(
                    LobbyScreenWords.enterHint(toResume: solo.level, score: score),
                    LobbyScreenWords.shortEnterHint(toResume: solo.level, score: score))
            } ?? ""
        case .bot: LobbyScreenWords.enterHint(of: level)
        case .rename where game.program.accountName != nil: LobbyScreenWords.nameIsAccounts
        default: item.texts.enterHint
        }
    }

    private func enterHint(of id: PlayerID, in game: GameContext) -> String {
        guard let visit = game.program.visit, let person = visit.lobbyState.person(id) else {
            return ""
        }
        guard !game.isSelf(person) else {
            return game.program.accountName == nil
                ? LobbyScreenWords.thisIsYou : LobbyScreenWords.thisIsYourAccount
        }
        guard visit.invitations.sent?.opponent != id else {
            return LobbyScreenWords.youInvited(person.name)
        }
        return SharedListWords.opensCard(game.nameOrNickname(of: person))
    }
}

extension GameContext {
    /// Opens a page that needs an account. Shows a guest that an account is needed.
    fileprivate mutating func openPageThatNeedsAccount(_ page: ScreenName) {
        guard program.isSignedIn else { return replyAccountIsNeeded() }
        currentScreen = page
    }

    fileprivate mutating func askInviteCodeToJoin() {
        overlay = TextPrompt(LobbyScreenWords.code) { text, game in
            guard let code = JoinCodeWithHall(text) else { return JoinCode.ruleInWords }
            // If the form closed, the lobby would get the next letters as keys.
            guard game.program.visit?.isUnknownCodeOfThisHall(code) != true else {
                return RequestObstacle.unknownCode.reasonAndNextStep(about: "")
            }
            game.updateProgram { $0.joinFriend(by: code) }
            return nil
        }
    }

    fileprivate mutating func chooseClock(by places: Int) {
        let clock = program.profile.clock.stepped(by: places)
        let isChosen = updateProgram { $0.setClock(clock) }
        reply(isChosen ? ClockWords.newMatchClock(clock) : ClockWords.clocksNotSupported)
    }

    fileprivate mutating func chooseSeriesTarget(by places: Int) {
        let (targets, present) = (SeriesTarget.offered, program.profile.terms.target)
        let target =
            places < 0 ? targets.nextSmaller(than: present) : targets.nextLarger(than: present)
        let isChosen = updateProgram { $0.setSeriesTarget(target) }
        reply(
            isChosen ? MatchTermsWords.newMatchSeries(target) : MatchTermsWords.seriesNotSupported)
    }

    fileprivate mutating func explainUnavailable(_ item: MenuItem) {
        switch item {
        case .games, .friends, .account: replyAccountIsNeeded()
        case .resumeBotMatch: reply(LobbyWords.noBotMatchToResume)
        case .review: reply(ReplayWords.noRoundToReplay)
        case .continueHere: reply(LobbyScreenWords.nothingElsewhere)
        case .lobby, .quickMatch, .invite, .join, .watch, .puzzle, .bot, .twoPlayers, .clock,
            .series, .statistics, .rename, .settings, .quit:
            reply(LobbyScreenWords.isHere)
        }
    }

    /// Makes a request that may start a search or create a code. If the player wanted no
    /// invitations before, reports that this is over.
    mutating func askAndReportAllowedInvitations(_ request: LobbyRequest) {
        let wasUndisturbed = program.visit?.invitations.isUndisturbed == true
        ask(request)
        guard wasUndisturbed, program.visit?.invitations.isUndisturbed == false else { return }
        reply(LobbyWords.invitationsAllowed)
    }

    fileprivate mutating func nextSeed() -> UInt64 { updateProgram { $0.random.next() } }
}

enum SharedListWords {
    static let leadsToLobby = "Esc: back to the lobby."

    static func opensCard(_ name: String) -> String { "Enter opens \(name)'s card." }

    static func ago(_ span: Duration) -> String { "\(span.age) ago" }
}

private enum LobbyScreenWords {
    static let menu = "menu"
    static let lobby = "lobby"

    /// Returns the word in the last line for an effect of Esc.
    static func word(for effect: LobbyScreen.BackEffect) -> String {
        switch effect {
        case .withdraw: "withdraw"
        case .allowInvitations: "allow invitations"
        case .stopSearch: "stop looking"
        case .cancelCode: "cancel code"
        case .stopWaiting: "stop waiting"
        case .selectMenu: menu
        }
    }

    static let code = (
        "Your friend's invite code",
        "Your friend gets it from “\(MenuItem.invite.texts.name)”."
    )

    static let noPlayerToChoose = "No other players yet."
    static let noMatchToChoose = "No matches yet."
    static let leadsToMenu = "Esc goes back to the menu."
    static let watchesMatch = "Enter watches this match."
    static let nothingElsewhere = "You have no match on another device."
    static let isHere = "You are in the lobby."
    static let takesOver = "Enter takes over from the weaker bot."
    static let codeIsMade = "Your friend joins with your code. Esc cancels it."
    static let thisIsYou = "This is you. Enter changes your name."
    static let nameIsAccounts = "Your name is your account's."
    static let thisIsYourAccount = "This is you. \(nameIsAccounts)"

    static func youInvited(_ name: String) -> String { "You invited \(name) to play." }

    static func inLobby(quit: String) -> String {
        "You are in the lobby. Press \(quit) to quit."
    }

    static func inMenu(quit: String) -> String {
        "This is the main menu. Press \(quit) to quit."
    }

    static func enterHintToStop(bot key: String) -> String {
        "Press Enter to stop, \(key) to play a bot."
    }

    static func enterHint(toContinue opponent: String) -> String {
        "Enter continues your match against \(opponent) here."
    }

    static func enterHint(of bot: Bot) -> String {
        "Enter plays the \(bot.fullName). ← and → set its strength."
    }

    static func enterHint(toResume bot: Bot, score: String) -> String {
        "Enter resumes your match against the \(bot.fullName), \(score)."
    }

    static func shortEnterHint(toResume bot: Bot, score: String) -> String {
        "Enter resumes: \(bot.fullName), \(score)."
    }
}
