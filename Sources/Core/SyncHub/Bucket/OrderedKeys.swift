/// Keys in the order in which they came, each once.
struct OrderedKeys<Key: Hashable & Sendable> {
    /// Nil is where a key was that has gone.
    private var keys: [Key?] = []
    private var places: [Key: Int] = [:]

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }
    var first: Key? { keys.lazy.compactMap(\.self).first }
    var all: [Key] { keys.compactMap(\.self) }

    func contains(_ key: Key) -> Bool { places[key] != nil }

    mutating func insert(_ key: Key) {
        guard places[key] == nil else { return }
        places[key] = keys.count
        keys.append(key)
    }

    /// False if it was not there.
    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        guard let place = places.removeValue(forKey: key) else { return false }
        keys[place] = nil
        if keys.count > 32, keys.count > places.count * 2 { closeGaps() }
        return true
    }

    private mutating func closeGaps() {
        let rest = all
        keys = rest
        for (place, key) in rest.enumerated() { places[key] = place }
    }
}

extension OrderedKeys: Equatable {
    static func == (left: OrderedKeys, right: OrderedKeys) -> Bool { left.all == right.all }
}
