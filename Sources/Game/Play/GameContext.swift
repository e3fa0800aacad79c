internal import Commands
internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

/// The screens' view of the player's program, and the state that all screens share: the
/// preferences, the current screen, the effects of the current event.
///
/// Screens read the program's properties through a `GameContext`. They change the program with
/// `updateProgram`, which also shows the program's news.
@dynamicMemberLookup
struct GameContext: Sendable {
    private(set) var program: PlayerProgram
    var preferences: Preferences
    var effects: [ScreenClient.Effect] = []

    var size: Size
    var terminal = ReportedTerminalTraits()
    var currentScreen: ScreenName
    /// The panel or question over the screen; nil if there is none. The overlay gets the keys
    /// before the screen.
    var overlay: (any Overlay)?
    /// The form that opens again if the server refuses the form's request; nil unless such a
    /// request is pending.
    var sentForm: SentForm?
    /// The screen that was just opened with new state; nil once the router has stored it.
    var openedScreen: (any Screen)?
    /// The index of the help page over the screen; nil while the help is closed.
    var helpPage: Int?
    var noticeboard = Noticeboard()
    /// The line that the terminal shows after the program's end, instead of the last result.
    var exitLine: String?

    /// The state of the list of matches. The lobby, the gallery and the spectator's screen
    /// share it.
    var matchList = MatchListState()
    var statistics = StatisticsCache()
    /// The key of the correspondence game that is or was shown; nil once the list of games has
    /// selected that game.
    var shownCorrespondenceGameKey: String?
    /// The time limit of new correspondence games.
    var daysPerMove = DaysPerMove.usual
    /// True while the search for an opponent pauses because of the current screen or overlay.
    private var hasPausedSearch = false
    var animation = BoardAnimation()
    /// The square that the player chose although it has a piece; nil after the next key.
    var refusedSquare: Square?
    /// The last round that ended in this program, with the opponent's name; nil before one has
    /// ended. The name is nil for a round of a local game.
    private(set) var endedRound: (round: PlayedRound, opponent: String?)?

    init(_ program: PlayerProgram, preferences: Preferences, size: Size) {
        self.program = program
        self.preferences = preferences
        self.size = size
        currentScreen =
            switch program.purpose.opening {
            case .lobby, .join, .challenge: .lobby
            case .watch: .gallery
            case .table: .localGame
            case .replay: .replay
            }
    }

    subscript<Value>(dynamicMember path: KeyPath<PlayerProgram, Value>) -> Value {
        program[keyPath: path]
    }

    /// Calls `change`. Then collects the program's effects and shows its news, even if `change`
    /// throws. Returns the result of `change`.
    @discardableResult
    mutating func updateProgram<Value, Failure: Error>(
        _ change: (inout PlayerProgram) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer {
            for effect in program.takeEffects() { effects.append(.program(effect)) }
            for news in program.takeNews() { show(news) }
        }
        return try change(&program)
    }

    mutating func ask(_ request: LobbyRequest) { updateProgram { $0.ask(request) } }

    mutating func askSignedIn(_ request: (Token) -> AccountRequest) {
        updateProgram { $0.sendIfSignedIn(request) }
    }

    /// The player's name, as other players see it; `LobbyWords.you` without a lobby. It does not
    /// change during a match.
    var ownName: String {
        if let name = program.visit?.own?.ownName { return name }
        guard let me = program.visit?.me, let roster = program.visit?.lobbyState.roster else {
            return LobbyWords.you
        }
        return roster.contains(me)
            ? roster.shownName(of: me) : program.userName?.text ?? LobbyWords.guest
    }

    func keyName(_ intent: Intent) -> String { preferences.keymap.keyName(for: intent) }

    var numbering: SquareNumbering { preferences.keymap.numbering }

    /// True if the window has room only for the short forms of titles and questions.
    var isNarrow: Bool { size.columns < TitleBar.wide }

    /// Returns the first form that fits in the line above the keys; otherwise the last one.
    func fitting(_ forms: String...) -> String { forms.first(fitting: size.columns - 2) }

    /// Returns both sentences in one line; nil if they do not fit.
    func inOneLine(_ one: String, _ other: String) -> String? {
        let both = "\(one) \(other)"
        return both.columns + 2 <= size.columns ? both : nil
    }

    var isAtBoard: Bool { currentScreen == .match || currentScreen == .localGame }

    /// Shows a sentence in reply to the last key, unless an important notice is shown. The list of
    /// notices does not include the sentence.
    mutating func reply(_ sentence: String, _ style: Style = .notice) {
        noticeboard.showUnlistedReply(
            preferences.wordsForKeys(in: sentence), style, at: program.now)
    }

    /// Adds a sentence to the list of notices. Also shows the sentence, unless `isSilent` is true
    /// or a more important notice is shown.
    mutating func postNews(
        _ sentence: String, _ style: Style = .notice, _ rank: Noticeboard.Rank = .usual,
        isSilent: Bool = false
    ) {
        noticeboard.listAndShowNews(sentence, style, rank, at: program.now, isSilent: isSilent)
    }

    private var showsNotices: Bool {
        overlay == nil && helpPage == nil && program.openInvitation == nil
    }

    /// Removes the notice before a key is handled, unless it is important and the player has not
    /// seen it.
    mutating func clearNoticeUnlessUnseenImportant() {
        noticeboard.clearUnlessUnseenImportant(isSeen: showsNotices)
    }

    mutating func open(_ screen: any Screen, at name: ScreenName) {
        openedScreen = screen
        currentScreen = name
    }

    mutating func startLocalGame(_ table: LocalGame) {
        updateProgram { $0.startGame(at: table) }
        currentScreen = .localGame
    }
}

extension GameContext {
    mutating func updateAfterEvent() {
        pauseOrResumeSearch()
        let (fixed, isBusy, isInLocalGame) = (
            preferences.fixed, overlay != nil, currentScreen == .localGame
        )
        let isInRound = program.isInRound
        updateProgram { program in
            program.updateAfterEvent(fixed: fixed) { question in
                if case .continueHere = question, isInLocalGame { return false }
                // In a round, Enter places a piece, and would answer no.
                if case .admit = question, isInRound || isInLocalGame { return false }
                return !isBusy
            }
        }
        storeEndedRoundForReplay()
        openOrCloseMatchScreen()
        openOrCloseWatchScreen()
        showWaitingInvitation()
        let isWatching = currentScreen == .gallery || currentScreen == .watching
        matchList.updateMoveHistories(isWatching ? program.visit?.lobbyState.liveMatches ?? [] : [])
    }

    /// Pauses the search for an opponent while a screen or an overlay with `pausesSearch` is open,
    /// so that no match interrupts the player. Resumes the search afterwards, unless the player has
    /// chosen another mode, or has joined a friend.
    private mutating func pauseOrResumeSearch() {
        guard program.visit?.isInMatch == false else {
            hasPausedSearch = false
            return
        }
        if currentScreen.screenType.pausesSearch || overlay?.pausesSearch == true {
            guard program.visit?.player?.mode.isLooking == true,
                program.visit?.invitations.sent == nil
            else { return }
            hasPausedSearch = true
            ask(.look(.open))
        } else if hasPausedSearch, program.visit?.challenge == nil,
            program.visit?.halls.isMoving == false
        {
            hasPausedSearch = false
            let player = program.visit?.player
            if player?.mode == .open, player?.code == nil { ask(.look(.auto)) }
        }
    }

    /// Stores the last round that ended in a match, or in a local game that is neither a puzzle nor
    /// a demo.
    private mutating func storeEndedRoundForReplay() {
        if let own = program.visit?.own, let match = program.visit?.match?.match {
            guard let round = own.endedRound(in: match) else { return }
            endedRound = (round, own.opponentName)
        } else if let table = program.table, !table.isPuzzle, table.opponent != .bots {
            guard let round = table.endedRound else { return }
            endedRound = (round, nil)
        }
    }

    var hasLastRound: Bool {
        endedRound != nil || program.records.map { $0.roundCount > 0 } == true
    }

    var lastRound: PlayedRound? {
        if let endedRound { return endedRound.round }
        let last = program.records?.latestResults(1).first
        return last.flatMap { key, result in result.playedRound(ownName: ownName, under: key) }
    }

    mutating func replayLastRound() {
        guard let lastRound else {
            return reply(hasLastRound ? ReplayWords.cannotReplay : ReplayWords.noRoundToReplay)
        }
        open(ReplayScreen(lastRound, from: .lobby), at: .replay)
    }

    private mutating func openOrCloseMatchScreen() {
        guard program.visit?.isInMatch == true, let match = program.visit?.match else {
            if currentScreen == .match { currentScreen = .lobby }
            return
        }
        // The replay of a finished round stays open until another round begins.
        let isReviewing = currentScreen == .replay && match.match?.outcome != nil
        guard currentScreen != .match, !isReviewing else { return }
        currentScreen = .match
        if let themes = overlay as? ThemeList { themes.restoreTheme(&self) }
        overlay = nil
        helpPage = nil
    }

    private mutating func openOrCloseWatchScreen() {
        guard let choice = program.visit?.watching.choice else { return }
        if currentScreen == .watching, choice == .nothing { currentScreen = .gallery }
        // A spectator who moved to another hall for a match is shown the match.
        let isListed = currentScreen == .lobby || currentScreen == .gallery
        if isListed, program.visit?.isInMatch == false, choice != .nothing {
            currentScreen = .watching
        }
    }
}

/// The abilities of the terminal, as far as it has reported them.
struct ReportedTerminalTraits: Hashable, Sendable {
    /// The longest answer time of a remote terminal that shows animations.
    static let longestQuickAnswer = Duration.milliseconds(120)

    var hasLightBackground: Bool?
    var answersQuickly = false
    var hasSextants = false
}

extension GameContext {
    /// Ends the program. Asks first during a match's round, or if a local round would be lost.
    mutating func quitProgramOrAskFirst() {
        if program.isInRound {
            overlay = Question(
                { GameContextWords.quit($0.costOfLeaving) }, endsByControlC: true,
                while: { $0.isInRound }
            ) { $0.leaveProgram() }
        } else if losesLocalRound {
            overlay = Question(
                {
                    GameContextWords.quit(
                        $0.fitting(GameContextWords.roundLost, GameContextWords.fewRoundLost))
                },
                endsByControlC: true, while: { $0.losesLocalRound }
            ) { $0.leaveProgram() }
        } else {
            leaveProgram()
        }
    }

    /// True if quitting would lose the round of a local game. An account stores unfinished rounds
    /// against bots.
    private var losesLocalRound: Bool {
        guard let table = program.table, table.match.outcome == nil, table.match.moveCount > 0
        else { return false }
        return switch table.opponent {
        case .samePerson: true
        case .bot: program.records == nil
        case .puzzle, .bots: false
        }
    }

    mutating func leaveProgram() { updateProgram { $0.leaveLobby(then: .leave) } }

    mutating func suspend() {
        guard program.profile.way == .terminal else {
            return reply(KeyReplyWords.cannotSuspend(quit: keyName(.quit)))
        }
        updateProgram { $0.suspend() }
    }

    /// Adds the effect that suspends or leaves the program, once the program's goodbye is complete.
    mutating func addEffectsOfFinishedExit() {
        switch updateProgram({ $0.finishExitIfGoodbyeOver() }) {
        case .suspend: effects.append(.show(.suspend))
        case .leave: effects.append(.leave(.done, lastLine: lastLine))
        case nil: break
        }
    }

    private var lastLine: String? {
        let localGameLine = program.table?.resultLine
        guard currentScreen != .localGame else { return localGameLine }
        return exitLine ?? program.results.last?.line ?? localGameLine
    }
}

extension RecentMatchScores.MatchScore {
    var line: String? { own.scoreLineAtExit(with: score) }
}

extension GameContext {
    var drawsSextants: Bool { terminal.hasSextants && !preferences.isASCII }

    /// True if pieces are animated. Spectators over ssh share one picture, and on a slow connection
    /// an animation would lag.
    var showsAnimations: Bool {
        preferences.hasMotion && program.visit?.snapshot == nil
            && (program.profile.way == .terminal || terminal.answersQuickly)
    }

    mutating func toggleMouse() {
        preferences.hasMouse.toggle()
        effects.append(.show(.useMouse(preferences.hasMouse)))
        reply(KeyReplyWords.mouse(isOn: preferences.hasMouse))
    }

    mutating func toggleBell() {
        preferences.hasBell.toggle()
        let hasBell = preferences.hasBell
        updateProgram { $0.storeSetting(.sound, .bool(hasBell)) }
        reply(KeyReplyWords.bell(isOn: preferences.hasBell))
    }

    mutating func applyTerminalPreferences() {
        effects += [
            .show(.useTheme(preferences.theme)), .show(.useMouse(preferences.hasMouse)),
            .show(.useNotices(preferences.notifies)),
        ]
    }

    mutating func alertPlayer() {
        if preferences.hasBell { effects.append(.show(.ring)) }
        if preferences.notifies { effects.append(.show(.notify)) }
    }

    /// Continues the game on a different terminal, which has this size.
    mutating func adaptAfterTerminalChange(to size: Size) {
        self.size = size
        terminal = ReportedTerminalTraits()
        applyTerminalPreferences()
        updateProgram { $0.reconnectOrCheckConnection() }
    }

    /// True if the theme depends on the terminal's background, because no theme has been chosen.
    private var wantsBackground: Bool {
        !preferences.fixed.contains(.theme) && program.profile.choices[.theme] == nil
    }

    /// Remembers the terminal's background. Also uses the theme for that background, unless a theme
    /// has been chosen.
    mutating func adoptBackground(isLight: Bool) {
        terminal.hasLightBackground = isLight
        let name = preferences.terminal
        updateProgram { $0.storeBackground(isLight: isLight, on: name) }
        let theme = Theme.suited(toLight: isLight)
        guard wantsBackground, preferences.theme.name != theme.name else { return }
        preferences.theme = theme
        effects.append(.show(.useTheme(theme)))
    }

    /// Adopts settings that were read again. Choices that the player made in the game stay.
    mutating func applyReloaded(_ preferences: Preferences) {
        self.preferences.replaceOnReread(by: preferences, keeping: program.profile.choices)
        applyTerminalPreferences()
        if let isLight = terminal.hasLightBackground { adoptBackground(isLight: isLight) }
        reply(KeyReplyWords.configured)
    }
}

extension GameContext {
    /// The next whole second. All clocks on the screen change then.
    var nextSecond: Instant { .start + .seconds(program.now.wholeSeconds + 1) }

    /// Returns true if the picture shows a time in seconds, on the screen or in a line that all
    /// screens share. Without a lobby, returns false.
    func needsRedrawEverySecond(_ screen: any Screen) -> Bool {
        guard let hasAbsence = program.visit?.lobbyState.hasListedAbsentee(at: program.now) else {
            return false
        }
        return program.isOffline || hasAbsence || screen.showsTimeInSeconds(in: self)
            || program.openInvitation != nil
    }

    /// The time when the title bar will report an unsent change; nil if there is none, or if it is
    /// reported already.
    var unsentChangeShownAt: Instant? {
        program.unsentSince.map { $0 + TitleBarSyncStatus.leastDelay }
            .flatMap { $0 > program.now ? $0 : nil }
    }

    /// The time when the age of the last reply changes in the title bar; nil if it will not change
    /// by itself.
    var replyAgeChangesAt: Instant? {
        guard let statistics = program.visit?.statistics, program.visit?.status == .synced else {
            return nil
        }
        return RoundTripOrReplyAge(statistics, at: program.now).changesAt
    }
}

enum KeyReplyWords {
    static let pasted = "Pasting doesn't place a piece."
    static let chooseSquareFirst = "Choose a square first: arrows or 1-9."
    static let nothingAsked = "There is nothing to answer."
    static let afterRound = "That is possible after the round."
    static let noPlayerToFollow = "No player to follow right now."
    static let configured = "Settings reloaded."

    static func keyHasNoEffect(_ stroke: String, help: String) -> String {
        "\(stroke) does nothing here. Press \(help) for help."
    }

    static func cannotSuspend(quit: String) -> String {
        "You can't suspend a game over ssh. Press \(quit) to quit."
    }

    static func finishRoundFirst(resign: String) -> String {
        "Finish this round first. \(resign) resigns, Esc leaves."
    }

    static func follows(_ name: String) -> String {
        "Following \(name) from match to match."
    }

    static func themeChanged(_ theme: String) -> String { "Theme: \(theme)." }

    static func mouse(isOn: Bool) -> String {
        isOn ? "The mouse is on." : "The mouse is off. You can select text again."
    }

    static func bell(isOn: Bool) -> String { "The bell is \(isOn ? "on" : "off")." }
}

private enum GameContextWords {
    static let roundLost = "You can't resume your unfinished round."
    static let fewRoundLost = "Round lost."

    /// Returns the question before quitting. `consequence` is a sentence.
    static func quit(_ consequence: String) -> QuestionWords {
        QuestionWords("Quit? \(consequence)", yes: "quit")
    }
}
