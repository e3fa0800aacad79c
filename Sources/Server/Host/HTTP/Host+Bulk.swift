import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Reads the changes of a bulk request, and begins to perform them.
    mutating func beginBulk(_ call: RoutedCall) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        let (id, body) = (call.id, call.request.body)
        let (bytes, waits) = (body.count, call.request.target.query.isOn("wait"))
        let isLong = bytes > settings.hub.promptWork
        try compute(.changes(body), isLong: isLong, bytes: bytes, for: id) {
            host, outcome throws(CallRefusal) in
            guard case .changes(let changes) = outcome else { throw .unavailable }
            let bulk = try BulkChanges(changes, bytes: bytes, of: bucket, by: caller, waits: waits)
            try host.beginBulk(bulk, for: id)
        }
    }

    private mutating func beginBulk(_ bulk: BulkChanges, for id: CallID) throws(CallRefusal) {
        try countHeldBytes(bulk.bytes, for: id)
        // An administrator may write all data of a user, which other clients wrote over years.
        if !bulk.caller.identity.rights.contains(.administrator) {
            chargeWorkToAddress(bulk.count, for: id)
        }
        calls.open[id]?.bulk = bulk
        sendNextBulkChanges(of: id)
    }

    /// Sends the hub the next changes of a bulk request, at most `changesPerTick`. The next `wake`
    /// continues with the rest.
    mutating func sendNextBulkChanges(of id: CallID) {
        guard var bulk = calls.open[id]?.bulk else { return }
        for _ in 0..<settings.limits.changesPerTick where bulk.hasMore {
            let (index, reading) = bulk.takeNext()
            switch reading {
            case .success(let change):
                request(.change(change), of: bulk.bucket, by: bulk.caller, for: id) {
                    host, outcome in host.recordOutcome(outcome, ofBulk: id, at: index)
                }
            case .failure(let malformed):
                bulk.recordResult(
                    RefusedChange(malformed, by: bulk.caller.clientID).json, at: index)
            }
        }
        calls.open[id]?.bulk = bulk
        if bulk.hasMore { calls.resumedAtWake.append(id) } else { answerBulkIfComplete(id) }
    }

    private mutating func recordOutcome(
        _ outcome: CallerRequestOutcome, ofBulk id: CallID, at index: Int
    ) {
        if case .unavailable = outcome {
            if calls.open[id]?.bulk != nil { refuse(id, .unavailable) }
            return
        }
        if case .accepted(_, _, let entry) = outcome {
            continueCall(id) { host throws(CallRefusal) in
                try host.chargeLogEntry(entry.count, ofBulk: id)
            }
        }
        // Changed in place, because a copy of the request would copy all results for each new
        // result.
        if calls.open[id]?.bulk?.recordOutcome(outcome, at: index) == true {
            answerBulkIfComplete(id)
        }
    }

    /// Counts the bytes of a change's log entry, because a short change may have a long entry. If
    /// the caller waits for the results, the bytes count as held, and are charged with the answer.
    /// Otherwise the caller's address is charged now, except an administrator's. Throws if too many
    /// bytes are held.
    private mutating func chargeLogEntry(_ bytes: Int, ofBulk id: CallID) throws(CallRefusal) {
        guard let bulk = calls.open[id]?.bulk else { return }
        if bulk.waits { return try countHeldBytes(bytes, for: id) }
        if !bulk.caller.identity.rights.contains(.administrator) {
            chargeWorkToAddress(settings.hub.pace.commands(inBytes: bytes), for: id)
        }
    }

    private mutating func answerBulkIfComplete(_ id: CallID) {
        guard let bulk = calls.open[id]?.bulk, let results = bulk.answer else { return }
        answer(id, bulk.waits ? .json(results) : HTTPResponse(.ok))
    }
}
