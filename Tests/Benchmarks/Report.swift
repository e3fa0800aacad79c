import Glibc

/// A table of figures, each beside its target, and in units of a reference.
///
/// Machines are shared and differ. The reference is a fixed calculation that is timed right before
/// each figure, so the ratio is stable even if the figure is not.
struct Report {
    private static let repeats = 5
    private var rows = [["", "measured", "target", "in references"]]
    private let title: String

    init(_ title: String) {
        self.title = title
    }

    /// Measures the CPU time of one of `count` operations: the median of five runs.
    mutating func time(
        _ name: String, target: Double? = nil, unit: TimeUnit = .microseconds, count: Int,
        _ operations: () -> Void
    ) {
        let reference = Self.median { Self.work(rounds: 1_000_000) } / 1_000_000
        let nanoseconds = Self.median(operations) / Double(count)
        let shown = "\(rounded(nanoseconds / unit.nanoseconds)) \(unit.rawValue)"
        let aim = target.map { "≤ \(rounded($0)) \(unit.rawValue)" } ?? ""
        add(name, shown, target: aim, ratio: nanoseconds / reference)
    }

    /// Measures the throughput of `operations` that process `bytes`, in megabytes per second of CPU
    /// time.
    mutating func throughput(
        _ name: String, target: Double? = nil, bytes: Int, _ operations: () -> Void
    ) {
        let reference = Self.median { Self.work(rounds: 1_000_000) } / 1_000_000
        let nanoseconds = Self.median(operations)
        let aim = target.map { "≥ \(rounded($0)) MB/s" } ?? ""
        let shown = "\(rounded(Double(bytes) * 1_000 / nanoseconds)) MB/s"
        add(name, shown, target: aim, ratio: nanoseconds / Double(bytes) / reference)
    }

    /// Measures the factor between the CPU times of a piece of work and of ten times that work.
    mutating func growth(
        _ name: String, target: Double, small: () -> Void, large: () -> Void
    ) {
        let ratio = Self.median(large) / Self.median(small)
        add(name, "× \(rounded(ratio))", target: "≤ × \(rounded(target))")
    }

    /// Adds a figure that is counted, not timed.
    mutating func count(_ name: String, _ value: Int, _ unit: String, target: Int? = nil) {
        add(name, "\(value) \(unit)", target: target.map { "≤ \($0) \(unit)" } ?? "")
    }

    mutating func add(_ name: String, _ shown: String, target: String, ratio: Double? = nil) {
        rows.append([name, shown, target, ratio.map { "\(rounded($0))" } ?? ""])
    }

    func show() {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        print("\n\(title)")
        for row in rows {
            let cells = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }
            print("  " + cells.joined(separator: "   "))
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

    /// The reference: a chain of multiplications that the optimiser can't shorten.
    private static func work(rounds: Int) {
        var state: UInt64 = 1
        for _ in 0..<rounds { state = (state ^ (state >> 29)) &* 0x94D0_49BB_1331_11EB }
        keep(state)
    }
}

enum TimeUnit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"

    var nanoseconds: Double {
        switch self {
        case .nanoseconds: 1
        case .microseconds: 1_000
        case .milliseconds: 1_000_000
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
