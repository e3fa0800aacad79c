import SimperiumClock
import SimperiumWire

/// What is due when, the earliest first, and of the same instant what was set first.
///
/// An alarm is hardly ever taken back: when it rings, the hub looks whether it still means
/// anything.
struct Alarms {
    /// Up to so many nobody looks for those that mean nothing any more.
    private static let few = 1_024

    enum Alarm: Hashable {
        case silence(ConnectionID)
        case allowance(ConnectionID)
        case quietPeriod(MemberID, in: BucketHandle)
        case grace(Lease.ID, in: BucketHandle)
        case idleness(BucketHandle)
        case recovery(BucketID)
        case owners(of: BucketID)
        case room(BucketHandle)
        case post(BucketHandle)
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
    /// From how many on it is looked for those.
    private var many = few

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
        sink(from: 0)
        return first.alarm
    }

    /// Takes back those of connections that are gone, if there are many: each of a crowd that comes
    /// and goes would leave one behind, for as long as it could have been silent.
    mutating func forget(where isGone: (ConnectionID) -> Bool) {
        guard entries.count >= many else { return }
        entries = entries.filter { entry in
            switch entry.alarm {
            case .silence(let id), .allowance(let id): !isGone(id)
            case .quietPeriod, .grace, .idleness, .recovery, .owners, .room, .post: true
            }
        }
        for index in (0..<entries.count / 2).reversed() { sink(from: index) }
        many = max(Self.few, entries.count * 2)
    }

    /// Moves an entry down to where none below it is before it.
    private mutating func sink(from start: Int) {
        var index = start
        while let child = earliestChild(of: index), entries[child] < entries[index] {
            entries.swapAt(index, child)
            index = child
        }
    }

    private func earliestChild(of index: Int) -> Int? {
        let left = index * 2 + 1
        guard left < entries.count else { return nil }
        let right = left + 1
        return right < entries.count && entries[right] < entries[left] ? right : left
    }
}
