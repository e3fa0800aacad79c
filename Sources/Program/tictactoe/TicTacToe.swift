// tictactoe: the executable. Each command joins cores to shells.
// Not here: parsing (Commands), a player's decisions (Visit, Play, PlainText), the server
// (SimperiumServer).
// Start with `TicTacToe`; then `ProgramShell`, `ServeCommand`, `SSHDoor`.

import Commands
import Drawing
import Glibc
import Host
import Play
import SimperiumLoop

/// The program: runs one command, and exits with its status.
@main
struct TicTacToe {
    static func main() {
        // At a file-size limit, a write then fails as on a full disk. Otherwise the signal would
        // end the program.
        Signal.fileTooLarge.ignore()
        exit(statusAfterOutputCheck(after: run(CommandLine.arguments.dropFirst())))
    }

    /// Returns the exit status. If the command succeeded but its output was lost, prints an error
    /// message and returns a failure.
    private static func statusAfterOutputCheck(after status: Int32) -> Int32 {
        guard status == ExitStatus.done.rawValue, let error = Descriptor.outputError else {
            return status
        }
        return complain(LostOutputWords.incomplete(because: error.reason)).rawValue
    }

    private static func run(_ words: ArraySlice<String>) -> Int32 {
        do {
            return try perform(ConfigurationReader.readInvocation(of: ParsedCommandLine(words)))
        } catch let misuse as UsageError {
            return complain("\(misuse)", .misused).rawValue
        } catch let failure as CommandFailure {
            return complain(failure.description, failure.status).rawValue
        } catch {
            return complain("\(error)").rawValue
        }
    }

    private static func perform(_ invocation: Invocation) throws -> Int32 {
        var status = ExitStatus.done
        switch invocation {
        case .play(let options): return try PlayCommand(options).run()
        case .localGame(let options): return try PlayCommand(options).run()
        case .watch(let options): return try runWatch(options)
        case .players(let options): return try LobbyReportCommand(options).run()
        case .replay(let options):
            return try RoundReplayAndExportCommand(options: options).showOrPrintRound()
        case .export(let options):
            status = try RoundReplayAndExportCommand(options: options).printInExportFormat()
        case .account(let options): status = try AccountCommand(options).run()
        case .stats(let options):
            status = try StatsAndFriendsCommand(subject: .statistics, options: options).run()
        case .friends(let options):
            status = try StatsAndFriendsCommand(subject: .friends, options: options).run()
        case .games(let options):
            status = try GamesCommand(options.lobby).performRequest(options)
        case .status(let options):
            status = try GamesCommand(options.lobby).printStatus(options)
        case .serve(let options): status = try serve(options)
        case .accounts(let options): status = try OperatorAccountsCommand(options).run()
        case .backup(let options): status = try BackupCommand(options).run()
        case .copy(let options): status = try StoreCopyCommand(options: options).run()
        case .ban(let options): status = try BanCommand(options).run()
        case .door(let options): status = try DoorCommand(options).run()
        case .doctor(let options): status = try DoctorCommand(options).run()
        case .help(let command): printLine(HelpText(command).text)
        case .helpPage(let page): showInPager(mandocPage(page).plainText)
        case .helpKeys:
            showInPager(ScreenAction.manualSections.map(\.text).joined(separator: "\n\n"))
        case .version: printLine(ProgramVersion.line)
        case .completions(let shell):
            Descriptor.standardOutput.writeText(ShellCompletions(shell).text)
        case .manual(let page): Descriptor.standardOutput.writeText(mandocPage(page).text)
        }
        return status.rawValue
    }

    /// Shows a long help text, in ASCII if the locale is not UTF-8.
    private static func showInPager(_ text: String) {
        let isUnicode = Capabilities.isUnicode(ThisProcess.environment, otherwise: false)
        Pager.show((isUnicode ? text : text.asciiText) + "\n")
    }

    private static func mandocPage(_ page: ManualPage) -> MandocPage {
        MandocPage(page, keys: ScreenAction.manualSections, limits: HostSettings().limitWords)
    }

    /// Runs `watch`. Scripts, and users without a terminal, get lines of text.
    private static func runWatch(_ options: WatchOptions) throws -> Int32 {
        let isForPerson = Descriptor.standardOutput.isTerminal && !options.isJSON
        return try isForPerson ? PlayCommand(options).run() : LobbyReportCommand(options).run()
    }

    private static func serve(_ options: ServeOptions) throws -> ExitStatus {
        switch options.action {
        case .run, .runInBackground: try ServeCommand(options).run()
        case .status: try ServerControl(options).printStatus()
        case .stop: try ServerControl(options).stopAndWait()
        }
    }
}

private enum LostOutputWords {
    static func incomplete(because reason: String) -> String {
        "the output is incomplete: \(reason)"
    }
}
