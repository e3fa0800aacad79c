import SimperiumClock

/// A retry queue of work items that a shared store had no room for, in their order. Work items that
/// make room, or only read, pass it.
struct Shelf {
    /// The longest wait of an item. Then it is given up, and its client sends it again.
    static let patience = Duration.seconds(10)
    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(2))

    private var waiting: [Work] = []
    /// Items that are being retried, before any other waiting item.
    private var due = Queue<Work>()
    private var failures = 0
    /// The time since when the store has had no room.
    private var since: Instant?

    var isEmpty: Bool { waiting.isEmpty && due.isEmpty }
    /// True if a work item that needs room must be queued here.
    var isInUse: Bool { !waiting.isEmpty }
    var works: [Work] { waiting + due.all }
    var count: Int { waiting.count + due.count }

    /// Puts an item back at the front, and returns the time of the next try.
    mutating func putBack(_ work: Work, at now: Instant) -> Instant {
        let start = since ?? now
        since = start
        failures += 1
        waiting.insert(work, at: 0)
        return min(now + Self.backoff.wait(after: failures), max(start + Self.patience, now))
    }

    mutating func append(_ work: Work) { waiting.append(work) }

    /// Removes and returns the items of a channel that is gone. Its client sends them again
    /// elsewhere.
    mutating func takeAll(of member: MemberID) -> [Work] {
        let all = works
        let isTheirs = { (work: Work) in
            if case .member(member)? = work.author { true } else { false }
        }
        guard all.contains(where: isTheirs) else { return [] }
        waiting.removeAll(where: isTheirs)
        let rest = due.all.filter { !isTheirs($0) }
        due = Queue()
        for work in rest { due.append(work) }
        return all.filter(isTheirs)
    }

    mutating func next() -> Work? { due.popFirst() }

    /// Retries all waiting items. If they have waited for too long, removes and returns them
    /// instead.
    mutating func wake(at now: Instant) -> [Work] {
        let works = exchange(&waiting, with: [])
        if let since, now >= since + Self.patience {
            (failures, self.since) = (0, nil)
            return works
        }
        let rest = due.all
        due = Queue()
        for work in works + rest { due.append(work) }
        return []
    }

    /// Ends the backoff: the store has room.
    mutating func noteRoom() { (failures, since) = (0, nil) }
}
