import SimperiumClock
import SimperiumWire

/// The recent ends of sessions, for clients that return too late. The oldest are forgotten.
struct SessionEnds {
    private struct Expiry {
        let credentials: ClientSession.SessionCredentials
        let number: UInt64
        let over: Instant
    }

    private var ends: [ClientSession.SessionCredentials: (end: SessionEnd, number: UInt64)] = [:]
    /// The entries, the oldest first.
    private var order = Queue<Expiry>()
    private var count: UInt64 = 0

    /// Returns the end of a session; nil if the session has not ended, or if its end was forgotten.
    mutating func find(_ credentials: ClientSession.SessionCredentials, at now: Instant)
        -> SessionEnd?
    {
        forget { $0.over <= now }
        return ends[credentials]?.end
    }

    mutating func record(
        _ end: SessionEnd, of credentials: ClientSession.SessionCredentials, until over: Instant,
        at now: Instant,
        _ limits: MemoryLimits
    ) {
        count += 1
        ends[credentials] = (end, count)
        order.append(Expiry(credentials: credentials, number: count, over: over))
        let excess = order.count - limits.endedSessions
        var forgotten = 0
        forget { entry in
            defer { forgotten += 1 }
            return entry.over <= now || forgotten < excess
        }
    }

    private mutating func forget(while isOver: (Expiry) -> Bool) {
        while let first = order.first, isOver(first) {
            order.popFirst()
            if ends[first.credentials]?.number == first.number { ends[first.credentials] = nil }
        }
    }
}
