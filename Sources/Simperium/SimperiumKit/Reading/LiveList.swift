internal import SimperiumClock

/// The objects of a live query at one moment, in order.
///
/// A list is immutable, and shares storage with earlier and later lists of the query.
public struct LiveList<Value: Sendable>: RandomAccessCollection, Sendable {
    private let chunks: [[Keyed<Value>]]
    /// The position of each chunk's first element.
    private let starts: [Int]
    public let endIndex: Int

    init(_ chunks: [[Keyed<Value>]]) {
        self.chunks = chunks
        var (starts, count) = ([Int](), 0)
        for chunk in chunks {
            starts.append(count)
            count += chunk.count
        }
        (self.starts, endIndex) = (starts, count)
    }

    public var startIndex: Int { 0 }

    public subscript(position: Int) -> Keyed<Value> {
        precondition(indices.contains(position), "a position in the list")
        let chunk = starts.partitionPoint { $0 <= position } - 1
        return chunks[chunk][position - starts[chunk]]
    }
}

extension LiveList: Equatable where Value: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

/// The result of a live query, kept current.
///
/// Elements are in chunks that the reader's lists share, so a change copies one chunk and the list
/// of chunks, not all elements.
struct LiveListBacklog<Value: Sendable>: UnreadUpdateBacklog {
    typealias Element = LiveList<Value>

    private static var chunkLimit: Int { 128 }

    private let value: @Sendable (JSONObject) -> Value?
    private let areInOrder: @Sendable (Value, Value) -> Bool
    private var chunks: [[Keyed<Value>]] = []
    private var values: [ObjectKey: Value] = [:]
    private var isChanged = true

    /// Creates an empty result. `value` returns nil for an object that is not in the result.
    init(
        _ value: @escaping @Sendable (JSONObject) -> Value?,
        sortedBy areInOrder: @escaping @Sendable (Value, Value) -> Bool
    ) {
        self.value = value
        self.areInOrder = areInOrder
    }

    mutating func reload(_ objects: [Keyed<JSONObject>]) {
        var all: [Keyed<Value>] = []
        for object in objects {
            if let value = value(object.value) { all.append(Keyed(object.key, value)) }
        }
        all.sort(by: precedes)
        values = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0.value) })
        let half = Self.chunkLimit / 2
        chunks = stride(from: 0, to: all.count, by: half).map {
            Array(all[$0..<Swift.min($0 + half, all.count)])
        }
        isChanged = true
    }

    /// Updates the result after a change of an object. `object` is nil if the object was deleted.
    mutating func update(_ key: ObjectKey, _ object: JSONObject?) {
        let value = object.flatMap(value)
        let old = exchange(&values[key], with: value)
        if let old { remove(Keyed(key, old)) }
        if let value { insert(Keyed(key, value)) }
        if old != nil || value != nil { isChanged = true }
    }

    mutating func next() -> LiveList<Value>? {
        guard isChanged else { return nil }
        isChanged = false
        return LiveList(chunks)
    }

    private func precedes(_ left: Keyed<Value>, _ right: Keyed<Value>) -> Bool {
        if areInOrder(left.value, right.value) { return true }
        return !areInOrder(right.value, left.value) && left.key.text < right.key.text
    }

    /// Returns the index of the chunk that contains an element, or that the element must be
    /// inserted into.
    private func chunkIndex(of element: Keyed<Value>) -> Int {
        let next = chunks.partitionPoint { !precedes(element, $0[0]) }
        return Swift.max(next - 1, 0)
    }

    private mutating func insert(_ element: Keyed<Value>) {
        guard !chunks.isEmpty else { return chunks.append([element]) }
        let index = chunkIndex(of: element)
        let place = chunks[index].partitionPoint { precedes($0, element) }
        chunks[index].insert(element, at: place)
        guard chunks[index].count > Self.chunkLimit else { return }
        let rest = Array(chunks[index][(Self.chunkLimit / 2)...])
        chunks[index].removeLast(rest.count)
        chunks.insert(rest, at: index + 1)
    }

    private mutating func remove(_ element: Keyed<Value>) {
        guard !chunks.isEmpty else { return }
        let index = chunkIndex(of: element)
        let place = chunks[index].partitionPoint { precedes($0, element) }
        if place < chunks[index].count, chunks[index][place].key == element.key {
            return remove(at: place, ofChunk: index)
        }
        // The program's closure does not define a consistent order, so all chunks are searched.
        for index in chunks.indices {
            guard let place = chunks[index].firstIndex(where: { $0.key == element.key }) else {
                continue
            }
            return remove(at: place, ofChunk: index)
        }
    }

    private mutating func remove(at place: Int, ofChunk index: Int) {
        chunks[index].remove(at: place)
        if chunks[index].isEmpty { chunks.remove(at: index) }
    }
}
