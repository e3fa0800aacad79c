import SimperiumClock
import SimperiumWire

/// The part of a bucket's stored data that is in memory.
struct CachedBucketData {
    /// The stored state after all pending writes. It does not reflect the store's own pruning of a
    /// long log.
    var state = StoredBucket()
    var entities = EntityCache()
    var recent = RecentChanges(from: .zero)
    var isLoaded = false

    /// The log's count in `HubContext.begunBuckets` when the bucket began to read its state; nil if
    /// the bucket has not begun to read.
    var begunBucketsAtOpening: Int?

    /// The number of changes to objects' sharers since the bucket was opened.
    var sharingChanges = 0

    /// A value that differs after each change to the bucket's objects or to their sharers.
    struct ContentsFingerprint: Equatable {
        let head: SequenceNumber
        let sharingChanges: Int
    }

    var fingerprint: ContentsFingerprint {
        ContentsFingerprint(head: head, sharingChanges: sharingChanges)
    }

    var head: SequenceNumber { state.head }

    var cachedBytes: Int { entities.size + recent.bytes }

    mutating func clearCaches() {
        entities = EntityCache()
        recent = RecentChanges(from: head)
    }
}

/// The newest part of a bucket's log, in memory: all changes after `start`.
struct RecentChanges {
    private var changes: [StoredChange] = []
    private(set) var bytes = 0
    private(set) var start: SequenceNumber

    init(from start: SequenceNumber) {
        self.start = start
    }

    /// Returns all changes after an ordinal; nil if the ordinal isn't in this part of the log.
    func changes(after ordinal: SequenceNumber) -> ArraySlice<StoredChange>? {
        guard ordinal != start else { return changes[...] }
        // Most clients ask for the changes after the last one.
        if changes.last?.ordinal == ordinal { return changes[changes.endIndex...] }
        let position = changes.partitionPoint { $0.ordinal < ordinal }
        guard position < changes.count, changes[position].ordinal == ordinal else { return nil }
        return changes[(position + 1)...]
    }

    mutating func append(_ change: StoredChange, _ limits: ChangeHistoryLimits) {
        changes.append(change)
        bytes += change.entry.count
        guard changes.count > limits.recentChanges || bytes > limits.recentBytes else { return }
        dropOldest(max(1, changes.count / 4))
    }

    /// Drops the oldest changes. Callers drop many at once, because each call moves all remaining
    /// changes.
    private mutating func dropOldest(_ count: Int) {
        for change in changes[..<count] { bytes -= change.entry.count }
        start = changes[count - 1].ordinal
        changes.removeFirst(count)
    }
}
