import Glibc
import SimperiumJSON

/// A table of figures, each beside its target and a reference of the same run.
///
/// Machines are shared and differ. The reference is the least work for the same purpose, measured
/// right before or after the figure, so the ratio is stable even if the figure is not.
struct Report {
    private static let repeats = 5
    private let title: String
    private var figures: [Figure] = []
    /// The reasons why figures are missing.
    private var omissions: [String] = []

    init(_ title: String) {
        self.title = title
    }

    /// Measures the CPU time of one of `count` operations: the median of five runs. The reference
    /// is one step of a fixed calculation.
    mutating func time(
        _ name: String, target: Double? = nil, unit: Unit = .microseconds, count: Int,
        _ operations: () -> Void
    ) {
        let reference = Self.nanosecondsOfWork()
        let nanoseconds = Self.median(operations) / Double(count)
        add(
            name, nanoseconds / unit.nanoseconds, unit, target: target.map { .atMost($0) },
            reference: reference / unit.nanoseconds)
    }

    /// Measures the throughput of `operations` that process `bytes`, per second of CPU time.
    mutating func throughput(
        _ name: String, target: Double? = nil, bytes: Int, _ operations: () -> Void
    ) {
        let reference = Self.nanosecondsOfWork()
        let nanoseconds = Self.median(operations)
        add(
            name, Double(bytes) * 1_000 / nanoseconds, .megabytesPerSecond,
            target: target.map { .atLeast($0) }, reference: 1_000 / reference)
    }

    /// Measures the factor between the CPU times of a piece of work and of ten times that work.
    mutating func growth(
        _ name: String, target: Double, small: () -> Void, large: () -> Void
    ) {
        add(name, Self.median(large) / Self.median(small), .times, target: .atMost(target))
    }

    /// Adds a figure that is counted, not timed.
    mutating func count(_ name: String, _ value: Int, _ unit: Unit = .none, target: Int? = nil) {
        add(name, Double(value), unit, target: target.map { .atMost(Double($0)) })
    }

    /// Adds the median and the 99th percentile of times in milliseconds.
    mutating func add(
        _ name: String, times: [Double], p50: Double? = nil, p99: Double? = nil,
        reference: Double? = nil
    ) {
        guard !times.isEmpty else { return omit(name, "nothing arrived") }
        let sorted = times.sorted()
        for (share, target) in [(50, p50), (99, p99)] {
            add(
                "\(name), p\(share)", sorted[sorted.count * share / 100], .milliseconds,
                target: target.map { .atMost($0) }, reference: reference)
        }
    }

    /// Adds a figure. A name that is indented belongs to the last one that is not. The reference
    /// has the unit of the value.
    mutating func add(
        _ name: String, _ value: Double, _ unit: Unit, target: Target? = nil,
        reference: Double? = nil
    ) {
        figures.append(
            Figure(name: name, value: value, unit: unit, target: target, reference: reference))
    }

    /// States why a figure, or the rest of the table, was not measured.
    mutating func omit(_ name: String, _ reason: Any) {
        omissions.append("\(name): not measured: \(reason)")
    }

    func show() {
        let rows =
            [["", "measured", "target", "reference", "in references", ""]] + figures.map(\.cells)
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        print("\n\(title)")
        for row in rows {
            let cells = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }
            print("  " + cells.joined(separator: "   "))
        }
        for omission in omissions { print("  \(omission)") }
    }

    /// The figures, each with a name that is unique in the table if the names of the table are.
    func json(of table: String) -> [JSON] {
        var parent = ""
        return figures.map { figure in
            let isPart = figure.name.hasPrefix("  ")
            let own = String(figure.name.drop { $0 == " " })
            if !isPart { parent = own }
            return figure.json(of: table, isPart ? "\(parent): \(own)" : own)
        }
    }

    /// Returns the CPU nanoseconds of `operations` in this process: the median of five runs.
    static func median(_ operations: () -> Void) -> Double {
        operations()
        let runs = (0..<repeats).map { _ in
            let before = cpu()
            operations()
            return Double(cpu() - before)
        }
        return runs.sorted()[repeats / 2]
    }

    /// The nanoseconds of CPU time that this process has used.
    static func cpu() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Measures a step in a chain of multiplications that the optimiser can't shorten.
    private static func nanosecondsOfWork() -> Double {
        let rounds = 1_000_000
        return median {
            var state: UInt64 = 1
            for _ in 0..<rounds { state = (state ^ (state >> 29)) &* 0x94D0_49BB_1331_11EB }
            keep(state)
        } / Double(rounds)
    }
}

/// A number that was measured.
struct Figure {
    let name: String
    let value: Double
    let unit: Unit
    let target: Target?
    let reference: Double?

    private var ratio: Double? { reference.map { value / $0 } }

    private var isMet: Bool? {
        switch target {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        case .atMostReferences(let limit): ratio.map { $0 <= limit }
        case nil: nil
        }
    }

    fileprivate var cells: [String] {
        [
            name, text(value), targetText ?? "", reference.map(text) ?? "",
            ratio.map(rounded) ?? "", isMet == false ? "missed" : "",
        ]
    }

    private var targetText: String? {
        switch target {
        case .atMost(let limit): "≤ \(text(limit))"
        case .atLeast(let limit): "≥ \(text(limit))"
        case .atMostReferences(let limit): "≤ \(rounded(limit)) references"
        case nil: nil
        }
    }

    /// Whole numbers are exact: they were counted, or chosen.
    private func text(_ value: Double) -> String {
        let number = Int(exactly: value).map(String.init) ?? rounded(value)
        return unit == .none ? number : "\(number) \(unit.rawValue)"
    }

    fileprivate func json(of table: String, _ name: String) -> JSON {
        func number(_ value: Double?) -> JSON {
            value.flatMap { JSONNumber($0) }.map { .number($0) } ?? .null
        }
        return [
            "table": JSON(table), "name": JSON(name), "value": number(value),
            "unit": JSON(unit.rawValue), "target": targetText.map { JSON($0) } ?? .null,
            "met": isMet.map { .bool($0) } ?? .null, "reference": number(reference),
            "ratio": number(ratio),
        ]
    }
}

/// A limit that a figure is held to.
enum Target {
    case atMost(Double)
    case atLeast(Double)
    case atMostReferences(Double)
}

enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case seconds = "s"
    case bytes = "B"
    case kilobytes = "KB"
    case megabytes = "MB"
    case megabytesPerSecond = "MB/s"
    case perSecond = "/s"
    case percent = "%"
    case times = "×"
    case none = ""

    /// The length of a unit of time.
    fileprivate var nanoseconds: Double {
        switch self {
        case .nanoseconds: 1
        case .microseconds: 1_000
        case .milliseconds: 1_000_000
        case .seconds: 1_000_000_000
        default: preconditionFailure("\(self) is no unit of time")
        }
    }
}

/// Keeps the optimiser from removing the calculation of `value`.
@_optimize(none)
func keep<Value>(_ value: Value) {
    _ = value
}

/// Formats a number with three significant digits, which is as precise as a shared machine allows.
func rounded(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return "\(value)" }
    let magnitude = Int(floor(log10(value)))
    let decimals = max(0, 2 - magnitude)
    let scale = pow(10, Double(decimals))
    let text = "\((value * scale).rounded() / scale)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
