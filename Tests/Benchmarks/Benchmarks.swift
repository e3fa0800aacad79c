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
        var wanted = Array(CommandLine.arguments.dropFirst())
        if wanted.first == ChildJob.word { return try ChildJob(json: wanted[1]).perform() }
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
