/// Large values by their keys, side by side in memory.
///
/// In a dictionary there is room for twice as many values as there are, and everybody in the lobby
/// has such dictionaries of all who are here.
struct Register<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    private struct Row {
        let key: Key
        var value: Value
    }

    private var places: [Key: Int32] = [:]
    private var rows: [Row] = []

    init() {}

    var count: Int { rows.count }

    /// In no order that means anything, as `values`.
    var keys: some Collection<Key> { rows.lazy.map(\.key) }
    var values: some Collection<Value> { rows.lazy.map(\.value) }

    subscript(key: Key) -> Value? {
        get { places[key].map { rows[Int($0)].value } }
        set {
            switch (places[key], newValue) {
            case (let place?, let value?): rows[Int(place)].value = value
            case (let place?, nil): remove(key, at: Int(place))
            case (nil, let value?):
                places[key] = Int32(rows.count)
                rows.append(Row(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Changes a value in its place, if there is one.
    mutating func change<Result, Failure: Error>(
        _ key: Key, _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let place = places[key] else { return nil }
        return try change(&rows[Int(place)].value)
    }

    private mutating func remove(_ key: Key, at place: Int) {
        places[key] = nil
        rows.swapAt(place, rows.count - 1)
        rows.removeLast()
        if place < rows.count { places[rows[place].key] = Int32(place) }
    }
}

extension Register: Hashable {
    static func == (left: Register, right: Register) -> Bool {
        left.count == right.count && left.rows.allSatisfy { right[$0.key] == $0.value }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
    }
}
