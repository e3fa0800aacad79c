import SimperiumClock
import SimperiumWire

/// The end of a bucket's log, held in memory: all changes behind `start`.
struct RecentChanges {
    private var changes: [StoredChange] = []
    private(set) var bytes = 0
    private(set) var start: Ordinal

    init(from start: Ordinal) {
        self.start = start
    }

    /// All changes behind a place; nil if it is no place in this part of the log.
    func after(_ place: Ordinal) -> ArraySlice<StoredChange>? {
        guard place != start else { return changes[...] }
        // What clients ask for is near the end.
        if changes.last?.place == place { return changes[changes.endIndex...] }
        let position = changes.partitionPoint { $0.place < place }
        guard position < changes.count, changes[position].place == place else { return nil }
        return changes[(position + 1)...]
    }

    mutating func append(_ change: StoredChange, _ limits: HubLimits) {
        changes.append(change)
        bytes += change.entry.count
        guard changes.count > limits.history.recentChanges || bytes > limits.history.recentBytes
        else { return }
        forget(max(1, changes.count / 4))
    }

    /// Drops the oldest, many at once, so that each moves the others but rarely.
    private mutating func forget(_ count: Int) {
        for change in changes[..<count] { bytes -= change.entry.count }
        start = changes[count - 1].place
        changes.removeFirst(count)
    }
}
