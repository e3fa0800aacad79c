import SimperiumClock

/// Works that wait until a store that has no room has some again, in their order. What makes room
/// there, and what only reads, goes past them.
struct Shelf {
    /// For so long their authors hear nothing. Then they come again.
    static let patience = Duration.seconds(10)
    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(2))

    private var waiting: [Work] = []
    /// Those that are tried now, before all else that waits.
    private var due = Queue<Work>()
    private var failures = 0
    /// Since when there has been no room.
    private var since: Instant?

    var isEmpty: Bool { waiting.isEmpty && due.isEmpty }
    /// Whether what needs room is better off here.
    var isInUse: Bool { !waiting.isEmpty }
    var works: [Work] { waiting + due.all }
    var count: Int { waiting.count + due.count }

    /// Puts back a work for which there was no room, and says when to look again.
    mutating func putBack(_ work: Work, at now: Instant) -> Instant {
        let start = since ?? now
        since = start
        failures += 1
        waiting.insert(work, at: 0)
        return min(now + Self.backoff.wait(after: failures), max(start + Self.patience, now))
    }

    /// Puts a work behind those that wait.
    mutating func append(_ work: Work) { waiting.append(work) }

    /// Takes out what a channel has asked for that is gone: its client says it again elsewhere.
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

    /// Has all that waits tried again; or nothing, if it has waited long enough: then it is taken
    /// out instead.
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

    /// There is room.
    mutating func noteRoom() { (failures, since) = (0, nil) }
}
