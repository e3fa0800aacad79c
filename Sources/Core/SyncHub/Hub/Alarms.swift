import SimperiumClock
import SimperiumWire

/// What is due when, the earliest first, and of the same instant what was set first.
///
/// An alarm is never taken back: when it rings, the hub looks whether it still means anything.
struct Alarms {
    enum Alarm: Hashable {
        case silence(ConnectionID)
        case allowance(ConnectionID)
        case quietPeriod(MemberID, in: BucketHandle)
        case grace(Lease.ID, in: BucketHandle)
        case idleness(BucketHandle)
        case recovery(BucketID)
        case room(BucketHandle)
    }

    private struct Entry {
        let instant: Instant
        let number: UInt64
        let alarm: Alarm

        static func < (left: Entry, right: Entry) -> Bool {
            (left.instant, left.number) < (right.instant, right.number)
        }
    }

    /// A heap: no entry is before the one at half its index.
    private var entries: [Entry] = []
    private var number: UInt64 = 0

    var next: Instant? { entries.first?.instant }

    mutating func set(_ alarm: Alarm, at instant: Instant) {
        number += 1
        entries.append(Entry(instant: instant, number: number, alarm: alarm))
        var index = entries.count - 1
        while index > 0, entries[index] < entries[(index - 1) / 2] {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes out the next alarm that is due.
    mutating func popDue(at now: Instant) -> Alarm? {
        guard let first = entries.first, first.instant <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var index = 0
        while let child = earliestChild(of: index), entries[child] < entries[index] {
            entries.swapAt(index, child)
            index = child
        }
        return first.alarm
    }

    private func earliestChild(of index: Int) -> Int? {
        let left = index * 2 + 1
        guard left < entries.count else { return nil }
        let right = left + 1
        return right < entries.count && entries[right] < entries[left] ? right : left
    }
}
