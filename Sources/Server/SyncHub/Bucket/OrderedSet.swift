/// A set of keys that keeps their order of insertion.
struct OrderedSet<Key: Hashable & Sendable> {
    /// The keys in order. A removed key is replaced by nil.
    private var keys: [Key?] = []
    private var indices: [Key: Int] = [:]

    var isEmpty: Bool { indices.isEmpty }
    var count: Int { indices.count }
    var first: Key? { keys.lazy.compactMap(\.self).first }
    var all: [Key] { keys.compactMap(\.self) }

    func contains(_ key: Key) -> Bool { indices[key] != nil }

    mutating func insert(_ key: Key) {
        guard indices[key] == nil else { return }
        indices[key] = keys.count
        keys.append(key)
    }

    /// Removes a key. Returns false if the key isn't in the set.
    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        guard let index = indices.removeValue(forKey: key) else { return false }
        keys[index] = nil
        if keys.count > 32, keys.count > indices.count * 2 { closeGaps() }
        return true
    }

    private mutating func closeGaps() {
        let rest = all
        keys = rest
        for (index, key) in rest.enumerated() { indices[key] = index }
    }
}

extension OrderedSet: Equatable {
    static func == (left: OrderedSet, right: OrderedSet) -> Bool { left.all == right.all }
}

extension Dictionary {
    /// Changes the value under a key in place, and returns the result of `work`; nil if the key has
    /// no value. An assignment by key would copy the value.
    @discardableResult
    mutating func changeInPlace<Outcome>(_ key: Key, _ work: (inout Value) -> Outcome) -> Outcome? {
        guard let index = index(forKey: key) else { return nil }
        return work(&values[index])
    }
}
