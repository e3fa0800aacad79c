import Simperium

/// Keys in the order in which they came, each once.
struct KeyList {
    /// Nil is where a key was that has gone.
    private var keys: [ObjectKey?] = []
    private var places: [ObjectKey: Int] = [:]

    var isEmpty: Bool { places.isEmpty }
    var all: [ObjectKey] { keys.compactMap(\.self) }

    mutating func insert(_ key: ObjectKey) {
        guard places[key] == nil else { return }
        places[key] = keys.count
        keys.append(key)
    }

    /// False if it was not there.
    mutating func remove(_ key: ObjectKey) -> Bool {
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
