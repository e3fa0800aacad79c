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
    /// Records that the owner of these objects is connected, and stores the session's secret and
    /// number. `seat` is zero without a session. Resets the count of server starts.
    case hold([ObjectKey], seat: Int, secret: SecretDigest?, in: BucketID)
    /// Counts a server start for these objects. Their owners have not connected since the start.
    case countRestart(of: [ObjectKey], in: BucketID)
    /// Stores the end of a session that had objects in the bucket, and replaces an earlier end of
    /// that session. Drops all ends up to the time `forgetting`.
    case endSeat(StoredSessionEnd, forgetting: ServerTime, in: BucketID)
    /// Writes a change of a shared object to the object's copies, and stores the object's
    /// recipients.
    case mirror(ChangeCopiesForSharers)
    case drop(BucketID)
    /// Stores pending inserts. The change that caused them was appended to the bucket `for` just
    /// before. The store keeps both the change and the inserts, or neither.
    case owe([PendingCrossLogInsert], for: BucketID)
    /// Moves pending inserts to another bucket, and makes them due. They replace inserts with the
    /// same keys there.
    case assign(BucketID, to: BucketID)
    /// Deletes the pending insert with this key if the object exists by now.
    case settle(ObjectKey, in: BucketID)
    /// Deletes the pending insert with this key, or all pending inserts of the bucket if the key is
    /// nil.
    case forgive(ObjectKey?, in: BucketID)

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

    package var subjects: [StoreFailureDomain] { logs.map { .log($0) } }

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

/// An object that must be inserted into a bucket because of a change in another log. The store
/// keeps this value from that change until the insert. So the object is inserted exactly once, even
/// if the server stops in between.
package struct PendingCrossLogInsert: Hashable, Codable, Sendable {
    package let bucket: BucketID
    package let key: ObjectKey
    /// The object as compact JSON.
    package let object: [UInt8]
    /// False while the object's user does not exist yet. `assign` makes the insert due.
    package let isDue: Bool

    package init(bucket: BucketID, key: ObjectKey, object: [UInt8], isDue: Bool = true) {
        self.bucket = bucket
        self.key = key
        self.object = object
        self.isDue = isDue
    }
}

/// The copies of a change to a shared object, or to its sharing, in other users' buckets.
package struct ChangeCopiesForSharers: Hashable, Codable, Sendable {
    /// A change to a copy of the object. It is appended unconditionally.
    package struct SharedCopyChange: Hashable, Codable, Sendable {
        package let bucket: BucketID
        package let change: StoredChange
        package let entity: StoredEntity
        package let outdated: [EntityVersion]
        /// True if the change creates the copy and ends the history of an earlier one.
        package let isFirst: Bool

        package init(
            _ change: StoredChange, making entity: StoredEntity, in bucket: BucketID,
            outdated: [EntityVersion] = [], isFirst: Bool = false
        ) {
            self.bucket = bucket
            self.change = change
            self.entity = entity
            self.outdated = outdated
            self.isFirst = isFirst
        }
    }

    /// The owner's bucket.
    package let bucket: BucketID
    package let key: ObjectKey
    /// The last change in the owner's bucket. If the bucket's head differs, nothing is written.
    package let head: SequenceNumber
    /// The new list of users that the object is shared with; nil if it is no longer shared.
    package let sharing: SharedOriginalOrCopy?
    package let entries: [SharedCopyChange]

    package init(
        of key: ObjectKey, in bucket: BucketID, at head: SequenceNumber,
        _ sharing: SharedOriginalOrCopy?,
        _ entries: [SharedCopyChange]
    ) {
        self.bucket = bucket
        self.key = key
        self.head = head
        self.sharing = sharing
        self.entries = entries
    }
}
