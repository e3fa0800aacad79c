import SimperiumJSON
import SimperiumWire

/// What a bucket holds in memory of what the store has.
struct BucketContents {
    /// As the store has it, or will have it when it has done all writes; but for what it forgets of
    /// its own accord when its log is long.
    var state = StoredBucket()
    var entities = EntityCache()
    var recent = RecentChanges(from: .zero)
    /// Whether that has been read.
    var isKnown = false
    /// The objects of a guarded bucket that other hubs write to, too: what they make of one is
    /// shown to the guard at once, whatever else is in memory.
    var shown: [ObjectKey: JSONObject] = [:]

    /// How often it has changed with whom an object is shared.
    var sharings = 0

    /// What differs whenever anything has changed.
    struct Mark: Equatable {
        let head: Ordinal
        let sharings: Int
    }

    var mark: Mark { Mark(head: head, sharings: sharings) }

    /// The last change.
    var head: Ordinal { state.head }

    /// Roughly how many bytes objects and changes take.
    var cachedBytes: Int { entities.size + recent.bytes }

    /// Lets go of them.
    mutating func clearCaches() {
        entities = EntityCache()
        recent = RecentChanges(from: head)
    }
}
