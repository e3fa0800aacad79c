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
                post(.recall, to: known)
                post(.deliver(looking: true), to: known)
            } else {
                run(open(bucket))
            }
        }
    }

    /// Opens a bucket that has failed, as soon as the store may be asked: as long as this hub lives
    /// no other one looks after what its clients have left there.
    mutating func openForOwners(_ id: BucketID) {
        if let end = backoff.rest(of: id, at: turn.now) {
            turn.alarms.set(.owners(of: id), at: end)
        } else {
            run(open(id))
        }
    }

    /// Has all buckets of a log, but those that do so anyway, read which leases there are: one may
    /// be of a seat that another hub has given.
    mutating func recallSeats(of log: LogID) {
        for id in buckets.ids(of: log) {
            guard let bucket = buckets.handle(of: id), !turn.seats.isExpected(bucket) else {
                continue
            }
            turn.seats.expect(bucket, of: log)
            post(.recall, to: bucket)
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
            buckets.work(at: slot, &turn) { $0.startPostOver(&$1) }
            run(buckets.slots[slot].handle)
        }
    }

    /// The engine is not the one that was known: all clients in the log start over.
    mutating func reset(_ log: LogID) {
        turn.forget(log)
        for bucket in buckets.ids(of: log) { failed(bucket) }
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
