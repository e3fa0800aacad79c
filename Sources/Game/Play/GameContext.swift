internal import Commands
internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import Visit
internal import Wording

/// The state that all screens share: the player's program, the preferences, the time, the place on
/// the screen, and the effects of the present event.
struct GameContext: Sendable {
    var purpose: Purpose
    var preferences: Preferences
    /// Nil for a game that needs no server.
    var visit: LobbyClient?
    /// The match against a bot, or of two players at this keyboard.
    var table: Table?
    var uplink = Uplink()
    /// The beginning of the search for an opponent; nil while there is none.
    var lookingSince: Instant?
    var lastResult = LastResult()
    var account = AccountState()
    var random: SeededRandom
    var now = Instant.start
    var effects: [Client.Effect] = []

    var size: Size
    var terminal = TerminalTraits()
    var place: Place
    /// The panel or the question over the screen. It takes the keys.
    var overlay: (any Overlay)?
    /// The screen that was just opened with a state of its own, at `place`.
    var opened: (any Screen)?
    /// The page of the help over the screen; nil for none.
    var helpPage: Int?
    var noticeboard = Noticeboard()

    /// The list of matches, which the lobby, the gallery and the spectator's screen share.
    var gallery = MatchList()
    var games = DayGameState()
    var motion = Motion()
    /// A square with a piece that the player chose, until the next key.
    var refused: Square?

    init(
        _ opening: Opening, visit: LobbyClient?, preferences: Preferences, size: Size, seed: UInt64
    ) {
        purpose = Purpose(opening)
        self.visit = visit
        self.preferences = preferences
        self.visit?.device = preferences.device
        self.size = size
        random = SeededRandom(seed: seed)
        place =
            switch opening {
            case .lobby, .join, .challenge: .lobby
            case .watch: .gallery
            case .table: .table
            case .replay: .replay
            }
    }

    var session: LobbySession? { visit?.session }

    /// True if there is no lobby: the program was started for a game at this terminal.
    var isAlone: Bool {
        guard visit != nil, case .table = purpose.opening else { return visit == nil }
        return true
    }

    var isSignedIn: Bool { visit?.account != nil }

    /// The data of the player's account; nil for a guest.
    var records: PersonRecords? { visit?.records }

    var isOffline: Bool {
        if case .offline(.some, _)? = visit?.status { true } else { false }
    }

    /// The time by this machine's calendar, as far as the program knows it.
    var today: Stamp { preferences.startedAt + (now - .start) }

    /// The player's name, as other players see it.
    var ownName: String {
        guard let session else { return LobbyWords.you }
        guard session.lobbyState.roster.contains(session.me) else {
            return preferences.name?.text ?? LobbyWords.guest
        }
        return session.lobbyState.roster.name(of: session.me)
    }

    /// The key for an intent, as people read it.
    func key(_ intent: Intent) -> String { preferences.keymap.word(for: intent) }

    /// Returns the first form that the line above the keys has room for, or the last one.
    func fitting(_ forms: String...) -> String {
        forms.first { $0.columns <= size.columns - 2 } ?? forms.last ?? ""
    }

    /// True while the player sits at a board and should not be disturbed.
    var isAtBoard: Bool { place == .match || place == .table }

    /// Shows a sentence about the key that was just pressed.
    mutating func answer(_ sentence: String, _ style: Style = .notice) {
        noticeboard.answer(sentence, style, at: now)
    }

    /// Goes to a screen in a new state.
    mutating func open(_ screen: any Screen, at place: Place) {
        opened = screen
        self.place = place
    }
}

/// The traits of the terminal, as far as it has reported them.
struct TerminalTraits: Hashable, Sendable {
    /// The longest answer time of a distant terminal whose pieces move.
    static let quickAnswer = Duration.milliseconds(120)

    var hasLightBackground: Bool?
    var hasQuickLine = false
    /// True if the terminal draws blocks of three rows without gaps.
    var hasSextants = false
}

/// The connection to the server, as the player knows it.
struct Uplink: Hashable, Sendable {
    /// Nil while no connection is open.
    var connection: ConnectionID?
    /// The reason why there was no connection, as the player read it.
    var toldFailure: ConnectionFailure?
    /// The time since when the server lacks a change.
    var unsentSince: Instant?
    /// The goodbye before the program stops or ends.
    var exit: Exit?
    /// The visit of a match that waits, until the player decides about it.
    var waiting: LobbyClient.Beginning?
    /// The match on another device that the player was last asked about.
    var offered: Elsewhere?
}

/// A goodbye to the server, and the action after its answer.
struct Exit: Hashable, Sendable {
    enum Intention: Hashable, Sendable {
        case suspend
        case leave
    }

    /// The longest wait for an answer.
    static let patience = Duration.milliseconds(500)
    /// The same where the player's match waits for them on the server.
    static let haste = Duration.milliseconds(200)

    let intention: Intention
    let due: Instant
}

/// The results of the last matches with a decided round.
struct LastResult: Hashable, Sendable {
    private var own: OwnMatch?
    /// The score of the match in play, and true if its round is over.
    private var score = Score()
    private var isRoundOver = false
    /// The last result in a line, for the terminal after the program has ended.
    private(set) var line: String?
    /// The results of the matches that are over, the last one first.
    private(set) var told: [String] = []
    private static let most = 3

    mutating func follow(_ own: OwnMatch, _ match: Match) {
        if own.key != self.own?.key { add() }
        self.own = own
        (score, isRoundOver) = (match.score, match.outcome != nil)
        line = own.resultLine(with: score) ?? line
    }

    /// Replaces the line by one that matters more.
    mutating func replace(with line: String) {
        own = nil
        self.line = line
    }

    /// Counts a round that the end of the match has decided.
    mutating func conclude(by end: MatchEnd) {
        if let own, !isRoundOver { score = score.counting(end.outcome(for: own.piece)) }
        line = own?.resultLine(with: score) ?? line
        add()
        own = nil
    }

    private mutating func add() {
        guard let line = own?.resultLine(with: score) else { return }
        told = Array(([line] + told).prefix(Self.most))
    }
}

/// The end of the program.
extension GameContext {
    mutating func quit() {
        guard session?.own != nil, session?.match?.match?.outcome == nil else {
            return sayGoodbye(then: .leave)
        }
        overlay = Question(
            { Words.quit($0.costOfLeaving) }, endsByControlC: true,
            while: { $0.session?.own != nil }
        ) { $0.sayGoodbye(then: .leave) }
    }

    mutating func suspend() {
        guard preferences.way == .terminal else {
            return answer(AnswerWords.noShell(quit: key(.quit)))
        }
        guard session?.own != nil else { return sayGoodbye(then: .suspend) }
        uplink.exit = Exit(intention: .suspend, due: now + Exit.haste)
        pass(.pause(.paused))
    }

    mutating func sayGoodbye(then intention: Exit.Intention) {
        uplink.exit = Exit(intention: intention, due: now + Exit.patience)
        pass(.suspend)
    }

    /// Ends the program without leaving the match.
    mutating func end(by parting: LobbyClient.Event?) {
        let patience = visit?.outlivesProgram == true ? Exit.haste : Exit.patience
        uplink.exit = Exit(intention: .leave, due: now + patience)
        pass(parting ?? .suspend)
    }

    /// Stops or ends the program after the server's answer, or after the longest wait.
    mutating func finishExit() {
        guard let exit = uplink.exit, uplink.connection == nil || exit.due <= now else { return }
        uplink.exit = nil
        switch exit.intention {
        case .suspend: effects.append(.suspend)
        case .leave: effects.append(.leave(.done, lastLine: lastLine))
        }
    }

    private var lastLine: String? {
        place == .table ? table?.resultLine : lastResult.line ?? table?.resultLine
    }
}

/// The terminal.
extension GameContext {
    var drawsSextants: Bool { terminal.hasSextants && !preferences.habits.isASCII }

    /// True if pieces move. Spectators over ssh all see one picture, and on a slow line moving
    /// pieces would only lag.
    var mayMove: Bool {
        preferences.habits.hasMotion && visit?.snapshot == nil
            && (preferences.way == .terminal || terminal.hasQuickLine)
    }

    mutating func toggleMouse() {
        preferences.hasMouse.toggle()
        effects.append(.useMouse(preferences.hasMouse))
        answer(AnswerWords.mouse(isOn: preferences.hasMouse))
    }

    mutating func toggleBell() {
        preferences.hasBell.toggle()
        remember(.sound, .bool(preferences.hasBell))
        answer(AnswerWords.bell(isOn: preferences.hasBell))
    }

    mutating func move(to size: Size) {
        self.size = size
        effects += [.useTheme(preferences.theme), .useMouse(preferences.hasMouse)]
        pass(.networkChanged)
    }

    /// True if the theme depends on the terminal's background, since the player has chosen none.
    var wantsBackground: Bool {
        !preferences.fixed.contains(.theme) && preferences.habits.choices[.theme] == nil
    }

    /// Chooses the theme by the terminal's background, now and when the settings are read again.
    mutating func suitTheme(toLight isLight: Bool) {
        terminal.hasLightBackground = isLight
        if preferences.habits.choices.note(isLight: isLight, on: preferences.habits.terminal) {
            keepChoices()
        }
        let theme = Theme.suited(toLight: isLight)
        guard wantsBackground, preferences.theme.name != theme.name else { return }
        preferences.theme = theme
        effects.append(.useTheme(theme))
    }

    /// Adopts settings that were read again. The player's name and place stay.
    mutating func use(_ preferences: Preferences) {
        let before = self.preferences
        self.preferences = preferences
        self.preferences.keepWhoAndWhere(of: before)
        effects += [.useTheme(self.preferences.theme), .useMouse(preferences.hasMouse)]
        if let isLight = terminal.hasLightBackground { suitTheme(toLight: isLight) }
        answer(AnswerWords.configured)
    }
}

/// The times when the picture changes by itself.
extension GameContext {
    /// Clocks on the screen change together, at whole seconds.
    var nextSecond: Instant { .start + .seconds(now.wholeSeconds + 1) }

    /// True if the screen, or a line of every screen, shows a time in seconds.
    func hasClock(_ screen: any Screen) -> Bool {
        guard let session else { return false }
        return isOffline || session.lobbyState.hasFreshAbsence(at: now) || screen.hasClock(in: self)
    }

    /// The time when the title bar reports an unsent change.
    var sendingShownAt: Instant? {
        uplink.unsentSince.map { $0 + SyncWords.leastDelay }.flatMap { $0 > now ? $0 : nil }
    }

    /// The time when the title bar reports a silent server.
    var lastWordChangesAt: Instant? {
        guard let visit, case .synced = visit.status else { return nil }
        return LastWord(visit.statistics, at: now).changesAt
    }
}

/// The immediate answers to a key press. Arguments are the names of keys.
enum AnswerWords {
    static let pasted = "Pasting doesn't place a piece."
    static let chooseSquareFirst = "Choose a square first: arrows or 1-9."
    static let nothingAsked = "There is nothing to answer."
    static let nobodyToFollow = "No player to follow right now."
    static let configured = "Settings reloaded."

    static func nothing(by stroke: String, help: String) -> String {
        "\(stroke) does nothing here. Press \(help) for help."
    }

    static func noShell(quit: String) -> String {
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
    /// `consequence` is the cost of quitting, as a sentence.
    static func quit(_ consequence: String) -> QuestionWords {
        QuestionWords("Quit? \(consequence)", yes: "quit")
    }
}
