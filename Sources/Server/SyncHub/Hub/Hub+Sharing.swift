import SimperiumClock
import SimperiumWire

/// Logs that other hubs write to, too.
extension Hub {
    package var isShared: Bool { turn.isShared }

    /// Takes in what another hub has written.
    mutating func fold(_ entry: ForeignEntry, of log: LogID) {
        turn.advance(log, to: entry.place)
        turn.clock.heed(entry.stamp)
        if let name = entry.bucket {
            if name == .options { reload(after: entry.act, in: log) }
            if let bucket = buckets.handle(of: log.bucket(name)) { fold(entry, in: bucket) }
        } else if let lease = entry.lease {
            // Of which bucket it is, is not told.
            for id in buckets.ids(of: log) {
                guard let bucket = buckets.handle(of: id), isKept(lease, in: bucket) else {
                    continue
                }
                fold(entry, in: bucket)
            }
        }
    }

    /// Takes in what was on its way for a bucket that has been given up: whoever has opened it
    /// since has read what there was before, and knows of no parcels.
    mutating func settleOrphan(_ question: QuestionID, by answer: StoreAnswer) {
        guard let batch = turn.numbers.logs?.takeOrphan(question),
            case .appended(let stamp) = answer
        else { return }
        for entry in batch.entries(at: stamp) { fold(entry, of: batch.bucket.log) }
        if !batch.parcels.isEmpty { post(.deliver(looking: true), to: open(batch.bucket)) }
    }

    /// Options hold wherever there is a bucket that they are for, whoever reads them here: each
    /// bucket has asked for its own, so their log is followed.
    private mutating func reload(after act: ForeignEntry.Act, in log: LogID) {
        guard case .change(let change, _, _, _) = act else { return }
        turn.errands.changedOptions.append((log.app, change.key))
    }

    private func isKept(_ lease: Lease.ID, in bucket: BucketHandle) -> Bool {
        guard let slot = buckets.slot(bucket) else { return false }
        return buckets.slots[slot].isConcerned(by: lease)
    }

    /// Looks after buckets in which nobody may be: another hub has gone, and what its clients own
    /// there goes with their time.
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

    /// Opens a bucket that has failed, as soon as the store may be asked: as long as this hub lives
    /// no other one looks after what its clients have left there.
    mutating func openForOwners(_ id: BucketID) {
        if hasRested(id, or: .owners(of: id)) { run(open(id)) }
    }

    /// Has all buckets of a log read which leases there are from now on: one may be of a seat that
    /// another hub has given.
    mutating func recallSeats(of log: LogID) {
        for id in buckets.ids(of: log) {
            guard let bucket = buckets.handle(of: id),
                let number = turn.seats.readings.ask(bucket, of: log)
            else { continue }
            post(.recall(as: number), to: bucket)
        }
    }

    /// Lets go of a log of which nothing is held any more.
    mutating func leave(_ log: LogID) {
        guard turn.isShared, buckets.ids(of: log).isEmpty else { return }
        turn.forget(log)
        turn.effects.append(.leave(log))
    }

    /// Carries nothing from one log to another that was found there in an earlier life.
    mutating func beginLife() {
        turn.numbers.logs?.beginLife()
        for slot in buckets.slots.indices where buckets.slots[slot].isSharing {
            buckets.work(at: slot, &turn) { bucket, _ in bucket.startPostOver() }
            run(buckets.slots[slot].handle)
        }
    }

    /// The engine is not the one that was known: all clients in the log start over, and at once, as
    /// nothing is wrong with their buckets. Another log may have kept what this one has lost.
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
    /// What it comes to, as others see it.
    fileprivate func entries(at stamp: Stamp) -> [ForeignEntry] {
        writes.enumerated().map { offset, write in
            ForeignEntry(write.act, in: bucket.name, at: place.advanced(by: offset), stamp)
        }
    }
}

extension StoreWrite {
    fileprivate var act: ForeignEntry.Act {
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
