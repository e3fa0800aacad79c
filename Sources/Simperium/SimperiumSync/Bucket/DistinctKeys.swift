internal import SimperiumWire

/// A set of keys in the order of their first insertion.
struct DistinctKeys: Sendable {
    private static let few = 8

    private(set) var keys: [ObjectKey] = []
    /// Empty while there are few keys, because a linear search is faster then.
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
