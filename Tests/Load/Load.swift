import Glibc
import SimperiumClock
import SimperiumLoop
import SimperiumWebWire

/// A program that plays on a server with simulated people, over real connections.
///
///     Load SERVER[,SERVER...] [--players N] [--watchers N] [--moves-per-second N]
///         [--breaks-per-minute N] [--seconds N] [--json]
///
/// It prints the times until a move is at the opponent and at the spectators, and ends with 1 if a
/// board was wrong or a person had any other error. SIGINT ends it early, with a summary so far.
@main
struct Load {
    static func main() throws {
        guard let options = LoadOptions(CommandLine.arguments.dropFirst()) else {
            Descriptor.standardError.writeLine("usage: see Tests/Load/Load.swift")
            exit(2)
        }
        let run = LoadRun(options, loop: try Loop())
        exit(try run.assumeIsolated { try $0.run() } ? 0 : 1)
    }
}

/// The command line of `Load`.
struct LoadOptions: Sendable {
    let servers: [WebSocketAddress]
    private(set) var isJSON = false
    private var numbers = [
        "--players": 100, "--watchers": 0, "--moves-per-second": 100, "--breaks-per-minute": 0,
        "--seconds": 10,
    ]

    /// Nil if a word has no meaning, or if there would be no people.
    init?(_ words: ArraySlice<String>) {
        var words = words
        let addresses = words.popFirst()?.split(separator: ",") ?? []
        servers = addresses.compactMap { try? WebSocketAddress("\($0)") }
        guard !servers.isEmpty, servers.count == addresses.count else { return nil }
        while let word = words.popFirst() {
            if word == "--json" {
                isJSON = true
            } else {
                guard numbers[word] != nil, let number = words.popFirst().flatMap({ Int($0) }),
                    number >= 0
                else { return nil }
                numbers[word] = number
            }
        }
        guard plan.guests > 0 else { return nil }
    }

    var plan: LoadPlan {
        LoadPlan(
            players: numbers["--players"] ?? 0, watchers: numbers["--watchers"] ?? 0,
            movesPerSecond: numbers["--moves-per-second"] ?? 1,
            breaksPerMinute: numbers["--breaks-per-minute"] ?? 0,
            length: .seconds(numbers["--seconds"] ?? 1))
    }
}
