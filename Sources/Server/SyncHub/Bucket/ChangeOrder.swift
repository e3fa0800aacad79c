import SimperiumClock
import SimperiumWire

/// Object keys in the order of their last change, the oldest first. An outdated entry stays until
/// it is pruned; a reader must check that the object's last change is still the entry's.
struct ChangeOrder {
    typealias Entry = (ordinal: SequenceNumber, key: ObjectKey)

    private var entries: [Entry] = []
    private var start = 0

    var count: Int { entries.count - start }
    var first: Entry? { start < entries.count ? entries[start] : nil }

    mutating func append(_ ordinal: SequenceNumber, _ key: ObjectKey) {
        entries.append((ordinal, key))
    }

    mutating func removeFirst() {
        start += 1
        guard start > 64, start * 2 > entries.count else { return }
        entries.removeFirst(start)
        start = 0
    }

    mutating func removeAll(where isOutdated: (Entry) -> Bool) {
        entries = entries[start...].filter { !isOutdated($0) }
        start = 0
    }

    subscript(position: Int) -> Entry { entries[position] }

    /// Returns the positions of a slice's entries, in the slice's order.
    func positions(_ slice: IndexSlice) -> StrideThrough<Int> {
        let rest = entries[start...]
        let low = slice.above.map { above in rest.partitionPoint { $0.ordinal <= above } } ?? start
        let high =
            slice.below.map { below in rest.partitionPoint { $0.ordinal < below } } ?? entries.count
        return switch slice.order {
        case .newestFirst: stride(from: high - 1, through: low, by: -1)
        case .oldestFirst: stride(from: low, through: high - 1, by: 1)
        }
    }
}
