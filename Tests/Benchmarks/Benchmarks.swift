/// Measures what the README promises. `make bench ONLY=clockwork` runs the one table.
@main
struct Benchmarks {
    private static let tables: [(name: String, run: @Sendable () -> Void)] = [
        ("clockwork", clockwork),
        ("game", game),
        ("jsonDiff", jsonDiff),
    ]

    static func main() {
        let wanted = CommandLine.arguments.dropFirst()
        for table in tables where wanted.isEmpty || wanted.contains(table.name) { table.run() }
    }
}
