import SimperiumClock
import SimperiumWire

/// The hub's alarms, the earliest first. Alarms for the same instant are due in the order of their
/// scheduling.
///
/// Alarms can't be cancelled. When an alarm is due, the hub checks whether the alarm still applies.
struct Alarms {
    /// With fewer alarms than this, outdated alarms are not removed.
    private static let smallestPruningThreshold = 1_024

    enum Alarm: Hashable {
        case idleTimeout(ConnectionID)
        case endOfDelay(ConnectionID)
        case quietPeriod(MemberID, in: BucketHandle)
        case endOfAbsence(PresenceLease.ID, in: BucketHandle)
        case idleBucket(BucketHandle)
        /// The next attempt to open a guarded bucket after store failures. Indirect, because such
        /// an alarm is rare, and its id would double the size of all alarms.
        indirect case openingRetry(BucketID)
    }

    private struct ScheduledAlarm {
        let instant: Instant
        let number: UInt64
        let alarm: Alarm

        static func < (left: ScheduledAlarm, right: ScheduledAlarm) -> Bool {
            (left.instant, left.number) < (right.instant, right.number)
        }
    }

    /// A binary heap: no entry is earlier than its parent, at `(index - 1) / 2`.
    private var entries: [ScheduledAlarm] = []
    private var number: UInt64 = 0
    /// The number of alarms that causes the next removal of outdated alarms.
    private var pruningThreshold = smallestPruningThreshold

    var next: Instant? { entries.first?.instant }

    mutating func schedule(_ alarm: Alarm, at instant: Instant) {
        number += 1
        entries.append(ScheduledAlarm(instant: instant, number: number, alarm: alarm))
        var index = entries.count - 1
        while index > 0, entries[index] < entries[(index - 1) / 2] {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func popDue(at now: Instant) -> Alarm? {
        guard let first = entries.first, first.instant <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        siftDown(from: 0)
        return first.alarm
    }

    /// Removes the alarms of closed connections, if the number of alarms has reached
    /// `pruningThreshold`. Without this, each short connection would leave an alarm for the whole
    /// idle timeout.
    mutating func pruneIfMany(where isGone: (ConnectionID) -> Bool) {
        guard entries.count >= pruningThreshold else { return }
        entries = entries.filter { entry in
            switch entry.alarm {
            case .idleTimeout(let id), .endOfDelay(let id): !isGone(id)
            case .quietPeriod, .endOfAbsence, .idleBucket, .openingRetry: true
            }
        }
        for index in (0..<entries.count / 2).reversed() { siftDown(from: index) }
        pruningThreshold = max(Self.smallestPruningThreshold, entries.count * 2)
    }

    /// Moves an entry down until no child is earlier.
    private mutating func siftDown(from start: Int) {
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
