import Commands
import Drawing
internal import Game
import Glibc
internal import Lobby
import Play
internal import Records
import SimperiumClock
import SimperiumLoop
import SimperiumWebWire
package import Terminal
internal import Visit

/// `play`, `join`, `watch`, `local` and `bot`: the game on this terminal's screen, or in lines.
struct PlayCommand {
    private let opening: Opening
    /// Nil for a game that needs neither server nor account.
    private let lobby: LobbyOptions?
    private let screen: ScreenOptions
    private var preferences = Preferences()
    private var terms = MatchTerms()

    init(_ options: PlayOptions) throws(Misuse) {
        opening =
            switch options.opponent {
            case .anybody: .lobby
            case .named(let name): .challenge(name)
            case .code(let code): .join(code)
            }
        lobby = options.lobby
        screen = options.screen
        terms = options.terms
        try prefer(options.screen)
    }

    init(_ options: WatchOptions) throws(Misuse) {
        opening = .watch(options.wanted)
        lobby = options.lobby
        screen = options.screen
        try prefer(options.screen)
    }

    init(_ options: TableOptions) throws(Misuse) {
        opening = .table(options.opponent)
        let isKept = options.bot != nil || options.game == .puzzle
        lobby = isKept ? options.lobby : nil
        screen = options.screen
        try prefer(options.screen)
    }

    init(_ screen: ScreenOptions, showing round: PlayedRound? = nil) throws(Misuse) {
        opening = round.map { .replay($0) } ?? .table(.samePerson)
        lobby = nil
        self.screen = screen
        try prefer(screen)
    }

    private mutating func prefer(_ screen: ScreenOptions) throws(Misuse) {
        preferences.keymap = try Keymap(screen.keys, Numbering(isKeypad: screen.isKeypad))
        preferences.theme =
            try screen.themeFile.map(Configuration.theme) ?? screen.theme
            ?? .suited(to: ThisProcess.environment)
        if screen.theme != nil || screen.themeFile != nil { preferences.fixed.insert(.theme) }
        preferences.fix(screen.switches)
        preferences.hasMouse = screen.hasMouse
        preferences.server = lobby?.server?.hostField ?? ""
        preferences.isReached = lobby?.server?.isLoopback == false
    }

    /// What the command line, the environment and the files say now.
    static var presentSettings: ScreenInput {
        do throws(Misuse) {
            return .configured(try presentPreferences)
        } catch {
            return .misconfigured("\(error)")
        }
    }

    private static var presentPreferences: Preferences {
        get throws(Misuse) {
            switch try Configuration.invocation(of: Words(CommandLine.arguments.dropFirst())) {
            case .play(let options): try PlayCommand(options).preferences
            case .watch(let options): try PlayCommand(options).preferences
            case .table(let options): try PlayCommand(options).preferences
            case .replay(let options): try PlayCommand(options.screen).preferences
            case .export, .players, .account, .stats, .friends, .games, .status, .serve, .backup,
                .copy, .accounts, .ban, .door, .load, .doctor, .completions, .manual, .help,
                .helpPage, .version:
                preconditionFailure("who plays asked for a game")
            }
        }
    }

    func run() throws -> Int32 {
        let numbering = Numbering(isKeypad: screen.isKeypad)
        // The program lets go of its copy as it returns.
        defer { opening.sendAnswer(lobby) }
        return try isPlain
            ? PlainCommand(
                opening, in: lobby, numbering: numbering, terms: terms,
                recordingFile: screen.recordingFile
            ).run()
            : runOnScreen()
    }

    /// Whether lines are wanted, or all there can be.
    private var isPlain: Bool { screen.isPlain || Self.term == "dumb" }

    /// The kind of terminal. One that does not say can print, and perhaps no more.
    private static var term: String { ThisProcess.term ?? "dumb" }

    private func runOnScreen() throws -> Int32 {
        let loop = try Loop()
        let route = try lobby.map { try LobbyRoute($0, on: loop, startsServer: !opening.isTable) }
        let seat = opening.isTable ? nil : (route?.server).flatMap { SeatFileStore(at: $0) }
        let found = seat?.found
        let kept = found.flatMap { route?.visit(goingOnWith: $0) }
        let profile = PlayerProfile(lobby, terms, at: route, in: opening, isBack: found != nil)
        var preferences = preferences
        preferences.mayCarrySecrets = route?.isSafe ?? false
        preferences.terminal = Self.term
        preferences.adopt(profile.choices)
        let terminal = try openTerminal(&preferences)
        var random = SecureRandom()
        let beginning = Client.Beginning(
            opening, profile: profile, visit: route?.newVisit(keepsSeat: seat != nil), kept: kept,
            preferences: preferences, size: terminal.size, seed: random.next())
        let recording = try RecordingFile.begun(
            screen.recordingFile, of: Client.self, from: beginning)
        let front = TerminalFront(terminal, isQuiet: screen.isQuiet)
        let shell = ProgramShell(
            Client(beginning), on: front, by: route, keeping: seat, recording: recording,
            loop: loop)
        return try shell.assumeIsolated {
            try $0.run(opening.isTable ? .own : .sendingOthers)
        }
    }

    private func openTerminal(
        _ preferences: inout Preferences
    ) throws(TerminalRefusal) -> CursesTerminal {
        let capabilities = screen.capabilities(
            term: Self.term, environment: ThisProcess.environment)
        guard let capabilities else { throw .unknownName(Self.term) }
        let terminal = try CursesTerminal(
            capabilities, name: Self.term, theme: preferences.theme)
        if !capabilities.isUnicode { preferences.isASCII = true }
        // Old terminals are slow.
        if !capabilities.hasReports { preferences.hasMotion = false }
        terminal.useGlyphs(isASCII: preferences.isASCII)
        return terminal
    }
}

extension Opening {
    /// Whether it is a game at this terminal alone.
    var isTable: Bool {
        switch self {
        case .table, .replay: true
        case .lobby, .join, .challenge, .watch: false
        }
    }

    /// Whether others see at once what the person is called.
    var showsName: Bool {
        switch self {
        case .lobby, .join, .challenge: true
        case .watch, .table, .replay: false
        }
    }
}

extension ThisProcess {
    /// What the environment calls the terminal; nil if it does not say.
    static var term: String? { environment["TERM"].flatMap { $0.isEmpty ? nil : $0 } }
}

extension TableOptions {
    fileprivate var opponent: Table.Opponent {
        switch game {
        case .local: .samePerson
        case .bot(let bot): .bot(bot)
        case .demo: .bots
        case .puzzle:
            .puzzle(
                Puzzle(of: PuzzleDay(of: Stamp(milliseconds: ThisProcess.calendarMilliseconds))))
        }
    }
}

extension TerminalRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notATerminal: TerminalWords.notATerminal
        case .unknownName(let name): TerminalWords.unknownName(name)
        case .linesOnly(let name): TerminalWords.linesOnly(name)
        case .tooManyFiles: TerminalWords.tooManyFiles
        }
    }
}

/// Reasons not to draw a screen on a terminal.
private enum TerminalWords {
    static let notATerminal =
        "the game screen needs a terminal for input and output; --plain does not"

    static func unknownName(_ name: String) -> String {
        "TERM=\(name.debugDescription) is not a known terminal type;"
            + " try TERM=xterm-256color"
    }

    static func linesOnly(_ name: String) -> String {
        "a terminal of type \(name.debugDescription) can't show the game screen; use --plain"
    }

    static let tooManyFiles = "can't open more files (see ulimit -n)"
}
