/// A page in the text format of Prometheus, version 0.0.4.
struct MetricsPage {
    enum Kind: String {
        case counter
        case gauge
    }

    private var lines: [String] = []

    /// The text without the last line feed, which the response adds.
    var text: String { lines.joined(separator: "\n") }

    mutating func add(_ name: String, _ kind: Kind, value: Int) {
        let full = begin(name, kind)
        lines.append("\(full) \(value)")
    }

    /// Adds a figure with two decimal places.
    mutating func add(_ name: String, _ kind: Kind, value: Double) {
        let full = begin(name, kind)
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        lines.append("\(full) \(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)")
    }

    mutating func add(_ name: String, _ kind: Kind, by label: String, values: [(Int, Int)]) {
        let full = begin(name, kind)
        for (key, value) in values { lines.append("\(full){\(label)=\"\(key)\"} \(value)") }
    }

    private mutating func begin(_ name: String, _ kind: Kind) -> String {
        let full = "tictactoe_\(name)" + (kind == .counter ? "_total" : "")
        lines.append("# TYPE \(full) \(kind.rawValue)")
        return full
    }
}
