package import SimperiumClock

/// What a hub has a store keep. There is no answer: see `Hub` about a write that fails.
package enum StoreWrite: Hashable, Codable, Sendable {
    /// Appends a change to the log, unless the bucket's head is another than `expected`; makes
    /// `entity` the object as it is now, keeps its version among the old ones, and drops versions
    /// that are outdated.
    case append(
        StoredChange, entity: StoredEntity, outdated: [EntityVersion], to: BucketID,
        expected: Ordinal)
    /// Makes the history up to the head unknown to all: the last act of an `EMPTY`, which is
    /// remembered instead. Versions of removed objects and the ids of changes to them go on.
    case forgetHistory(of: BucketID, emptiedBy: ChangeID)
    /// Forgets what an object was before, but not the changes that made it so.
    case forgetVersions(of: ObjectKey, in: BucketID)
    /// The owner of these objects, which have one each, is here: in the seat of that number, or in
    /// none, and with that secret from now on. No restart counts that was before.
    case hold([ObjectKey], seat: Int, secret: SecretDigest?, in: BucketID)
    /// A server has begun, and the owners of these objects are not here.
    case countRestart(of: [ObjectKey], in: BucketID)
    /// Keeps how a seat ended in which the bucket had a part, instead of what was known of it, and
    /// forgets of all seats that ended at the stamp, or before.
    case endSeat(StoredSeatEnd, forgetting: Stamp, in: BucketID)
    /// Has those follow with whom an object is shared.
    case mirror(Mirroring)
    /// Forgets the bucket itself.
    case drop(BucketID)
    /// Notes what is owed because of the change that was appended just before, in the bucket that
    /// is named: both are kept, or neither is.
    case owe([OwedObject], for: BucketID)
    /// Has what is owed to one bucket be owed to another one, instead of what is owed there under
    /// the same keys, and be due.
    case assign(BucketID, to: BucketID)
    /// Strikes off what is owed to a bucket under a key, if there is such an object by now.
    case settle(ObjectKey, in: BucketID)
    /// Strikes off what is owed to a bucket under a key, or all of it: nobody will be there to have
    /// it.
    case forgive(ObjectKey?, in: BucketID)
}

extension StoreWrite {
    package var bucket: BucketID {
        switch self {
        case .append(_, _, _, let bucket, _), .forgetHistory(let bucket, _),
            .forgetVersions(_, let bucket), .hold(_, _, _, let bucket),
            .countRestart(_, let bucket), .endSeat(_, _, let bucket), .drop(let bucket),
            .owe(_, let bucket), .assign(_, let bucket), .settle(_, let bucket),
            .forgive(_, let bucket):
            bucket
        case .mirror(let mirroring): mirroring.bucket
        }
    }

    /// All buckets to which it writes.
    package var buckets: [BucketID] {
        guard case .mirror(let mirroring) = self else { return [bucket] }
        return [bucket] + mirroring.entries.map(\.bucket)
    }

    /// The logs that it changes, each once.
    package var logs: [LogID] {
        guard case .mirror(let mirroring) = self else { return [bucket.log] }
        var logs = [mirroring.bucket.log]
        for entry in mirroring.entries where !logs.contains(entry.bucket.log) {
            logs.append(entry.bucket.log)
        }
        return logs
    }
}
