import SimperiumClock

/// The calls that wait for changes, in the order of their deadlines.
struct LongPollQueue {
    /// The waiting calls, and some that have ended. `remove` drops the ended ones once they
    /// outnumber the waiting ones by more than 64.
    private var calls: [(until: Instant, call: CallID)] = []
    private var start = 0
    private var waiting: Set<CallID> = []

    var count: Int { waiting.count }
    var next: Instant? { start < calls.count ? calls[start].until : nil }

    /// Adds a call. All calls wait for the same time, so the deadlines are in order.
    mutating func add(_ call: CallID, until instant: Instant) {
        calls.append((instant, call))
        waiting.insert(call)
    }

    mutating func remove(_ call: CallID) {
        guard waiting.remove(call) != nil, calls.count > waiting.count * 2 + 64 else { return }
        calls = calls[start...].filter { waiting.contains($0.call) }
        start = 0
    }

    mutating func popDue(at now: Instant) -> CallID? {
        while let next, next <= now {
            let call = calls[start].call
            start += 1
            if start * 2 > calls.count {
                calls.removeFirst(start)
                start = 0
            }
            if waiting.remove(call) != nil { return call }
        }
        return nil
    }
}
