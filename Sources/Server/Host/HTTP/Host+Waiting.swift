import SimperiumClock
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Answers with what happened after a change version, or keeps the call until something does.
    mutating func askForChanges(
        _ id: CallID, _ query: Parameters, of bucket: BucketID, by caller: Caller
    ) {
        let waits = query["wait"] != "0" && calls.waiters.count < settings.limits.waitingRequests
        // A caller without a cursor does not want to hear of the past.
        let cursor = query["cv"].map { Cursor($0) }
        let request = ask(.changes(after: cursor, waits: waits), of: bucket, by: caller, for: id)
        calls.open[id]?.step = .waiting(request, bucket)
        if waits { calls.waiters.add(id, until: now + settings.limits.patience) }
    }

    /// Answers the calls that have waited long enough.
    mutating func endWaiting() {
        while let id = calls.waiters.popDue(at: now) {
            switch calls.open[id]?.step {
            case .waiting, .firehose:
                cancel(id)
                answer(id, .json(Array("[]".utf8)))
            default: break
            }
        }
    }
}
