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
    private static let insertsPerPage = 256
    /// The maximum number of failed inserts that a page may contain in addition to
    /// `insertsPerPage`. If more inserts fail, later inserts wait until a failed insert succeeds or
    /// is removed.
    private static let mostStuck = 4_096
    private static let insertRetryPause = Duration.seconds(30)
    private static let pollPause = Duration.seconds(1)

    /// Reads the stored pending inserts. An earlier server process may have stopped before it
    /// delivered every insert.
    mutating func readPendingInserts() {
        pendingInserts.reset()
        let count = Self.insertsPerPage + pendingInserts.stuck
        effects.append(.read(.pendingInserts, .debts(atMost: count)))
    }

    mutating func receivePendingInserts(_ answer: StoreQueryAnswer) {
        guard case .debts(let objects, let hasMore) = answer else { return }
        pendingInserts.hasMore = hasMore
        deliverPendingInserts(objects)
        // Without a valid insert on the page, no delivery causes the next read. Halls on other
        // servers store pending inserts, too, and this server is not notified of them.
        if pendingInserts.open == 0, hasMore || settings.shards.count > 1 {
            pendingInserts.retryAt = now + Self.pollPause
        }
    }

    /// Schedules another read of the store after a pause, unless one is scheduled.
    mutating func delayPendingInserts() {
        pendingInserts.scheduleRead(at: now + Self.insertRetryPause)
    }

    /// Requests the insertion of each object into its bucket, with the server as the author.
    /// Deletes a pending insert that can't be parsed, because no delivery would ever succeed.
    mutating func deliverPendingInserts(_ objects: [PendingCrossLogInsert]) {
        for object in objects {
            guard let json = (try? JSON(parsing: object.object))?.object,
                let id = ChangeID("owed-\(object.key.text)")
            else {
                effects.append(.write(.forgive(object.key, in: object.bucket)))
                pendingInserts.hasRemovedSome = true
                continue
            }
            pendingInserts.open += 1
            let change = Change(.modify(Diff(from: [:], to: json)), key: object.key, id: id)
            request(.change(change), of: object.bucket, by: .server(for: object.bucket.user)) {
                host, outcome in
                host.applyInsertOutcome(outcome, ofInsert: object.key, in: object.bucket)
            }
        }
    }

    /// Records the outcome of a delivery, and deletes the pending insert if the bucket contains the
    /// object. After the last open delivery, reads the store again if more pending inserts may
    /// remain. If a delivery failed, schedules this read instead: for the present time if the next
    /// page can contain other inserts, otherwise after a pause.
    mutating func applyInsertOutcome(
        _ outcome: CallerRequestOutcome, ofInsert key: ObjectKey, in bucket: BucketID
    ) {
        pendingInserts.open -= 1
        switch outcome {
        case .accepted, .refused(.alreadyApplied), .refused(.noEffect):
            effects.append(.write(.settle(key, in: bucket)))
            pendingInserts.hasRemovedSome = true
        case .refused, .unavailable, .index, .entity, .changes, .shared, .notShared, .unwelcome,
            .sharers:
            pendingInserts.failed += 1
        }
        guard pendingInserts.open == 0 else { return }
        pendingInserts.stuck = min(pendingInserts.failed, Self.mostStuck)
        if pendingInserts.failed > 0 {
            // Not at once, because more deliveries of the page may follow in this event.
            let time = pendingInserts.hasMadeRoom ? now : now + Self.insertRetryPause
            pendingInserts.scheduleRead(at: time)
        } else if pendingInserts.hasMore || settings.shards.count > 1 {
            readPendingInserts()
        }
    }

    mutating func retryPendingInserts() {
        guard let time = pendingInserts.retryAt, time <= now else { return }
        readPendingInserts()
    }
}

/// The progress of the deliveries of pending inserts.
struct PendingInsertProgress {
    /// The number of deliveries under way.
    var open = 0
    /// True if the store has more pending inserts than the last read returned.
    var hasMore = false
    /// The number of deliveries that have failed since the store was last read.
    var failed = 0
    /// True if a pending insert was delivered, or removed because it can't be parsed, since the
    /// store was last read.
    var hasRemovedSome = false
    /// The number of failed deliveries when the last open delivery ended, up to a limit. The store
    /// returns these inserts first, so the next read asks for as many more.
    var stuck = 0
    /// The time of the next read of the store; nil if none is scheduled.
    var retryAt: Instant?

    /// True if the next read can return pending inserts that the last read did not.
    var hasMadeRoom: Bool { hasMore && hasRemovedSome }

    /// Schedules a read of the store, unless a read is already scheduled. So later failures and
    /// deliveries do not postpone the scheduled read.
    mutating func scheduleRead(at time: Instant) {
        if retryAt == nil { retryAt = time }
    }

    /// Resets the state before the store is read again. Deliveries under way still count.
    mutating func reset() {
        hasMore = false
        hasRemovedSome = false
        failed = 0
        retryAt = nil
    }
}
