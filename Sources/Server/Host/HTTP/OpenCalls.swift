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
    /// How many bytes the bulks have that are being made, and the bodies that are being read.
    var bulkBytes = 0
    /// How many passwords are being hashed, or wait to be.
    var waitingPasswords = 0
    /// The names that calls are about to give to users: of two who want one at the same time only
    /// one is told that it is free.
    private var claims: Set<NameClaim> = []

    /// Forgets a call, and says what it was waiting for.
    mutating func end(_ id: CallID) -> Call.Step? {
        guard let call = open.removeValue(forKey: id) else { return nil }
        waiters.remove(id)
        firehoses.remove(id)
        switch call.step {
        case .bulk(let bulk): bulkBytes -= bulk.bytes
        case .computing(let step): bulkBytes -= step.bytes
        case .account(let account):
            if let claim = account.claim { claims.remove(claim) }
        default: break
        }
        return call.step
    }

    /// Keeps a name for a call; false if another one has it.
    mutating func keep(_ claim: NameClaim) -> Bool { claims.insert(claim).inserted }
}
