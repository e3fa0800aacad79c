/// Large values by their keys, side by side in memory.
///
/// A plain dictionary keeps room for twice as many values as there are, and every program in the
/// lobby has such dictionaries of all who are here.
package struct DenseDictionary<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    private struct Row {
        let key: Key
        /// Nil only during a change.
        var value: Value?

        /// By a pattern, for the operator would copy the value to compare it.
        var isEmpty: Bool {
            if case nil = value { true } else { false }
        }
    }

    private var indexes: [Key: Int32] = [:]
    private var rows: [Row] = []

    package init() {}

    package var count: Int { rows.count }

    /// In no order that means anything, as `values`.
    package var keys: some Collection<Key> { rows.lazy.map(\.key) }
    package var values: some Collection<Value> { rows.lazy.compactMap(\.value) }

    package func contains(_ key: Key) -> Bool { indexes[key] != nil }

    /// Changes a value where it is: none is copied for it.
    package subscript(key: Key) -> Value? {
        get { indexes[key].flatMap { rows[Int($0)].value } }
        _modify {
            let index = indexes[key].map(Int.init) ?? append(key)
            defer { if rows[index].isEmpty { remove(key, at: index) } }
            yield &rows[index].value
        }
    }

    @discardableResult
    package mutating func removeValue(forKey key: Key) -> Value? {
        guard let index = indexes[key] else { return nil }
        defer { remove(key, at: Int(index)) }
        return rows[Int(index)].value
    }

    private mutating func append(_ key: Key) -> Int {
        indexes[key] = Int32(rows.count)
        rows.append(Row(key: key, value: nil))
        return rows.count - 1
    }

    private mutating func remove(_ key: Key, at index: Int) {
        indexes[key] = nil
        rows.swapAt(index, rows.count - 1)
        rows.removeLast()
        if index < rows.count { indexes[rows[index].key] = Int32(index) }
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
