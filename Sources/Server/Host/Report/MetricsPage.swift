import SimperiumClock

/// A page in the text format of Prometheus, version 0.0.4.
struct MetricsPage {
    private var lines: [String] = []

    /// The text without the last line feed, which the response adds.
    var text: String { lines.joined(separator: "\n") }

    mutating func add(_ metric: Metric, _ value: Int) {
        let name = addHead(metric)
        lines.append("\(name) \(value)")
    }

    /// Adds a time in seconds, with six decimal places.
    mutating func add(_ metric: Metric, _ time: Duration) {
        let name = addHead(metric)
        let microseconds = time.nanoseconds / 1_000
        let fraction = String(microseconds % 1_000_000 + 1_000_000).dropFirst()
        lines.append("\(name) \(microseconds / 1_000_000).\(fraction)")
    }

    mutating func add(_ metric: Metric, by label: String, _ values: [(Int, Int)]) {
        let name = addHead(metric)
        for (key, value) in values { lines.append("\(name){\(label)=\"\(key)\"} \(value)") }
    }

    private mutating func addHead(_ metric: Metric) -> String {
        let name = "tictactoe_\(metric.name)"
        lines.append("# HELP \(name) \(metric.help)")
        lines.append("# TYPE \(name) \(metric.kind.rawValue)")
        return name
    }
}
