import SimperiumClock

/// A page in the text format of Prometheus, version 0.0.4.
struct MetricsPage {
    enum MetricType: String {
        /// A count since the server started. It never falls.
        case counter
        case gauge
    }

    private var lines: [String] = []

    /// The text without the last line feed, which the response adds.
    var text: String { lines.joined(separator: "\n") }

    mutating func add(_ kind: MetricType, _ name: String, _ help: String, _ value: Int) {
        let name = addHead(kind, name, help)
        lines.append("\(name) \(value)")
    }

    /// Adds a time in seconds, with six decimal places.
    mutating func add(_ kind: MetricType, _ name: String, _ help: String, _ time: Duration) {
        let name = addHead(kind, name, help)
        let microseconds = time.nanoseconds / 1_000
        let fraction = String(microseconds % 1_000_000 + 1_000_000).dropFirst()
        lines.append("\(name) \(microseconds / 1_000_000).\(fraction)")
    }

    mutating func add(
        _ kind: MetricType, _ name: String, _ help: String, by label: String, _ values: [Int: Int]
    ) {
        let name = addHead(kind, name, help)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            lines.append("\(name){\(label)=\"\(key)\"} \(value)")
        }
    }

    private mutating func addHead(_ kind: MetricType, _ name: String, _ help: String) -> String {
        let name = "tictactoe_\(name)" + (kind == .counter ? "_total" : "")
        lines.append("# HELP \(name) \(help)")
        lines.append("# TYPE \(name) \(kind.rawValue)")
        return name
    }
}
