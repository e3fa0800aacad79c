import SimperiumClock

/// The calls that wait for changes, in the order of their deadlines.
struct LongPollQueue {
    /// The waiting calls, and some that have ended. `remove` drops the ended calls once they
    /// outnumber the waiting calls by more than 64.
    private var calls = Queue<(until: Instant, call: CallID)>()
    private var waiting: Set<CallID> = []

    var count: Int { waiting.count }
    var next: Instant? { calls.first?.until }

    /// Adds a call. All calls wait equally long, so the deadlines are in order.
    mutating func add(_ call: CallID, until instant: Instant) {
        calls.append((instant, call))
        waiting.insert(call)
    }

    mutating func remove(_ call: CallID) {
        guard waiting.remove(call) != nil, calls.count > waiting.count * 2 + 64 else { return }
        calls.removeAll { [waiting] in !waiting.contains($0.call) }
    }

    mutating func popDue(at now: Instant) -> CallID? {
        while let first = calls.first, first.until <= now {
            calls.popFirst()
            if waiting.remove(first.call) != nil { return first.call }
        }
        return nil
    }
}
