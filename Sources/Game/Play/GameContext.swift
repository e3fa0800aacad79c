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
/// preferences, the current screen, and the effects of the current event.
///
/// Screens read the program's properties through it. They change the program with `updateProgram`,
/// which also shows the program's news.
@dynamicMemberLookup
struct GameContext: Sendable {
    private(set) var program: PlayerProgram
    var preferences: Preferences
    var effects: [ScreenClient.Effect] = []

    var size: Size
    var terminal = ReportedTerminalTraits()
    var place: ScreenName
    /// The panel or the question over the screen, which gets the keys.
    var overlay: (any Overlay)?
    /// The screen that was just opened with new state, at `place`; nil once the router has stored
    /// it.
    var opened: (any Screen)?
    /// The index of the help page over the screen; nil while the help is closed.
    var helpPage: Int?
    var noticeboard = Noticeboard()
    /// The last line on the terminal after the program's end, instead of the last score.
    var lastWords: String?

    /// The list of matches, which the lobby, the gallery and the spectator's screen share.
    var gallery = MatchListState()
    var statistics = StatisticsCache()
    /// The key of the correspondence game whose board is open.
    var openGame: String?
    /// The time limit of new correspondence games.
    var dayLimit = DaysPerMove.usual
    /// True while the search for an opponent pauses, because a page of the account is open.
    private var pausesSearch = false
    var motion = BoardAnimation()
    /// The square that was chosen although it has a piece, until the next key.
    var refused: Square?
    /// The last round that ended at a board of this program.
    private var endedRound: PlayedRound?

    init(_ program: PlayerProgram, preferences: Preferences, size: Size) {
        self.program = program
        self.preferences = preferences
        self.size = size
        place =
            switch program.purpose.opening {
            case .lobby, .join, .challenge: .lobby
            case .watch: .gallery
            case .table: .table
            case .replay: .replay
            }
    }

    subscript<Value>(dynamicMember path: KeyPath<PlayerProgram, Value>) -> Value {
        program[keyPath: path]
    }

    /// Calls a function that changes the program, and shows the program's news.
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

    mutating func ask(_ request: Request) { updateProgram { $0.ask(request) } }

    mutating func askSignedIn(_ request: (Token) -> AccountRequest) {
        updateProgram { $0.askSignedIn(request) }
    }

    /// The player's name, as other players see it; `LobbyWords.you` without a lobby.
    var ownName: String {
        guard let me = program.visit?.me, let roster = program.visit?.lobbyState.roster else {
            return LobbyWords.you
        }
        return roster.contains(me)
            ? roster.shownName(of: me) : program.profile.name?.text ?? LobbyWords.guest
    }

    /// Returns the name of the key for an intent.
    func keyName(_ intent: Intent) -> String { preferences.keymap.word(for: intent) }

    /// Returns the first form that fits in the line above the keys; otherwise the last one.
    func fitting(_ forms: String...) -> String {
        forms.first { $0.columns <= size.columns - 2 } ?? forms.last ?? ""
    }

    /// True while the player is at a board, and should not be disturbed.
    var isAtBoard: Bool { place == .match || place == .table }

    /// Shows a sentence in reply to the last key. The list of notices does not have it.
    mutating func reply(_ sentence: String, _ style: Style = .notice) {
        noticeboard.showUnlistedReply(sentence, style, at: program.now)
    }

    /// Lists news that no key has caused, and shows it unless it is silent.
    mutating func post(
        _ sentence: String, _ style: Style = .notice, _ rank: Noticeboard.Rank = .usual,
        isSilent: Bool = false
    ) {
        noticeboard.listAndShowNews(sentence, style, rank, at: program.now, isSilent: isSilent)
    }

    /// True if the line above the keys can show notices.
    private var showsNotices: Bool {
        overlay == nil && helpPage == nil && program.openInvitation == nil
    }

    /// Removes the notice before a key is handled, unless it is important and the player has not
    /// seen it.
    mutating func clearNotice() { noticeboard.clearUnlessUnseenImportant(isSeen: showsNotices) }

    /// Opens a screen with new state.
    mutating func open(_ screen: any Screen, at place: ScreenName) {
        opened = screen
        self.place = place
    }

    /// Opens a match at the table.
    mutating func startGame(at table: LocalGame) {
        updateProgram { $0.startGame(at: table) }
        place = .table
    }
}

/// The updates after each event.
extension GameContext {
    mutating func updateAfterEvent() {
        pauseSearchOnAccountPages()
        let (fixed, isBusy, isAtTable) = (preferences.fixed, overlay != nil, place == .table)
        updateProgram { program in
            program.update(fixed: fixed) { question in
                if case .continueHere = question, isAtTable { return false }
                return !isBusy
            }
        }
        storeEndedRoundForReplay()
        updateMatchScreen()
        updateWatchScreen()
        showWaitingInvitation()
        let isWatching = place == .gallery || place == .watching
        gallery.updateMoveHistories(isWatching ? program.visit?.lobbyState.liveMatches ?? [] : [])
    }

    /// Pauses the search for an opponent while a page of the account is open, so that no match
    /// interrupts the player, and resumes it afterwards.
    private mutating func pauseSearchOnAccountPages() {
        guard program.visit?.isInMatch == false else {
            pausesSearch = false
            return
        }
        if place.screen.isOfAccount {
            guard program.visit?.player?.mode.isLooking == true,
                program.visit?.invitations.sent == nil
            else { return }
            pausesSearch = true
            ask(.look(.open))
        } else if pausesSearch {
            pausesSearch = false
            let player = program.visit?.player
            if player?.mode == .open, player?.code == nil { ask(.look(.auto)) }
        }
    }

    /// Stores the round that has just ended, for a replay from the lobby.
    private mutating func storeEndedRoundForReplay() {
        if let own = program.visit?.own, let match = program.visit?.match?.match {
            let names = own.names(withOwn: ownName)
            endedRound = PlayedRound(own.trace.moves, of: names, match) ?? endedRound
        } else if let table = program.table, !table.isPuzzle, table.opponent != .bots {
            let names = (table.name(of: .circle), table.name(of: .cross))
            endedRound = PlayedRound(table.trace.moves, of: names, table.match) ?? endedRound
        }
    }

    /// True if a round has ended in this program, or if the account has any rounds.
    var hasLastRound: Bool {
        endedRound != nil || program.records.map { $0.roundCount > 0 } == true
    }

    var lastRound: PlayedRound? {
        if let endedRound { return endedRound }
        let last = program.records?.latestResults(1).first
        return last.flatMap { key, result in result.playedRound(by: ownName, under: key) }
    }

    mutating func reviewLastRound() {
        guard let lastRound else {
            return reply(hasLastRound ? ReplayWords.cannotReplay : ReplayWords.noRoundToReplay)
        }
        open(ReplayScreen(lastRound, from: .lobby), at: .replay)
    }

    private mutating func updateMatchScreen() {
        guard program.visit?.isInMatch == true, let match = program.visit?.match else {
            if place == .match { place = .lobby }
            return
        }
        // The replay of a finished round stays open until another round begins.
        let isReviewing = place == .replay && match.match?.outcome != nil
        guard place != .match, !isReviewing else { return }
        place = .match
        overlay = nil
        helpPage = nil
    }

    private mutating func updateWatchScreen() {
        guard let choice = program.visit?.watching.choice else { return }
        if place == .watching, choice == .nothing { place = .gallery }
        // A spectator who moved to another hall for a match is shown the match.
        let isListed = place == .lobby || place == .gallery
        if isListed, program.visit?.isInMatch == false, choice != .nothing { place = .watching }
    }
}

/// The abilities of the terminal, as far as it has reported them.
struct ReportedTerminalTraits: Hashable, Sendable {
    /// The longest answer time of a remote terminal that shows animations.
    static let quickAnswer = Duration.milliseconds(120)

    var hasLightBackground: Bool?
    var hasQuickLine = false
    /// True if the terminal draws blocks of three rows without gaps.
    var hasSextants = false
}

/// The end of the program, and its last line.
extension GameContext {
    /// Quits the program. Asks first if the player would lose a round.
    mutating func quit() {
        if program.isInRound {
            overlay = Question(
                { Words.quit($0.costOfLeaving) }, endsByControlC: true,
                while: { $0.visit?.own != nil }
            ) { $0.leaveProgram() }
        } else if losesTable {
            overlay = Question(
                { Words.quit($0.fitting(Words.roundLost, Words.fewRoundLost)) },
                endsByControlC: true
            ) { $0.leaveProgram() }
        } else {
            leaveProgram()
        }
    }

    /// True if quitting would lose the round at the table. An account keeps rounds against bots.
    private var losesTable: Bool {
        guard let table = program.table, table.match.outcome == nil, table.match.moveCount > 0
        else { return false }
        return switch table.opponent {
        case .samePerson: true
        case .bot: program.records == nil
        case .puzzle, .bots: false
        }
    }

    mutating func leaveProgram() { updateProgram { $0.sayGoodbye(then: .leave) } }

    mutating func suspend() {
        guard program.profile.way == .terminal else {
            return reply(KeyReplyWords.cannotSuspend(quit: keyName(.quit)))
        }
        updateProgram { $0.suspend() }
    }

    /// Suspends or ends the program, as requested, once the server has answered or the wait has
    /// timed out.
    mutating func finishExit() {
        switch updateProgram({ $0.finishExit() }) {
        case .suspend: effects.append(.show(.suspend))
        case .leave: effects.append(.leave(.done, lastLine: lastLine))
        case nil: break
        }
    }

    private var lastLine: String? {
        let tableLine = program.table?.resultLine
        guard place != .table else { return tableLine }
        return lastWords ?? program.results.last?.line ?? tableLine
    }
}

extension RecentMatchScores.Result {
    /// A line with the score; nil if there is no score to print.
    var line: String? { own.scoreLineAtExit(with: score) }
}

/// The terminal that shows the game.
extension GameContext {
    var drawsSextants: Bool { terminal.hasSextants && !preferences.isASCII }

    /// True if pieces are animated. Spectators over ssh share one picture, and on a slow connection
    /// an animation would lag.
    var mayMove: Bool {
        preferences.hasMotion && program.visit?.snapshot == nil
            && (program.profile.way == .terminal || terminal.hasQuickLine)
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

    /// Prepares the terminal that shows the game from now on.
    mutating func prepareTerminal() {
        effects += [
            .show(.useTheme(preferences.theme)), .show(.useMouse(preferences.hasMouse)),
            .show(.useNotices(preferences.notifies)),
        ]
    }

    /// Alerts a player who may be looking elsewhere, in the ways that the player has chosen.
    mutating func alertPlayer() {
        if preferences.hasBell { effects.append(.show(.ring)) }
        if preferences.notifies { effects.append(.show(.notify)) }
    }

    /// Continues the game on a different terminal, which has this size.
    mutating func adaptAfterTerminalChange(to size: Size) {
        self.size = size
        terminal = ReportedTerminalTraits()
        prepareTerminal()
        updateProgram { $0.reconnectOrCheckConnection() }
    }

    /// True if the theme depends on the terminal's background, because the player has chosen none.
    var wantsBackground: Bool {
        !preferences.fixed.contains(.theme) && program.profile.choices[.theme] == nil
    }

    /// Remembers the terminal's background. Also chooses the theme for it, unless the player has
    /// chosen a theme.
    mutating func suitTheme(toLight isLight: Bool) {
        terminal.hasLightBackground = isLight
        let name = preferences.terminal
        updateProgram { $0.storeBackground(isLight: isLight, on: name) }
        let theme = Theme.suited(toLight: isLight)
        guard wantsBackground, preferences.theme.name != theme.name else { return }
        preferences.theme = theme
        effects.append(.show(.useTheme(theme)))
    }

    /// Adopts settings that were read again. Choices made in the game stay.
    mutating func applyReloaded(_ preferences: Preferences) {
        self.preferences.replaceOnReread(by: preferences, keeping: program.profile.choices)
        prepareTerminal()
        if let isLight = terminal.hasLightBackground { suitTheme(toLight: isLight) }
        reply(KeyReplyWords.configured)
    }
}

/// The times when the picture changes by itself.
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
    var sendingShownAt: Instant? {
        program.unsentSince.map { $0 + TitleBarSyncStatus.leastDelay }
            .flatMap { $0 > program.now ? $0 : nil }
    }

    /// The time when the age of the last reply changes in the title bar; nil if it will not change
    /// by itself.
    var lastWordChangesAt: Instant? {
        guard let statistics = program.visit?.statistics, program.visit?.status == .synced else {
            return nil
        }
        return LastReplyAge(statistics, at: program.now).changesAt
    }
}

/// Immediate answers to a key press.
enum KeyReplyWords {
    static let pasted = "Pasting doesn't place a piece."
    static let chooseSquareFirst = "Choose a square first: arrows or 1-9."
    static let nothingAsked = "There is nothing to answer."
    static let afterRound = "That is possible after the round."
    static let nobodyToFollow = "No player to follow right now."
    static let configured = "Settings reloaded."

    static func nothing(by stroke: String, help: String) -> String {
        "\(stroke) does nothing here. Press \(help) for help."
    }

    static func cannotSuspend(quit: String) -> String {
        "You can't suspend a game over ssh. Press \(quit) to quit."
    }

    static func roundFirst(resign: String) -> String {
        "Finish this round first. \(resign) resigns, Esc leaves."
    }

    static func follows(_ name: String) -> String {
        "Following \(name) from match to match."
    }

    static func colours(_ theme: String) -> String { "Theme: \(theme)." }

    static func mouse(isOn: Bool) -> String {
        isOn ? "The mouse is on." : "The mouse is off. You can select text again."
    }

    static func bell(isOn: Bool) -> String { "The bell is \(isOn ? "on" : "off")." }
}

private enum Words {
    static let roundLost = "You can't resume your unfinished round."
    static let fewRoundLost = "Round lost."

    /// Returns the question before quitting. `consequence` is a sentence.
    static func quit(_ consequence: String) -> QuestionWords {
        QuestionWords("Quit? \(consequence)", yes: "quit")
    }
}
