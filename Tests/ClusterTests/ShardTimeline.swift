import SimperiumClock

/// Numbers by their times. Those of one time keep their order.
///
/// A heap of small values: the steps of a simulation are large, and moving them takes long.
struct ShardTimeline {
    private struct Entry {
        let time: Int64
        let number: Int

        func isBefore(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : number < other.number
        }
    }

    private var heap: [Entry] = []
    private var count = 0

    var nextTime: Instant? { heap.first.map { Instant(nanoseconds: $0.time) } }

    /// Returns the number.
    mutating func add(at time: Instant) -> Int {
        count += 1
        let entry = Entry(time: (time - .start).nanoseconds, number: count)
        var index = heap.count
        heap.append(entry)
        while index > 0, entry.isBefore(heap[(index - 1) / 2]) {
            heap[index] = heap[(index - 1) / 2]
            index = (index - 1) / 2
        }
        heap[index] = entry
        return count
    }

    mutating func next() -> Int? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first.number }
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(last) else { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = last
        return first.number
    }
}
