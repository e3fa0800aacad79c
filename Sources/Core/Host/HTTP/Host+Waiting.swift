import SimperiumClock
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Answers with what happened after a change version, or keeps the call until something does.
    mutating func askForChanges(
        _ id: CallID, _ query: Parameters, of bucket: BucketID, by caller: Caller
    ) {
        let waits = query["wait"] != "0" && waiters.count < settings.limits.waitingRequests
        // Without a cursor nobody wants to hear of the past.
        let cursor = query["cv"].map { Cursor($0) }
        let request = ask(.changes(after: cursor, waits: waits), of: bucket, by: caller, for: id)
        calls[id]?.step = .waiting(request, bucket)
        if waits { waiters.add(id, until: now + settings.limits.patience) }
    }

    /// Answers those who have waited long enough.
    mutating func endWaiting() {
        while let id = waiters.popDue(at: now) {
            switch calls[id]?.step {
            case .waiting, .firehose:
                cancel(id)
                answer(id, .json(Array("[]".utf8)))
            default: break
            }
        }
    }
}

/// Calls that wait for changes, in the order in which they are answered at the latest.
struct Waiters {
    /// With some that wait no longer, but never with more of them than of others.
    private var calls: [(until: Instant, call: CallID)] = []
    private var start = 0
    private var waiting: Set<CallID> = []

    var count: Int { waiting.count }
    var next: Instant? { start < calls.count ? calls[start].until : nil }

    /// Everybody waits for the same time, so whoever comes later waits longer.
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
