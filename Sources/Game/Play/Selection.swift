internal import Game

/// The chosen row of a list whose rows come and go.
struct Selection<Row: Hashable & Sendable>: Hashable, Sendable {
    private var row: Row?
    private var index = 0

    /// Where the chosen row stands now; if it is gone, what stands in its place is chosen.
    func index(in rows: [Row]) -> Int? {
        guard !rows.isEmpty else { return nil }
        return row.flatMap(rows.firstIndex) ?? min(index, rows.count - 1)
    }

    func chosen(in rows: [Row]) -> Row? {
        index(in: rows).map { rows[$0] }
    }

    mutating func choose(_ new: Int, in rows: [Row]) {
        guard !rows.isEmpty else { return }
        index = min(max(new, 0), rows.count - 1)
        row = rows[index]
    }

    mutating func step(by places: Int, in rows: [Row]) {
        guard let index = index(in: rows) else { return }
        choose(index + places, in: rows)
    }

    /// The rows to show where there is room for so many, the chosen one among them.
    func window(of rows: [Row], count: Int) -> Range<Int> {
        guard let index = index(in: rows), count > 0 else { return 0..<0 }
        let first = min(max(0, index - count / 2), max(0, rows.count - count))
        return first..<min(first + count, rows.count)
    }
}

extension Selection {
    /// How far a page goes.
    private static var page: Int { 8 }

    /// Chooses another row, if that is what is wanted; says whether it is.
    mutating func move(by intent: Intent, in rows: [Row]) -> Bool {
        switch intent {
        case .move(.up), .previousItem: step(by: -1, in: rows)
        case .move(.down), .nextItem: step(by: 1, in: rows)
        case .page(.up): step(by: -Self.page, in: rows)
        case .page: step(by: Self.page, in: rows)
        default: return false
        }
        return true
    }
}
