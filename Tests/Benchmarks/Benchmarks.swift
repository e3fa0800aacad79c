import SimperiumLoop

/// The program that measures the figures of the benchmarks' README. `make bench ONLY=clockwork`
/// runs one table.
@main
struct Benchmarks {
    private static let tables: [(name: String, run: @Sendable () -> Void)] = [
        ("account", account),
        ("clockwork", clockwork),
        ("connecting", connecting),
        ("door", door),
        ("drawing", drawing),
        ("durability", durability),
        ("eventloop", eventLoop),
        ("game", game),
        ("hostility", hostility),
        ("idle", idle),
        ("jsonDiff", jsonDiff),
        ("library", library),
        ("lobbies", lobbies),
        ("lobby", lobby),
        ("network", network),
        ("nodes", nodes),
        ("play", play),
        ("pressure", pressure),
        ("rest", rest),
        ("rooms", rooms),
        ("server", server),
        ("simperium", simperium),
        ("storage", storage),
        ("syncClient", syncClient),
        ("syncHub", syncHub),
        ("webWire", webWire),
    ]

    static func main() throws {
        ThisProcess.allowManyDescriptors()
        // This program runs again as the server of a benchmark.
        let words = CommandLine.arguments
        switch words.dropFirst().first {
        case "serve-broadcast":
            let papers = words.dropFirst(2)
            return try serveBroadcast(certificate: papers.first, key: papers.last)
        case "serve-bare":
            return serveBare(frameLength: Int(words[2]) ?? 0, receivers: Int(words[3]) ?? 0)
        case "serve-bare-rooms":
            return try serveBareRooms(of: Int(words[2]) ?? 1, receivers: Int(words[3]) ?? 0)
        case "serve-bare-answers": return serveBareAnswers()
        case "idle-connections": return measureIdleConnections(Int(words[2]) ?? 1)
        case "serve-simperium":
            return try serveSimperium(in: words[2], words.dropFirst(3))
        default: break
        }
        let wanted = CommandLine.arguments.dropFirst()
        for table in tables where wanted.isEmpty || wanted.contains(table.name) { table.run() }
    }
}
