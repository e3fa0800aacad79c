internal import SimperiumClock

/// All rounds by when they ended.
struct Timeline: Hashable, Sendable {
    struct Entry: Hashable, Comparable, Sendable {
        let at: Stamp
        let key: String
        let verdict: RoundResult.Verdict

        static func < (one: Entry, other: Entry) -> Bool {
            one.at == other.at ? one.key < other.key : one.at < other.at
        }
    }

    /// How far from the end a round is put in its place at once. Whatever comes from further back
    /// is in a load of many, and they are sorted together when somebody looks.
    private static let near = 32

    private var entries: [Entry] = []
    private var isSorted = true

    var sorted: [Entry] { isSorted ? entries : entries.sorted() }

    mutating func insert(_ entry: Entry) {
        guard isSorted, let last = entries.last, entry < last else {
            entries.append(entry)
            return
        }
        let start = max(0, entries.count - Self.near)
        let place = entries[start...].firstIndex { entry < $0 } ?? entries.endIndex
        if place == start, start > 0, entry < entries[start - 1] {
            isSorted = false
            entries.append(entry)
        } else {
            entries.insert(entry, at: place)
        }
    }

    mutating func remove(_ entry: Entry) {
        if let index = entries.lastIndex(of: entry) { entries.remove(at: index) }
    }

    /// Puts all in order once, so that it need not be done whenever somebody looks.
    mutating func settle() {
        guard !isSorted else { return }
        entries.sort()
        isSorted = true
    }
}
