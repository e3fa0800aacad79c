import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// The delivery of pending inserts.
///
/// A change in one log may require inserts into other users' buckets, such as results. A validator
/// determines these inserts, and the store writes each pending insert together with the change. The
/// host then inserts the object into the user's bucket, and deletes the pending insert. The id of
/// the insertion is derived from the object's key, so a second delivery has no effect.
extension Host {
    /// Reads the stored pending inserts. An earlier server process may have stopped before it
    /// delivered every insert.
    mutating func readPendingInserts() {
        effects.append(.read(.pendingInserts, .debts(atMost: pendingInserts.beginRead())))
    }

    mutating func receivePendingInserts(_ answer: StoreQueryAnswer) {
        guard case .debts(let objects, let hasMore) = answer else { return }
        pendingInserts.hasMore = hasMore
        deliverPendingInserts(objects)
        pendingInserts.schedulePollIfIdle(at: now)
    }

    /// Requests the insertion of each object into its bucket, with the server as the author.
    /// Deletes a pending insert that can't be parsed, because no delivery would ever succeed.
    mutating func deliverPendingInserts(_ objects: [PendingCrossLogInsert]) {
        for object in objects {
            guard let json = (try? JSON(parsing: object.object))?.object,
                let id = ChangeID("owed-\(object.key.text)")
            else {
                effects.append(.write(.forgive(object.key, in: object.bucket)))
                pendingInserts.recordRemoval()
                continue
            }
            pendingInserts.beginDelivery()
            let change = Change(.modify(Diff(from: [:], to: json)), key: object.key, id: id)
            request(.change(change), of: object.bucket, by: .server(for: object.bucket.user)) {
                host, outcome in
                host.applyInsertOutcome(outcome, ofInsert: object.key, in: object.bucket)
            }
        }
    }

    /// Records the outcome of a delivery, and deletes the pending insert if the bucket contains the
    /// object.
    mutating func applyInsertOutcome(
        _ outcome: CallerRequestOutcome, ofInsert key: ObjectKey, in bucket: BucketID
    ) {
        let isDelivered =
            switch outcome {
            case .accepted, .refused(.alreadyApplied), .refused(.noEffect): true
            case .refused, .unavailable, .index, .entity, .changes, .shared, .notShared,
                .unwelcome, .sharers:
                false
            }
        if isDelivered { effects.append(.write(.settle(key, in: bucket))) }
        if pendingInserts.finishDelivery(isDelivered: isDelivered, at: now) { readPendingInserts() }
    }

    mutating func retryPendingInserts() {
        guard let time = pendingInserts.retryAt, time <= now else { return }
        readPendingInserts()
    }
}

/// The progress of the deliveries of pending inserts.
///
/// The store returns pending inserts page by page, those of failed deliveries first. After the last
/// delivery of a page, the store is read again.
struct PendingInsertDeliveryState {
    private static let insertsPerPage = 256
    /// The maximum number of failed inserts that a page may contain in addition to
    /// `insertsPerPage`. If more inserts fail, later inserts wait until a failed insert succeeds or
    /// is removed.
    private static let mostStuck = 4_096
    private static let retryPause = Duration.seconds(30)
    private static let pollPause = Duration.seconds(1)

    /// True if halls on other servers store pending inserts, too. This server is not notified of
    /// them.
    let hasOtherWriters: Bool
    /// True if the store has more pending inserts than the last read returned.
    var hasMore = false
    /// The time of the next read of the store; nil if none is scheduled.
    private(set) var retryAt: Instant?
    /// The number of deliveries under way.
    private var open = 0
    /// The number of deliveries that have failed since the store was last read.
    private var failed = 0
    /// True if a pending insert was delivered, or removed because it can't be parsed, since the
    /// store was last read.
    private var hasRemovedSome = false
    /// The number of failed deliveries when the last open delivery ended, up to a limit. The next
    /// read asks for as many more.
    private var stuck = 0

    init(hasOtherWriters: Bool) {
        self.hasOtherWriters = hasOtherWriters
    }

    /// Begins a read of the store. Returns the number of inserts to ask for. Deliveries under way
    /// still count.
    mutating func beginRead() -> Int {
        (hasMore, hasRemovedSome, failed, retryAt) = (false, false, 0, nil)
        return Self.insertsPerPage + stuck
    }

    /// Schedules the next read if no delivery is under way. Otherwise the end of the last delivery
    /// causes it.
    mutating func schedulePollIfIdle(at now: Instant) {
        if open == 0, hasMore || hasOtherWriters { retryAt = now + Self.pollPause }
    }

    /// Schedules a read after a pause, unless a read is already scheduled. So later failures do not
    /// postpone the scheduled read.
    mutating func scheduleRetry(at now: Instant) {
        retryAt = retryAt ?? now + Self.retryPause
    }

    mutating func beginDelivery() {
        open += 1
    }

    mutating func recordRemoval() {
        hasRemovedSome = true
    }

    /// Records the end of a delivery. After the last open delivery, returns true if the store must
    /// be read now, because more pending inserts may remain. If a delivery has failed, schedules
    /// this read instead: as soon as possible if the next page can contain other inserts,
    /// otherwise after a pause.
    mutating func finishDelivery(isDelivered: Bool, at now: Instant) -> Bool {
        open -= 1
        if isDelivered { hasRemovedSome = true } else { failed += 1 }
        guard open == 0 else { return false }
        stuck = min(failed, Self.mostStuck)
        guard failed > 0 else { return hasMore || hasOtherWriters }
        // Not at once, because more deliveries of the page may follow in this event.
        let hasMadeRoom = hasMore && hasRemovedSome
        if hasMadeRoom { retryAt = retryAt ?? now } else { scheduleRetry(at: now) }
        return false
    }
}
