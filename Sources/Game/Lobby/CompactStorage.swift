/// A dictionary that stores large values side by side in memory.
///
/// A plain dictionary reserves memory for up to twice as many values as it has, and every program
/// in the lobby has dictionaries of all players.
package struct DenseDictionary<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    private struct Row {
        let key: Key
        /// The value; nil only during a change.
        var value: Value?

        /// True if there is no value. `==` would copy the value; a pattern match does not.
        var isEmpty: Bool {
            if case nil = value { true } else { false }
        }
    }

    private var indexes: [Key: Int32] = [:]
    private var rows: [Row] = []

    package init() {}

    package var count: Int { rows.count }

    /// The keys, in no particular order, but in the same order as `values`.
    package var keys: some Collection<Key> { rows.lazy.map(\.key) }
    package var values: some Collection<Value> { rows.lazy.compactMap(\.value) }

    package func contains(_ key: Key) -> Bool { indexes[key] != nil }

    /// Accesses the value for a key; setting nil removes the key. A value that is changed in place
    /// is not copied.
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

/// An optional value that is rarely present, and is stored on the heap. So a type that contains the
/// value stays small, and is copied quickly.
@propertyWrapper
package struct BoxedRareValue<Value> {
    fileprivate indirect enum Box {
        case full(Value)
    }

    private var box: Box?

    package init(wrappedValue: Value?) {
        box = wrappedValue.map(Box.full)
    }

    /// True if there is no value. Unlike a comparison of the wrapped value with nil, this does not
    /// copy the value.
    package var isEmpty: Bool { box == nil }

    package var wrappedValue: Value? {
        get {
            if case .full(let value) = box { value } else { nil }
        }
        set { box = newValue.map(Box.full) }
    }
}

extension BoxedRareValue: Sendable where Value: Sendable {}
extension BoxedRareValue.Box: Sendable where Value: Sendable {}
extension BoxedRareValue: Equatable where Value: Equatable {}
extension BoxedRareValue.Box: Equatable where Value: Equatable {}
extension BoxedRareValue: Hashable where Value: Hashable {}
extension BoxedRareValue.Box: Hashable where Value: Hashable {}
