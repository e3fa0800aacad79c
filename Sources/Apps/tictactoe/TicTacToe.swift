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
        do throws(Command.Misuse) {
            switch try Command(words) {
            case .play(let opening): return play(opening)
            case .serve(let words): return serve(words)
            case .help: print(Command.usage)
            case .version: print("tictactoe \(version)")
            }
            return Farewell.done.rawValue
        } catch {
            return complain(error, .misused)
        }
    }

    private static func play(_ opening: Client.Opening) -> Int32 {
        do {
            let loop = try Loop()
            let terminal = try openTerminal()
            let shell = ClientShell(loop: loop, terminal: terminal, opening: opening)
            let end = try shell.assumeIsolated { try $0.play() }
            if let line = end.lastLine { print(line) }
            return end.status
        } catch {
            return complain(error, .failed)
        }
    }

    private static func serve(_ words: [String]) -> Int32 {
        do {
            return try ServeCommand(words).run()
        } catch {
            return complain(error, error is ServeCommand.Failure ? .misused : .failed)
        }
    }

    private static func openTerminal() throws(TerminalRefusal) -> CursesTerminal {
        let environment = ThisProcess.environment
        let name = environment["TERM"] ?? "dumb"
        guard let capabilities = Capabilities.from(term: name, environment: environment) else {
            throw .unknownName(name)
        }
        return try CursesTerminal(capabilities, name: name, theme: .dark)
    }

    private static func complain(_ error: some Error, _ farewell: Farewell) -> Int32 {
        Descriptor.standardError.say("tictactoe: \(error)")
        return farewell.rawValue
    }
}
