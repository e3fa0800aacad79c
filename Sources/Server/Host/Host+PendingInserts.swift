import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// The delivery of pending inserts.
///
/// A change in one log may require inserts into other users' buckets, such as results. A validator
/// determines these inserts. Each pending insert (a debt) is stored with the change. Then the
/// object is inserted into the user's bucket, and the debt is deleted. The change id follows from
/// the object's key, so a second delivery has no effect.
extension Host {
    private static let debtsPerPage = 256
    private static let debtPause = Duration.seconds(30)
    private static let lookPause = Duration.seconds(1)

    /// Reads the stored debts, at the start and again when that is due. An earlier server process
    /// may have stopped before it delivered them.
    mutating func readPendingInserts() {
        requests.debts.reset()
        effects.append(.read(.debts, .debts(atMost: Self.debtsPerPage)))
    }

    mutating func receivePendingInserts(_ answer: StoreAnswer) {
        guard case .debts(let objects, let hasMore) = answer else { return }
        requests.debts.hasMore = hasMore
        insertOwedObjects(objects)
        // Halls on other servers store debts, too, and this server is not notified of them.
        if settings.shards.count > 1, requests.debts.open == 0 {
            requests.debts.retryAt = now + Self.lookPause
        }
    }

    mutating func delayPendingInserts() {
        requests.debts.retryAt = now + Self.debtPause
    }

    /// Inserts each object into its bucket, as the server itself.
    mutating func insertOwedObjects(_ objects: [PendingCrossLogInsert]) {
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

    /// Records the outcome of a delivery, and deletes the debt if its object is in the bucket.
    /// After the last open delivery, reads the remaining debts: later if a delivery failed,
    /// otherwise at once.
    mutating func applyInsertOutcome(
        _ outcome: CallerRequestOutcome, ofDebt key: ObjectKey, in bucket: BucketID
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

    /// Plans to read the debts again if the log that lost its writes belongs to the plug-in's app.
    mutating func scheduleInsertRetryAfterLoss(of log: UserLogID) {
        if plugin(of: log.app) != nil { delayPendingInserts() }
    }

    mutating func retryPendingInserts() {
        guard let time = requests.debts.retryAt, time <= now else { return }
        readPendingInserts()
    }
}

/// The progress of the deliveries of pending inserts.
struct PendingInsertProgress {
    /// The number of deliveries under way.
    var open = 0
    /// True if the store has more debts.
    var hasMore = false
    /// True if a delivery has failed since the store was last read.
    var hasFailed = false
    /// The time when the store is read next; nil if that is not planned.
    var retryAt: Instant?

    /// Resets the state before the store is read again. Deliveries under way still count.
    mutating func reset() {
        hasMore = false
        hasFailed = false
        retryAt = nil
    }
}
