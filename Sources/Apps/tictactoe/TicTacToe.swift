import Commands
import Drawing
import EventLoop
import Glibc
import Play
import Terminal

@main
struct TicTacToe {
    static let version = "0.1"

    static func main() {
        exit(run(CommandLine.arguments.dropFirst()))
    }

    private static func run(_ words: ArraySlice<String>) -> Int32 {
        do throws(Misuse) {
            return perform(try invocation(of: Words(words)))
        } catch {
            return complain(error, .misused)
        }
    }

    private static func invocation(of words: Words) throws(Misuse) -> Invocation {
        if let answer = try Invocation.withoutSettings(words) { return answer }
        let environment = ThisProcess.environment
        let files = try configuration(named: words.configurationFile, environment)
        return try Invocation(words, environment: environment, files: files)
    }

    private static func perform(_ invocation: Invocation) -> Int32 {
        switch invocation {
        case .play(let options): return play(.menu, options.screen)
        case .table(let options):
            return play(.table(options.bot.map { .bot($0) } ?? .samePerson), options.screen)
        case .help(let command): print(HelpText(command).text)
        case .version: print("tictactoe \(version)")
        case .completions(let shell): print(Completions(shell).text, terminator: "")
        case .manual(let page): print(Manual(page).text, terminator: "")
        case .serve(let options): return serve(options)
        case .door(let options): return door(options)
        case .watch, .players, .load, .doctor:
            return complain("this is not built in yet", .failed)
        }
        return ExitStatus.done.rawValue
    }

    private static func play(_ opening: Client.Opening, _ options: ScreenOptions) -> Int32 {
        do {
            let loop = try Loop()
            let terminal = try openTerminal(options)
            let shell = ClientShell(
                loop: loop, terminal: terminal, opening: opening, theme: options.theme)
            let end = try shell.assumeIsolated { try $0.play() }
            if let line = end.lastLine, !options.isQuiet { print(line) }
            return end.status
        } catch {
            return complain(error, .failed)
        }
    }

    private static func serve(_ options: ServeOptions) -> Int32 {
        do {
            return try ServeCommand(options).run().rawValue
        } catch {
            return complain(error, .failed)
        }
    }

    private static func door(_ options: DoorOptions) -> Int32 {
        do {
            return try DoorCommand(options).run().rawValue
        } catch {
            return complain(error, .failed)
        }
    }

    private static func openTerminal(
        _ options: ScreenOptions
    ) throws(TerminalRefusal) -> CursesTerminal {
        let environment = ThisProcess.environment
        let name = environment["TERM"] ?? "dumb"
        guard let capabilities = options.capabilities(term: name, environment: environment) else {
            throw .unknownName(name)
        }
        return try CursesTerminal(capabilities, name: name, theme: options.theme)
    }

    private static func complain(_ problem: some Any, _ status: ExitStatus) -> Int32 {
        Descriptor.standardError.say("tictactoe: \(problem)")
        return status.rawValue
    }
}
