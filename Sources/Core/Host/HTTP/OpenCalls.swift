import SimperiumClock
import SimperiumWire

/// The requests over HTTP that have not been answered, and what they wait for.
struct OpenCalls {
    var open: [CallID: Call] = [:]
    var waiters = Waiters()
    /// Those that wait for a change in any user's bucket.
    var firehoses: Set<CallID> = []
    /// Calls that have caused enough for one event, and have more to do.
    var unfinished: [CallID] = []
    /// How many bytes the bulks have that are being made.
    var bulkBytes = 0
    /// How many passwords are being hashed, or wait to be.
    var waitingPasswords = 0

    /// Forgets a call, and says what it was waiting for.
    mutating func end(_ id: CallID) -> Call.Step? {
        guard let call = open.removeValue(forKey: id) else { return nil }
        waiters.remove(id)
        firehoses.remove(id)
        if case .bulk(let bulk) = call.step { bulkBytes -= bulk.bytes }
        return call.step
    }
}
