internal import SimperiumClock
package import SimperiumWire

/// Writes that make a new file a copy of another store.
extension HubStore {
    package func raiseEpoch(toAtLeast epoch: UInt32) throws(StorageError) {
        let statement = try database.prepare(CopySQL.setEpoch)
        try statement.bind(Int(epoch), at: 1)
        try statement.run()
    }

    /// Stores a part of the copy. The part is durable after `commitAndMoveRecent`. Bans are
    /// skipped.
    package mutating func store(_ part: StoreCopyPart) throws(StorageError) {
        try transaction.beginIfNeeded()
        switch part {
        case .user(let user): try performCopying(UserChange(copying: user))
        case .token(let token): try performCopying(UserChange(copying: token))
        case .link(let link): try performCopying(UserChange(copying: link))
        case .ban: break
        case .bucket(let bucket, let id): try insertIfMissing(bucket, as: id)
        case .object(let object, let id): try upsert(object, in: id)
        case .version(let body, let version, let key, let id):
            let statement = try database.prepare(CopySQL.insertPastVersion)
            try statement.bind(try requiredRow(of: id).number, key)
            try statement.bind(version.number, at: 3)
            try statement.bind(body, at: 4)
            try statement.bind(RowChecksum.checksum(of: body).map { Int($0) }, at: 5)
            try statement.run()
        case .changes(let changes, let id): try insertOutsideFeed(changes, in: id)
        }
    }

    private func performCopying(_ change: UserChange) throws(StorageError) {
        guard case .kept = try accounts.perform(.change(change)) else { throw .implausible }
    }

    /// Sets `followed` of each recipient of a shared object to the position of the last change to
    /// the recipient's copy.
    package mutating func recordSharedCopyPositions() throws(StorageError) {
        try transaction.beginIfNeeded()
        try saveChangedRows()
        let found = try database.prepare(CopySQL.sharedObjects)
        let mirror = try database.prepare(CopySQL.positionOfSharedCopy)
        let share = try database.prepare(CopySQL.setSharing)
        while try found.step() {
            let key: ObjectKey = try found.name(in: 1)
            guard case .shared(let sharers)? = try found.sharing(in: 2) else { throw .implausible }
            var joined: [SharingRecipient] = []
            for sharer in sharers {
                defer { mirror.rewind() }
                try mirror.bind(try found.count(in: 3), at: 1)
                try mirror.bind(sharer.user, at: 2)
                try mirror.bind(key, at: 3)
                guard try mirror.step() else { throw .implausible }
                joined.append(
                    SharingRecipient(
                        sharer.user, mayWrite: sharer.mayWrite,
                        followed: try mirror.ordinal(in: 0)))
            }
            try share.bind(try found.count(in: 0), at: 1)
            try share.bind(SharedOriginalOrCopy.shared(with: joined).text, at: 2)
            try share.run()
        }
    }

    private mutating func requiredRow(of id: BucketID) throws(StorageError) -> BucketRow {
        guard let row = try row(of: id) else { throw .implausible }
        return row
    }

    private mutating func insertIfMissing(
        _ bucket: StoredBucket, as id: BucketID
    ) throws(StorageError) {
        // The parts may contain a bucket twice.
        guard try row(of: id) == nil else { return }
        var row = try addRow(of: id)
        row.state = bucket
        cacheChangedRow(row, of: id)
    }

    private mutating func upsert(
        _ object: StoreCopyObject, in id: BucketID
    ) throws(StorageError) {
        let row = try requiredRow(of: id)
        let entity = object.entity
        guard let last = object.changeIDs.last else { throw .implausible }
        // The parts may contain an object twice.
        try writeState(entity, as: entity.object, by: last, [], in: row, isNew: false)
        let statement = try database.prepare(CopySQL.insertPastChangeID)
        for (offset, change) in object.changeIDs.dropLast().reversed().enumerated() {
            guard let version = EntityVersion(entity.version.number - 1 - offset) else { break }
            try statement.bind(row.number, entity.key)
            try statement.bind(version.number, at: 3)
            try statement.bind(change, at: 4)
            try statement.run()
        }
    }

    /// Stores changes of a log with its own numbering of positions. Two such logs may have equal
    /// positions, so these changes are in no feed. Queries about all users return only later
    /// changes.
    private mutating func insertOutsideFeed(
        _ changes: [StoredChange], in id: BucketID
    ) throws(StorageError) {
        var row = try requiredRow(of: id)
        let statement = try database.prepare(CopySQL.insertLogEntry)
        for change in changes {
            try append(change, by: statement, of: row.number, in: -row.number)
            row.logged += database.changeCount
        }
        cacheChangedRow(row, of: id)
    }
}
