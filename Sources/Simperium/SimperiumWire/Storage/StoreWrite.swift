package import SimperiumClock

/// A hub's write to the store. It has no answer; `Hub` describes the case of a failure.
package enum StoreWrite: Hashable, Codable, Sendable {
    /// Appends a change to the log, if the bucket's head is `expected`. Stores `entity` as the
    /// object and as its latest version, and drops the versions in `outdated`.
    case append(
        StoredChange, entity: StoredEntity, outdated: [EntityVersion], to: BucketID,
        expected: SequenceNumber)
    /// Drops the history up to the head: the last step of an `EMPTY`, whose id is stored. Versions
    /// of removed objects and the ids of their changes are kept.
    case forgetHistory(of: BucketID, emptiedBy: ChangeID)
    /// Drops the earlier versions of an object. The changes stay in the log.
    case forgetVersions(of: ObjectKey, in: BucketID)
    /// Records that the owner of these objects is connected, with the session's secret and number;
    /// zero without a session. The count of server starts is reset.
    case hold([ObjectKey], seat: Int, secret: SecretDigest?, in: BucketID)
    /// Counts a server start, because the owners of these objects have not connected since it.
    case countRestart(of: [ObjectKey], in: BucketID)
    /// Stores the end of a session with objects in the bucket, and replaces an earlier end of that
    /// session. Drops all ends up to the time `forgetting`.
    case endSeat(StoredSessionEnd, forgetting: ServerTime, in: BucketID)
    /// Writes a change of a shared object to its copies.
    case mirror(ChangeCopiesForSharers)
    /// Drops the bucket itself.
    case drop(BucketID)
    /// Stores inserts that are pending because of the change appended just before in the named
    /// bucket: either both are stored or none.
    case owe([PendingCrossLogInsert], for: BucketID)
    /// Moves the pending inserts of one bucket to another and makes them due. They replace the
    /// pending inserts with the same keys there.
    case assign(BucketID, to: BucketID)
    /// Deletes the pending insert with this key if the object exists by now.
    case settle(ObjectKey, in: BucketID)
    /// Deletes the pending insert with this key, because no user will need it. If the key is nil,
    /// deletes all pending inserts of the bucket.
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

    /// All buckets that the write changes.
    package var buckets: [BucketID] {
        guard case .mirror(let mirroring) = self else { return [bucket] }
        return [bucket] + mirroring.entries.map(\.bucket)
    }

    /// The logs that the write changes, each once.
    package var logs: [UserLogID] {
        guard case .mirror(let mirroring) = self else { return [bucket.log] }
        var logs = [mirroring.bucket.log]
        for entry in mirroring.entries where !logs.contains(entry.bucket.log) {
            logs.append(entry.bucket.log)
        }
        return logs
    }
}
