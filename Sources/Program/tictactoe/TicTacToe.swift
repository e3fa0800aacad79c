// tictactoe: the executable. Each command joins cores to shells.
// Not here: parsing (Commands), a player's decisions (Visit, Play, PlainText), the server
// (SimperiumServer).
// Start with `TicTacToe`; then `ProgramShell`, `ServeCommand`, `Door`.

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
        // At a file-size limit, the write then fails as on a full disk, instead of a signal.
        Signal.fileTooLarge.ignore()
        exit(failureOfOutput(after: run(CommandLine.arguments.dropFirst())))
    }

    /// Returns the exit status; a failure, if the command succeeded but its output was lost.
    private static func failureOfOutput(after status: Int32) -> Int32 {
        guard status == ExitStatus.done.rawValue, let error = Descriptor.outputError else {
            return status
        }
        return complain(OutputWords.incomplete(because: error.reason)).rawValue
    }

    private static func run(_ words: ArraySlice<String>) -> Int32 {
        do throws(UsageError) {
            return perform(try Configuration.readInvocation(of: ParsedCommandLine(words)))
        } catch {
            return complain("\(error)", .misused).rawValue
        }
    }

    private static func perform(_ invocation: Invocation) -> Int32 {
        switch invocation {
        case .play(let options): return run { try PlayCommand(options).run() }
        case .watch(let options): return run { try runWatch(options) }
        case .account(let options): return run { try AccountCommand(options).run() }
        case .stats(let options):
            return run { try StatsAndFriendsCommand(options, .statistics).run().rawValue }
        case .friends(let options):
            return run { try StatsAndFriendsCommand(options, .friends).run().rawValue }
        case .games(let options):
            return run { try GamesCommand(options.lobby).run(options).rawValue }
        case .status(let options):
            return run { try GamesCommand(options.lobby).run(options).rawValue }
        case .players(let options): return run { try LobbyReportCommand(options).run() }
        case .localGame(let options): return run { try PlayCommand(options).run() }
        case .replay(let options): return run { try RoundCommand(options).showOrPrintRound() }
        case .export(let options): return run { try RoundCommand(options).printInExportFormat() }
        case .serve(let options): return run { try serve(options).rawValue }
        case .help(let command): print(HelpText(command).text)
        case .helpPage(let page): show(manual(page).plainText)
        case .helpKeys:
            show(ScreenAction.chapters.map(\.text).joined(separator: "\n\n"))
        case .version: print(ProgramVersion.line)
        case .completions(let shell): print(ShellCompletions(shell).text, terminator: "")
        case .manual(let page):
            print(manual(page).text, terminator: "")
        case .accounts(let options):
            return run { try AccountsCommand(options).run().rawValue }
        case .backup(let options): return run { try BackupCommand(options).run().rawValue }
        case .copy(let options): return run { try CopyCommand(options).run().rawValue }
        case .ban(let options): return run { try BanCommand(options).run().rawValue }
        case .door(let options): return run { try DoorCommand(options).run().rawValue }
        case .doctor(let options): return run { try DoctorCommand(options).run().rawValue }
        }
        return ExitStatus.done.rawValue
    }

    /// Shows a long help text, in ASCII if the locale is not UTF-8.
    private static func show(_ text: String) {
        let isUnicode = Capabilities.isUnicode(ThisProcess.environment, otherwise: false)
        Pager.show((isUnicode ? text : text.asciiText) + "\n")
    }

    private static func manual(_ page: ManualPage) -> Manual {
        Manual(page, keys: ScreenAction.chapters, limits: HostSettings().limitWords)
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

    private static func run(_ command: () throws -> Int32) -> Int32 {
        do {
            return try command()
        } catch let misuse as UsageError {
            return complain("\(misuse)", .misused).rawValue
        } catch {
            return complain("\(error)").rawValue
        }
    }
}

private enum OutputWords {
    static func incomplete(because reason: String) -> String {
        "the output is incomplete: \(reason)"
    }
}
