import SimperiumJSON
import SimperiumWire

/// The part of a bucket's stored data that is in memory.
struct BucketContents {
    /// The stored state after all pending writes. Only the store's own pruning of a long log is
    /// missing.
    var state = StoredBucket()
    var entities = EntityCache()
    var recent = RecentChanges(from: .zero)
    /// True after the state has been read.
    var isKnown = false

    /// The value of `HubContext.begunBuckets` for the log before the state was read; nil before
    /// that.
    var begunBefore: Int?

    /// The number of changes to the sharers of objects.
    var sharings = 0

    /// A value that differs after each change to the bucket.
    struct ContentsFingerprint: Equatable {
        let head: SequenceNumber
        let sharings: Int
    }

    var mark: ContentsFingerprint { ContentsFingerprint(head: head, sharings: sharings) }

    /// The ordinal of the last change.
    var head: SequenceNumber { state.head }

    /// The approximate size of cached objects and changes, in bytes.
    var cachedBytes: Int { entities.size + recent.bytes }

    /// Drops the cached objects and changes.
    mutating func clearCaches() {
        entities = EntityCache()
        recent = RecentChanges(from: head)
    }
}
