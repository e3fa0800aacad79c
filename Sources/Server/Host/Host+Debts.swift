import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// Delivery of owed objects.
///
/// With a change of one log, its guard may decide that other users are owed objects, such as
/// results. This debt is stored with the change. Then the object is inserted into the user's
/// bucket, and the debt is deleted. The change id follows from the object's key, so a second
/// delivery has no effect.
extension Host {
    private static let debtsPerPage = 256
    private static let debtPause = Duration.seconds(30)
    private static let lookPause = Duration.seconds(1)

    /// Reads the debts: at the start, because an earlier server may have stopped before it
    /// delivered them, and after a failure.
    mutating func readPendingInserts() {
        requests.debts.reset()
        effects.append(.read(.debts, .debts(atMost: Self.debtsPerPage)))
    }

    mutating func receivePendingInserts(_ answer: StoreAnswer) {
        guard case .debts(let objects, let hasMore) = answer else { return }
        requests.debts.hasMore = hasMore
        insertOwedObjects(objects)
        // The halls of other servers owe objects, too, and this server is not notified.
        if settings.shards.count > 1, requests.debts.open == 0 {
            requests.debts.retryAt = now + Self.lookPause
        }
    }

    mutating func delayPendingInserts() {
        requests.debts.retryAt = now + Self.debtPause
    }

    /// Inserts each object into its bucket.
    mutating func insertOwedObjects(_ objects: [PendingInsert]) {
        for object in objects {
            guard let json = (try? JSON(parsing: object.object))?.object,
                let id = ChangeID("owed-\(object.key.text)")
            else { continue }
            requests.debts.open += 1
            let change = Change(.modify(Diff(from: [:], to: json)), key: object.key, id: id)
            request(.change(change), of: object.bucket, by: .server(for: object.bucket.user)) {
                host, outcome in
                host.applyInsertOutcome(outcome, ofDebt: object.key, in: object.bucket)
            }
        }
    }

    /// Records the outcome of a delivery, and deletes a debt that has been delivered, now or
    /// earlier. After the last outcome, reads the remaining debts, at once or, after a failure,
    /// later.
    mutating func applyInsertOutcome(
        _ outcome: OutsideOutcome, ofDebt key: ObjectKey, in bucket: BucketID
    ) {
        requests.debts.open -= 1
        switch outcome {
        case .accepted, .refused(.alreadyApplied), .refused(.noEffect):
            effects.append(.write(.settle(key, in: bucket)))
        case .refused, .unavailable, .index, .entity, .changes, .shared, .notShared, .unwelcome,
            .sharers:
            requests.debts.hasFailed = true
        }
        guard requests.debts.open == 0 else { return }
        if requests.debts.hasFailed {
            delayPendingInserts()
        } else if requests.debts.hasMore || settings.shards.count > 1 {
            readPendingInserts()
        }
    }

    /// Reads the debts again later, after a log of the plug-in's app has lost its writes.
    mutating func retryInsertsAfterLoss(of log: UserLogID) {
        if plugin(of: log.app) != nil { delayPendingInserts() }
    }

    /// Reads the debts again if the pause after a failure is over.
    mutating func retryPendingInserts() {
        guard let time = requests.debts.retryAt, time <= now else { return }
        readPendingInserts()
    }
}
