import Glibc
import SimperiumJSON
import SimperiumLoop

/// The program that measures the figures of FIGURES.md. `make bench ONLY=game` runs one table.
/// `--json FILE` writes the figures to a file, too.
@main
struct Benchmarks {
    private static let tables: [(name: String, run: @Sendable () -> Report)] = [
        ("account", account),
        ("connecting", connecting),
        ("door", door),
        ("drawing", drawing),
        ("durability", durability),
        ("eventloop", eventLoop),
        ("firstSync", firstSync),
        ("game", game),
        ("hostility", hostility),
        ("idle", idle),
        ("jsonDiff", jsonDiff),
        ("library", library),
        ("lobbies", lobbies),
        ("lobby", lobby),
        ("longObjects", longObjects),
        ("network", network),
        ("nodes", nodes),
        ("play", play),
        ("pressure", pressure),
        ("rest", rest),
        ("rooms", rooms),
        ("server", server),
        ("simperium", simperium),
        ("slopes", slopes),
        ("ssh", ssh),
        ("storage", storage),
        ("syncClient", syncClient),
        ("syncHub", syncHub),
        ("text", longText),
        ("webWire", webWire),
    ]

    static func main() throws {
        ThisProcess.raiseDescriptorLimit()
        // This program runs again as the server of a benchmark.
        let words = CommandLine.arguments
        switch words.dropFirst().first {
        case "serve-broadcast":
            let papers = words.dropFirst(2)
            return try serveBroadcast(certificate: papers.first, key: papers.last)
        case "serve-bare":
            return serveBare(
                frameLength: Int(words[2]) ?? 0, receivers: Int(words[3]) ?? 0,
                requestLength: words.dropFirst(4).first.flatMap { Int($0) })
        case "serve-bare-rooms":
            return try serveBareRooms(of: Int(words[2]) ?? 1, receivers: Int(words[3]) ?? 0)
        case "serve-bare-answers": return serveBareAnswers()
        case "sync-first":
            syncFirst(at: words[2], file: words[3], authority: words.dropFirst(4).first)
        case "watch-door": watchDoor(port: UInt16(words[2]) ?? 0, count: Int(words[3]) ?? 0)
        case "idle-connections": return measureIdleConnections(Int(words[2]) ?? 1)
        case "serve-simperium":
            return try serveSimperium(in: words[2], words.dropFirst(3))
        default: break
        }
        var wanted = Array(words.dropFirst())
        var file: String?
        if let place = wanted.firstIndex(of: "--json"), place + 1 < wanted.count {
            file = wanted.remove(at: place + 1)
            wanted.remove(at: place)
        }
        if let unknown = wanted.first(where: { name in !tables.contains { $0.name == name } }) {
            print(
                "There is no table \(unknown). Tables:", tables.map(\.name).joined(separator: " "))
            exit(2)
        }
        var figures: [JSON] = []
        for table in tables where wanted.isEmpty || wanted.contains(table.name) {
            let report = table.run()
            report.show()
            figures += report.json(of: table.name)
            // After each table, so that the figures outlive a crash in a later one.
            if let file { try WholeFile.replace(file, with: document(of: figures).utf8) }
        }
    }

    /// The figures, and the machine that they were measured on.
    private static func document(of figures: [JSON]) -> JSON {
        let lines = (try? WholeFile.read("/proc/cpuinfo", limit: 1 << 20)) ?? []
        let model = String(decoding: lines, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix("model name") }?.split(separator: ": ").last
        return [
            "processor": JSON(model.map(String.init) ?? "unknown"),
            "cores": JSON(sysconf(CInt(_SC_NPROCESSORS_ONLN))), "figures": .array(figures),
        ]
    }
}
