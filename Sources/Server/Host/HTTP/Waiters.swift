import SimperiumClock

/// Calls that wait for changes, in the order in which they are answered at the latest.
struct Waiters {
    /// With some that wait no longer, but never with more of them than of others.
    private var calls: [(until: Instant, call: CallID)] = []
    private var start = 0
    private var waiting: Set<CallID> = []

    var count: Int { waiting.count }
    var next: Instant? { start < calls.count ? calls[start].until : nil }

    /// All wait for the same time, so a call that comes later waits longer.
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
