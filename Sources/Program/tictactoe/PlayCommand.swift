import Commands
import Drawing
internal import Game
import Glibc
internal import Lobby
internal import PlainText
import Play
import Recording
internal import Records
import SimperiumClock
import SimperiumLoop
import SimperiumSync
import SimperiumWebWire
package import Terminal
internal import Visit

/// `play`, `join`, `watch`, `local`, `bot` and `puzzle`: the game on this terminal's screen, or in
/// lines of text.
struct PlayCommand {
    private let startAction: StartAction
    /// The options of the lobby; nil for a game that needs neither server nor account.
    private let lobby: LobbyOptions?
    private let screen: ScreenOptions
    /// The options of the lobby that a player can enter after a game at this terminal.
    private var lobbyBeyond: LobbyOptions?
    /// True if the player came from a game at this terminal, and starts on the lobby screen.
    private var isFromTable = false
    private var preferences = Preferences()
    private let clock: ClockChoice
    private let target: SeriesTarget?

    init(_ options: PlayOptions) throws(UsageError) {
        let startAction: StartAction =
            switch options.opponent {
            case .anyPlayer: .lobby
            case .named(let name): .challenge(name)
            case .code(let code): .join(code)
            }
        try self.init(
            startAction, options.screen, in: options.lobby, clock: options.clock,
            target: options.target)
    }

    init(_ options: WatchOptions) throws(UsageError) {
        try self.init(.watch(options.wanted), options.screen, in: options.lobby)
    }

    init(_ options: LocalGameOptions) throws(UsageError) {
        let isKept = options.bot != nil || options.game == .puzzle
        try self.init(
            .table(options.opponent), options.screen, in: isKept ? options.lobby : nil,
            clock: options.clock, target: options.target)
        lobbyBeyond = options.lobby
    }

    init(_ screen: ScreenOptions, showing round: PlayedRound? = nil) throws(UsageError) {
        try self.init(round.map { .replay($0) } ?? .table(.samePerson), screen, in: nil)
    }

    /// Creates the command for the lobby after a game at this terminal.
    private init(_ lobby: LobbyOptions, after table: PlayCommand) throws(UsageError) {
        try self.init(
            .lobby, table.screen.withoutRecording, in: lobby, clock: table.clock,
            target: table.target)
        isFromTable = true
    }

    private init(
        _ startAction: StartAction, _ screen: ScreenOptions, in lobby: LobbyOptions?,
        clock: ClockChoice = .auto, target: SeriesTarget? = nil
    ) throws(UsageError) {
        (self.startAction, self.screen, self.lobby) = (startAction, screen, lobby)
        (self.clock, self.target) = (clock, target)
        preferences.keymap = try Keymap(screen.keys, SquareNumbering(isKeypad: screen.isKeypad))
        preferences.theme =
            try screen.themeFile.map(ConfigurationReader.readTheme) ?? screen.theme
            ?? .suited(to: ThisProcess.environment)
        if screen.theme != nil || screen.themeFile != nil { preferences.fixed.insert(.theme) }
        preferences.setAndFixSettings(screen.switches)
        preferences.hasMouse = screen.hasMouse
        preferences.server = lobby?.serverArgument ?? ""
        preferences.isReached = lobby?.server?.isLoopback == false
    }

    /// The settings, read again from the command line, the environment and the files; or the error,
    /// if they are not valid.
    static var presentSettings: ScreenInput {
        do throws(UsageError) {
            return .configured(try presentPreferences)
        } catch {
            return .misconfigured("\(error)")
        }
    }

    private static var presentPreferences: Preferences {
        get throws(UsageError) {
            switch try ConfigurationReader.readInvocation(
                of: ParsedCommandLine(CommandLine.arguments.dropFirst()))
            {
            case .play(let options): try PlayCommand(options).preferences
            case .watch(let options): try PlayCommand(options).preferences
            case .localGame(let options): try PlayCommand(options).preferences
            case .replay(let options): try PlayCommand(options.screen).preferences
            case .export, .players, .account, .stats, .friends, .games, .status, .serve, .backup,
                .copy, .accounts, .ban, .door, .doctor, .completions, .manual, .help,
                .helpPage, .helpKeys, .version:
                preconditionFailure("the running command has no screen")
            }
        }
    }

    func run() throws -> Int32 { try isPlain ? runInLines() : runOnScreen() }

    /// True if the user chose lines of text, or if the terminal can show nothing else.
    private var isPlain: Bool { screen.isPlain || Self.term == "dumb" }

    /// The terminal's type. Without TERM it is `dumb`, because the terminal may be able to print
    /// lines only.
    private static var term: String { ThisProcess.term ?? "dumb" }

    private func runInLines() throws -> Int32 {
        // Only a user at a terminal can be asked for a name.
        let isTerminal =
            Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
        return try runProgram(mayAskName: isTerminal) { program, _, _ in
            let numbering = SquareNumbering(isKeypad: screen.isKeypad)
            return (LineConsole<LineClient>(), LineClient.Beginning(program, numbering))
        }
    }

    private func runOnScreen() throws -> Int32 {
        try runProgram { program, choices, maySendSecrets in
            var preferences = preferences
            preferences.mayCarrySecrets = maySendSecrets
            preferences.terminal = Self.term
            preferences.adoptUnlessFixed(choices)
            let terminal = try openTerminal(&preferences)
            let beginning = ScreenClient.Beginning(program, preferences, CursesTerminal.windowSize)
            return (ScreenConsole(terminal, isQuiet: screen.isQuiet), beginning)
        }
    }

    /// Runs a player's program, and then the lobby if the player has chosen it. Returns the exit
    /// status. `open` gets the program's start values, the settings of earlier runs, and true if
    /// secrets may be sent. `open` returns the console and the face's start values.
    private func runProgram<Console: ProgramConsole>(
        mayAskName: Bool = true,
        _ open: (PlayerProgram.Beginning, LocalSettings, Bool) throws ->
            sending (
                Console, Console.Face.Beginning
            )
    ) throws -> Int32 {
        let loop = try Loop()
        // A game at this terminal needs no lobby, and so no readable file with the lobby's token.
        let connector = try lobby.map {
            try LobbyConnector(
                $0, token: startAction.isTable ? .lobby : nil, on: loop,
                startsServer: !startAction.isTable)
        }
        let seat =
            startAction.isTable
            ? nil : (connector?.seatServer).flatMap { MatchSeatFileStore(at: $0) }
        let found = seat?.savedSeat
        var profile = PlayerProfile(lobby, at: connector, in: startAction, isBack: found != nil)
        (profile.clock, profile.terms.target) = (clock, target)
        profile.asksName = profile.asksName && mayAskName
        profile.looksAtOnce = !isFromTable
        var random = SecureRandom()
        let visit = connector?.makeClientBeginning(keepsSeat: seat != nil)
        let kept = found.flatMap { found in
            visit?.continuing(found, run: RunID(rawValue: random.next()), seed: random.next())
        }
        let program = PlayerProgram.Beginning(
            startAction, profile: profile, visit: visit, kept: kept, seed: random.next())
        let (console, beginning) = try open(
            program, profile.choices, connector?.maySendSecrets ?? false)
        let recording = try EventRecordingFile.startRecording(
            screen.recordingFile, of: Console.Face.self, from: beginning)
        let shell = ProgramShell(
            Console.Face(beginning), on: console, by: connector, keeping: seat,
            recording: recording, choices: profile.choices, loop: loop)
        let (status, opensLobby) = try shell.assumeIsolated {
            (try $0.run(startAction.isTable ? .own : .sendingOthers), $0.opensLobby)
        }
        guard opensLobby, let lobbyBeyond else { return status }
        return try PlayCommand(lobbyBeyond, after: self).run()
    }

    private func openTerminal(
        _ preferences: inout Preferences
    ) throws(TerminalRefusal) -> CursesTerminal {
        let capabilities = screen.capabilities(
            ofKnownTerminal: Self.term, environment: ThisProcess.environment)
        guard let capabilities else { throw .unknownName(Self.term) }
        let terminal = try CursesTerminal(
            capabilities, name: Self.term, theme: preferences.theme,
            onLight: Theme.hasLightBackground(in: ThisProcess.environment))
        if !capabilities.isUnicode { preferences.isASCII = true }
        // Terminals without reports are old and slow.
        if !capabilities.hasReports { preferences.hasMotion = false }
        terminal.selectGlyphSet(isASCII: preferences.isASCII)
        return terminal
    }
}

extension PlayerProfile {
    /// Creates the player's start values from the options, the machine and earlier runs.
    init(
        _ lobby: LobbyOptions?, at connector: LobbyConnector?, in startAction: StartAction,
        isBack: Bool
    ) {
        let isSuggestion = lobby?.isNameChosen == false
        // In a game on this terminal, the program does not ask for a name, so a suggestion can't
        // become the user's name.
        self.init(startAction.isTable && isSuggestion ? nil : lobby?.name)
        isNameChosen = !isSuggestion && lobby != nil
        server = connector?.origin ?? ""
        device = ThisProcess.machineName ?? ""
        startedAt = ServerTime.now - (Loop.preciseNow - .start)
        guard let choices = PlayerFiles.savedSettings else { return }
        adopt(choices, replacingName: isSuggestion)
        puzzle = choices.puzzle
        asksName = isSuggestion && choices.isFresh && startAction.showsName && !isBack
    }
}

extension StartAction {
    /// True for a game or a replay on this terminal only.
    var isTable: Bool {
        switch self {
        case .table, .replay: true
        case .lobby, .join, .challenge, .watch: false
        }
    }

    /// True if other players see this player's name at once.
    var showsName: Bool {
        switch self {
        case .lobby, .join, .challenge: true
        case .watch, .table, .replay: false
        }
    }
}

extension ThisProcess {
    /// The terminal type in the environment; nil if there is none.
    static var term: String? { environment["TERM"].flatMap { $0.isEmpty ? nil : $0 } }
}

extension LocalGameOptions {
    fileprivate var opponent: LocalGame.LocalOpponent {
        switch game {
        case .local: .samePerson
        case .bot(let bot): .bot(bot)
        case .demo: .bots
        case .puzzle: .puzzle(Puzzle(of: PuzzleDay(of: .now)))
        }
    }
}

extension TerminalRefusal: CustomStringConvertible {
    package var description: String { UnusableTerminalWords.sentence(self) }
}

private enum UnusableTerminalWords {
    static func sentence(_ refusal: TerminalRefusal) -> String {
        switch refusal {
        case .notATerminal:
            "the game screen needs a terminal for input and output; --plain does not"
        case .unknownName(let name):
            "TERM=\(name.debugDescription) is not a known terminal type; try TERM=xterm-256color"
        case .linesOnly(let name):
            "a terminal of type \(name.debugDescription) can't show the game screen; use --plain"
        case .tooManyFiles: "can't open more files (see ulimit -n)"
        }
    }
}
