/// Large values by their keys, side by side in memory.
///
/// In a dictionary there is room for twice as many values as there are, and everybody in the lobby
/// has such dictionaries of all who are here.
package struct DenseDictionary<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    private struct Row {
        let key: Key
        /// Nil only while somebody changes it.
        var value: Value?

        /// By a pattern, for the operator would copy the value to compare it.
        var isEmpty: Bool {
            if case nil = value { true } else { false }
        }
    }

    private var places: [Key: Int32] = [:]
    private var rows: [Row] = []

    package init() {}

    package var count: Int { rows.count }

    /// In no order that means anything, as `values`.
    package var keys: some Collection<Key> { rows.lazy.map(\.key) }
    package var values: some Collection<Value> { rows.lazy.compactMap(\.value) }

    /// Changes a value where it is: none is copied for it.
    package subscript(key: Key) -> Value? {
        get { places[key].flatMap { rows[Int($0)].value } }
        _modify {
            let place = places[key].map(Int.init) ?? append(key)
            defer { if rows[place].isEmpty { remove(key, at: place) } }
            yield &rows[place].value
        }
    }

    @discardableResult
    package mutating func removeValue(forKey key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        defer { remove(key, at: Int(place)) }
        return rows[Int(place)].value
    }

    private mutating func append(_ key: Key) -> Int {
        places[key] = Int32(rows.count)
        rows.append(Row(key: key, value: nil))
        return rows.count - 1
    }

    private mutating func remove(_ key: Key, at place: Int) {
        places[key] = nil
        rows.swapAt(place, rows.count - 1)
        rows.removeLast()
        if place < rows.count { places[rows[place].key] = Int32(place) }
    }
}

extension DenseDictionary: Hashable {
    package static func == (left: DenseDictionary, right: DenseDictionary) -> Bool {
        left.count == right.count && left.rows.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
    }
}
