import SimperiumClock
import SimperiumWire

/// Logs that other hubs write to, too.
extension Hub {
    package var isShared: Bool { turn.isShared }

    /// Applies an entry that another hub has written.
    mutating func fold(_ entry: ForeignEntry, of log: LogID) {
        turn.advance(log, to: entry.place)
        turn.clock.heed(entry.stamp)
        if let name = entry.bucket {
            if name == .options { reload(after: entry.act, in: log) }
            if let bucket = buckets.handle(of: log.bucket(name)) { fold(entry, in: bucket) }
        } else if let lease = entry.lease {
            // The entry doesn't name the lease's bucket.
            for id in buckets.ids(of: log) {
                guard let bucket = buckets.handle(of: id), isKept(lease, in: bucket) else {
                    continue
                }
                fold(entry, in: bucket)
            }
        }
    }

    /// Applies the result of a batch whose bucket has been dropped. If the bucket is open again, it
    /// has read the state before the batch, and doesn't know of new outbox entries.
    mutating func settleOrphan(_ question: QuestionID, by answer: StoreAnswer) {
        guard let batch = turn.numbers.logs?.takeOrphan(question),
            case .appended(let stamp) = answer
        else { return }
        for entry in batch.entries(at: stamp) { fold(entry, of: batch.bucket.log) }
        if !batch.parcels.isEmpty { post(.deliver(looking: true), to: open(batch.bucket)) }
    }

    /// Reloads changed options. Every bucket has read its options, so their log is followed
    /// wherever a bucket needs them.
    private mutating func reload(after act: ForeignEntry.Effect, in log: LogID) {
        guard case .change(let change, _, _, _) = act else { return }
        turn.errands.changedOptions.append((log.app, change.key))
    }

    private func isKept(_ lease: Lease.ID, in bucket: BucketHandle) -> Bool {
        guard let slot = buckets.slot(bucket) else { return false }
        return buckets.slots[slot].isConcerned(by: lease)
    }

    /// Looks after the buckets of a hub that is gone: its clients' presence objects must end in
    /// time, and outbox entries must be delivered.
    mutating func attend(_ found: [BucketID]) {
        for bucket in found {
            if let known = buckets.handle(of: bucket) {
                post(.recall(as: nil), to: known)
                post(.deliver(looking: true), to: known)
            } else {
                run(open(bucket))
            }
        }
    }

    /// Opens a failed bucket again as soon as the store may be asked. As long as this hub is alive,
    /// no other hub looks after the presence objects that its clients have left there.
    mutating func openForOwners(_ id: BucketID) {
        if hasRested(id, or: .owners(of: id)) { run(open(id)) }
    }

    /// Makes all buckets of a log read their leases again, because another hub may have begun a
    /// session.
    mutating func recallSeats(of log: LogID) {
        for id in buckets.ids(of: log) {
            guard let bucket = buckets.handle(of: id),
                let number = turn.seats.readings.ask(bucket, of: log)
            else { continue }
            post(.recall(as: number), to: bucket)
        }
    }

    /// Stops following a log without an open bucket.
    mutating func leave(_ log: LogID) {
        guard turn.isShared, buckets.ids(of: log).isEmpty else { return }
        turn.forget(log)
        turn.effects.append(.leave(log))
    }

    /// Cancels deliveries between logs that began before the shared store was restarted.
    mutating func beginLife() {
        turn.numbers.logs?.beginLife()
        for slot in buckets.slots.indices where buckets.slots[slot].isSharing {
            buckets.work(at: slot, &turn) { bucket, _ in bucket.startPostOver() }
            run(buckets.slots[slot].handle)
        }
    }

    /// Restarts a log, because the shared store is not the one that the hub knew. All clients in
    /// the log start over at once, because their buckets are intact. Shared objects are compared,
    /// because another log may have kept what this one has lost.
    mutating func reset(_ log: LogID) {
        let sharing = Set(buckets.slots.filter { $0.log == log && $0.isSharing }.map(\.id))
        turn.forget(log)
        for bucket in buckets.ids(of: log) {
            giveUp(bucket)
            if sharing.contains(bucket) { post(.compare(after: .zero), to: open(bucket)) }
        }
    }
}

extension ForeignEntry {
    fileprivate var lease: EntityOwner.Lease? {
        switch act {
        case .away(let lease, _), .back(let lease, _), .end(let lease): lease
        case .change, .shared, .forgetHistory, .forgetVersions, .drop, .other: nil
        }
    }
}

extension LogBatch {
    /// The entries of the batch as other hubs see them.
    fileprivate func entries(at stamp: Stamp) -> [ForeignEntry] {
        writes.enumerated().map { offset, write in
            ForeignEntry(write.act, in: bucket.name, at: place.advanced(by: offset), stamp)
        }
    }
}

extension StoreWrite {
    fileprivate var act: ForeignEntry.Effect {
        switch self {
        case .append(let change, let entity, _, _, _):
            .change(
                change, isRemoved: entity.isRemoved, of: entity.owner?.lease,
                mirror: entity.mirrored)
        case .forgetHistory(_, let change): .forgetHistory(emptiedBy: change)
        case .forgetVersions(let key, _): .forgetVersions(of: key)
        case .mirror(let mirroring): .shared(mirroring.key)
        case .drop: .drop
        case .hold, .countRestart, .endSeat, .owe, .assign, .settle, .forgive: .other
        }
    }
}
