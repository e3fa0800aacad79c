internal import SimperiumClock
internal import SimperiumWire

/// The effects of one event on a bucket, collected while it is handled.
struct BucketTurnEffects: Sendable {
    var now = Instant.start
    var touched = OrderedKeySet()
    /// The objects whose absence may have begun, changed or ended.
    var noticed = OrderedKeySet()
    var marks: [ReplicaStoreEdit] = []
    var hasMoved = false
    var willChange = OrderedKeySet()
    var effects: [ReplicaBucket.Effect] = []
}

/// A set of keys in the order of their first insertion.
struct OrderedKeySet: Sendable {
    private static let few = 8

    private(set) var keys: [ObjectKey] = []
    /// The keys as a set; empty while there are few, because a linear search is faster then.
    private var seen: Set<ObjectKey> = []

    mutating func append(_ key: ObjectKey) {
        if keys.last == key { return }
        if keys.count < Self.few {
            guard !keys.contains(key) else { return }
        } else {
            if seen.isEmpty { seen = Set(keys) }
            guard seen.insert(key).inserted else { return }
        }
        keys.append(key)
    }
}
