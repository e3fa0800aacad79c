// Commands: the command line: commands, options, settings, help, completions, manual.
// Not here: the execution of a command (tictactoe).
// Start with `Invocation`, the result of parsing; then `CommandName`, `Option`, `Settings`.

internal import Game
internal import Lobby

/// The parsed invocation of the program: the command, and its options from the command line, the
/// environment and the configuration files.
package enum Invocation: Hashable, Sendable {
    /// `play` or `join`.
    case play(PlayOptions)
    case watch(WatchOptions)
    case players(PlayersOptions)
    case account(AccountOptions)
    case stats(StatsAndFriendsOptions)
    case friends(StatsAndFriendsOptions)
    case games(GamesOptions)
    case status(StatusOptions)
    /// `local`, `bot` and `puzzle`.
    case localGame(LocalGameOptions)
    case replay(ReplayAndExportOptions)
    case export(ReplayAndExportOptions)
    case serve(ServeOptions)
    case backup(BackupOptions)
    case copy(StoreCopyOptions)
    case accounts(OperatorAccountsOptions)
    case ban(BanOptions)
    case door(DoorCommandOptions)
    case doctor(DoctorOptions)
    case completions(ShellName)
    case manual(ManualPage)
    /// Help for one command; nil for all commands.
    case help(CommandName?)
    case helpPage(ManualPage)
    /// The keys of all screens.
    case helpKeys
    case version

    /// Creates the invocation. Calls `readFiles` only for a command with settings. Its earlier
    /// files have priority over later ones.
    package init(
        _ words: ParsedCommandLine, environment: [String: String],
        readFiles: () throws(UsageError) -> [ConfigFile]
    ) throws(UsageError) {
        if let answer = try Self.invocationNeedingNoSettings(words) {
            self = answer
            return
        }
        let command = words.command ?? .play
        // `doctor` shows all settings, and has its own options. Other commands use some settings
        // that are not in their lists of options.
        let settable = command == .doctor ? Option.settings : command.implicitOptions
        let options = settable + command.options.filter { !settable.contains($0) }
        let settings = try Settings(
            of: options, words: words, environment: environment, files: readFiles())
        self = try Self.makeInvocation(
            command, with: try Self.checkedOperands(of: command, words), settings)
    }

    /// Returns an invocation that needs no settings, such as help; nil if the command needs
    /// settings. So help is available even if a setting is not valid.
    private static func invocationNeedingNoSettings(
        _ words: ParsedCommandLine
    ) throws(UsageError) -> Invocation? {
        if words.isGiven(.help) { return .help(words.command) }
        if words.isGiven(.version) { return .version }
        guard let command = words.command else { return nil }
        switch command {
        case .help: return try helpInvocation(words)
        case .completions:
            guard let word = try checkedOperands(of: command, words).first else {
                throw .missingOperand("SHELL", command)
            }
            return .completions(try ShellName(operand: word, of: command))
        case .manual:
            guard let word = try checkedOperands(of: command, words).first else {
                throw .missingOperand("PAGE", command)
            }
            return .manual(try ManualPage(operand: word, of: command))
        default: return nil
        }
    }

    private static func makeInvocation(
        _ command: CommandName, with operands: [String], _ settings: Settings
    ) throws(UsageError) -> Invocation {
        let operand = operands.first
        return switch command {
        case .play: .play(PlayOptions(settings))
        case .join: .play(PlayOptions(settings, against: try joinCode(operand)))
        case .watch: .watch(WatchOptions(settings, wanted: operand))
        case .players: .players(PlayersOptions(settings))
        case .account: .account(try AccountOptions(settings, operands))
        case .stats: .stats(StatsAndFriendsOptions(settings, about: operand))
        case .friends: .friends(StatsAndFriendsOptions(settings))
        case .games: .games(try GamesOptions(settings, operands))
        case .status: .status(StatusOptions(settings))
        case .local: .localGame(LocalGameOptions(settings))
        case .bot: .localGame(LocalGameOptions(settings, .bot(try botOrMedium(operand))))
        case .puzzle: .localGame(LocalGameOptions(settings, .puzzle))
        case .replay: .replay(ReplayAndExportOptions(settings, of: operand))
        case .export: .export(ReplayAndExportOptions(settings, of: operand))
        case .serve: .serve(try ServeOptions(settings))
        case .background: .serve(try ServeOptions(settings, isBackground: true))
        case .backup: .backup(try BackupOptions(settings, to: operand))
        case .copy: .copy(try StoreCopyOptions(settings, operands))
        case .accounts: .accounts(try OperatorAccountsOptions(settings, operands))
        case .ban: .ban(try BanOptions(settings, operands))
        case .door: .door(DoorCommandOptions(settings))
        case .doctor: .doctor(try DoctorOptions(settings))
        case .completions, .manual, .help: preconditionFailure("answered before")
        }
    }

    private static func checkedOperands(
        of command: CommandName, _ words: ParsedCommandLine
    ) throws(UsageError) -> [String] {
        let most = command.maxOperandCount
        if words.operands.count > most { throw .surplusOperand(words.operands[most], command) }
        return words.operands
    }

    private static func helpInvocation(_ words: ParsedCommandLine) throws(UsageError) -> Invocation
    {
        guard let word = try checkedOperands(of: .help, words).first else { return .help(nil) }
        if let command = CommandName(rawValue: word) { return .help(command) }
        if word == CommandOperandHelp.keys.word { return .helpKeys }
        guard let page = ManualPage(topic: word) else { throw .unknownOperand(word, .help) }
        return .helpPage(page)
    }

    private static func joinCode(_ word: String?) throws(UsageError) -> JoinCodeWithHall {
        guard let word else { throw .missingOperand("CODE", .join) }
        guard let code = JoinCodeWithHall(word) else { throw .badCode(word) }
        return code
    }

    private static func botOrMedium(_ word: String?) throws(UsageError) -> Bot {
        guard let word else { return .medium }
        return try Bot(operand: word, of: .bot)
    }
}

extension RawRepresentable<String> {
    /// Creates the choice that an operand of `command` names; throws for an unknown name.
    init(operand word: String, of command: CommandName) throws(UsageError) {
        guard let choice = Self(rawValue: word) else { throw .unknownOperand(word, command) }
        self = choice
    }
}

/// The exit status of a command. The manual explains each status by its `meaning`.
package enum ExitStatus: Int32, Hashable, Codable, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case misused = 2
    case serverUnreachable = 3
    case notFound = 4
    case refused = 5
}
