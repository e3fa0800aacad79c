import TestSupport

/// The faults that are left, counted by place and rule. `burn-down.tsv` lists how many are allowed.
struct BurnDown: Equatable {
    /// A target or a page, and a rule.
    struct Row: Hashable {
        let place: String
        let rule: String
    }

    struct Fault {
        let row: Row
        let path: String
        let line: Int

        var place: String { "\(path):\(line)" }
    }

    static let path = "Tests/TidyTests/burn-down.tsv"

    private(set) var counts: [Row: Int]

    /// The number of faults in each row that has any.
    init(_ faults: [Fault]) {
        counts = Dictionary(grouping: faults, by: \.row).mapValues(\.count)
    }

    /// Reads a file whose lines, except the first, have a place, a rule and a number.
    ///
    /// After a merge a row may be there twice. Then the larger number counts, because it can be
    /// lowered.
    init(text: String) {
        counts = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 3, let count = Int(cells[2]) else { continue }
            counts[Row(place: cells[0], rule: cells[1]), default: 0].raise(to: count)
        }
    }

    var text: String {
        let rows = counts.filter { $0.value > 0 }.map { row, count in
            "\(row.place)\t\(row.rule)\t\(count)\n"
        }
        return (["place\trule\tleft\n"] + rows.sorted()).joined()
    }

    /// The rows that have more faults than allowed, and those that have fewer.
    func changes(from allowed: BurnDown) -> (more: [Row], fewer: [Row]) {
        let rows = Set(counts.keys).union(allowed.counts.keys).sorted {
            ($0.place, $0.rule) < ($1.place, $1.rule)
        }
        return (
            rows.filter { self[$0] > allowed[$0] }, rows.filter { self[$0] < allowed[$0] }
        )
    }

    subscript(row: Row) -> Int { counts[row] ?? 0 }

    /// The allowed numbers, each lowered to the present one.
    func lowering(_ allowed: BurnDown) -> BurnDown {
        var lowered = allowed
        for (row, count) in allowed.counts { lowered.counts[row] = min(count, self[row]) }
        return lowered
    }
}

extension Int {
    fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}

/// The wish to write the file again, from the environment.
enum Renewal: Equatable {
    case none
    case lowering
    case raising

    static let wished = Renewal(environment("RENEW_BURN_DOWN"))

    init(_ value: String?) {
        self =
            switch value {
            case nil, "", "0": .none
            case "raise": .raising
            default: .lowering
            }
    }
}
