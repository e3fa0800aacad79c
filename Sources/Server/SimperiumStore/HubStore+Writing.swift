internal import SimperiumClock
internal import SimperiumWire

/// The writes of changes, and of the objects' states after them.
extension HubStore {
    /// The number of an object's new versions between two removals of its outdated versions.
    private static let versionsPerTidying = 64

    /// Appends a change, stores the object's new state, and returns true. Returns false and does
    /// nothing if the bucket's head is not `expected`; nil allows any head.
    mutating func append(
        _ change: StoredChange, of entity: StoredEntity, outdating outdated: [EntityVersion],
        to id: BucketID, ifHeadIs expected: SequenceNumber?
    ) throws(StorageError) -> Bool {
        let known = try row(of: id)
        guard expected == nil || known?.state.head ?? .zero == expected else { return false }
        var row: BucketRow
        if let known { row = known } else { row = try addRow(of: id) }
        let wasKnown = try appendToLogReturningIfKnown(change, of: entity, in: row)
        recentCount += 1
        let body = try storedBodyAddingBase(of: entity, wasKnown: wasKnown, in: row)
        try writeState(entity, as: body, by: change.changeID, outdated, in: row, isNew: !wasKnown)
        if entity.version.number.isMultiple(of: Self.versionsPerTidying) {
            try removeOutdatedHistory(entity, in: row)
        }
        if let removed = row.removed {
            let wasRemoved = wasKnown && change.previous == nil
            row.removed = removed + (entity.isRemoved ? 1 : 0) - (wasRemoved ? 1 : 0)
        }
        row.state.head = change.ordinal
        row.state.stamp = max(row.state.stamp, entity.stamp)
        row.state.updateCounts(entity, existed: change.previous != nil)
        row.logged += 1
        try trimLogIfTooLong(&row)
        cacheChangedRow(row, of: id)
        return true
    }

    /// Appends a change to `recent`, and keeps its object's present version for the history.
    /// Returns true if the object already has a row, present or removed.
    private borrowing func appendToLogReturningIfKnown(
        _ change: StoredChange, of entity: StoredEntity, in row: BucketRow
    ) throws(StorageError) -> Bool {
        if entity.isMirror {
            // A shared copy has the version numbers of the original, and these may repeat.
            try statements.archivePresentVersion.run(row.number, entity.key)
            let wasKnown = database.changeCount > 0
            try append(change, by: statements.appendRecent, of: row.number, in: row.feed)
            return wasKnown
        }
        if entity.version != .first {
            try append(
                change, by: statements.appendRecentWithPastVersion, of: row.number, in: row.feed)
            if database.changeCount > 0 { return true }
        }
        try append(change, by: statements.appendRecent, of: row.number, in: row.feed)
        return false
    }

    /// Appends a change to a log with `statement`, whose parameters are the log's columns.
    borrowing func append(
        _ change: StoredChange, by statement: borrowing Statement, of bucket: Int, in feed: Int
    ) throws(StorageError) {
        try statement.bind(feed, at: 1)
        try statement.bind(change.ordinal, at: 2)
        try statement.bind(bucket, at: 3)
        try statement.bind(change.key, at: 4)
        try statement.bind(change.version.number, at: 5)
        try statement.bind(change.previous, at: 6)
        try statement.bind(change.changeID, at: 7)
        try statement.bind(change.entry, at: 8)
        try statement.bind(change.author?.text, at: 9)
        try statement.run()
    }

    /// Writes a change to the copies of a shared object, stores the object's recipients, and
    /// returns true. Returns false and does nothing unless the owner's bucket has the expected
    /// head.
    mutating func writeCopiesIfHeadMatches(_ mirroring: ChangeCopiesForSharers) throws(StorageError)
        -> Bool
    {
        guard let row = try row(of: mirroring.bucket), row.state.head == mirroring.head else {
            return false
        }
        let share = try database.prepare(HubSQL.setSharing)
        try share.bind(row.number, mirroring.key)
        try share.bind(mirroring.sharing?.text, at: 3)
        try share.run()
        for entry in mirroring.entries {
            if entry.isFirst {
                try removeEarlierObjectHistory(of: entry.change.key, in: entry.bucket)
            }
            _ = try append(
                entry.change, of: entry.entity, outdating: entry.outdated, to: entry.bucket,
                ifHeadIs: nil)
        }
        return true
    }

    private mutating func removeEarlierObjectHistory(
        of key: ObjectKey, in id: BucketID
    ) throws(StorageError) {
        try moveRecentToLog()
        try removeVersionBodies(of: key, in: id)
        guard let row = try row(of: id) else { return }
        try statements.clearOutdatedVersions.run(row.number, key)
    }

    /// Moves the recent changes to the log and the history. A damaged change stays: queries that
    /// read it fail, but writes do not.
    mutating func moveRecentToLog() throws(StorageError) {
        guard recentCount > stuckRecentCount else { return }
        try database.run("SAVEPOINT move")
        do throws(StorageError) {
            for sql in HubSQL.moveRecent { try database.prepare(sql).run() }
        } catch {
            guard case .damagedRow = error else { throw error }
            try database.run("ROLLBACK TO move")
            for sql in HubSQL.moveIntactRecent { try database.prepare(sql).run() }
        }
        try database.run("RELEASE move")
        recentCount = try database.number(HubSQL.countRecent)
        stuckRecentCount = recentCount
    }

    /// Returns the body in its stored form: whole, or as edits of a base; nil if the object has no
    /// body. Stores a new base if one is needed.
    ///
    /// A copy of a shared object is always stored whole, because its version numbers may repeat.
    private mutating func storedBodyAddingBase(
        of entity: StoredEntity, wasKnown: Bool, in row: BucketRow
    ) throws(StorageError) -> [UInt8]? {
        let id = LongBodyCache.ObjectID(bucket: row.number, key: entity.key)
        guard let body = entity.object, body.count >= BodyAsEdits.leastLength, wasKnown,
            !entity.isMirror
        else {
            longBodies.remove(id)
            return entity.object
        }
        if let edited = longBodies.updateReturningEdits(of: id, to: body) { return edited }
        guard let checksum = RowChecksum.checksum(of: body) else { return body }
        try statements.insertBase.bind(row.number, entity.key)
        try statements.insertBase.bind(body, at: 3)
        try statements.insertBase.bind(Int(checksum), at: 4)
        try statements.insertBase.run()
        guard database.changeCount > 0 else { return body }
        let form = BodyAsEdits(base: database.lastRow, checksum: checksum)
        longBodies.insert(body, as: form, of: id)
        return form.bytes
    }

    /// Stores the present state of an object. If `isNew` is true, the object must have no row yet;
    /// otherwise the object may have a row.
    borrowing func writeState(
        _ entity: StoredEntity, as body: [UInt8]?, by change: ChangeID,
        _ outdated: [EntityVersion], in row: BucketRow, isNew: Bool
    ) throws(StorageError) {
        if !isNew {
            try writeState(entity, body, by: change, outdated, in: row, statements.updateObject)
            guard database.changeCount == 0 else { return }
        }
        try writeState(entity, body, by: change, outdated, in: row, statements.insertObject)
    }

    private borrowing func writeState(
        _ entity: StoredEntity, _ body: [UInt8]?, by change: ChangeID,
        _ outdated: [EntityVersion], in row: BucketRow, _ statement: borrowing Statement
    ) throws(StorageError) {
        try statement.bind(row.number, entity.key)
        try statement.bind(entity.version.number, at: 3)
        try statement.bind(entity.isRemoved ? 1 : 0, at: 4)
        try statement.bind(entity.changed, at: 5)
        try statement.bind(entity.owner?.lease, at: 6)
        try statement.bind(entity.owner?.clientID.text, at: 7)
        try statement.bind(entity.owner?.secret?.bytes, at: 8)
        try statement.bind(body, at: 9)
        try statement.bind(change, at: 10)
        try statement.bind(
            outdated.isEmpty ? "" : outdated.map { ",\($0.number)" }.joined(), at: 11)
        try statement.bind(entity.owner?.seat ?? 0, at: 12)
        try statement.bind(entity.owner?.restarts ?? 0, at: 13)
        try statement.bind(Int(entity.stamp.milliseconds), at: 14)
        try statement.bind(entity.sharing?.text, at: 15)
        try statement.bind(RowChecksum.checksum(of: body).map { Int($0) }, at: 16)
        try statement.run()
    }

    /// Runs `sql`, which updates the owner of an object, for each of the objects. Does nothing if
    /// the bucket has no row.
    mutating func updateOwners(
        _ keys: [ObjectKey], in id: BucketID, by sql: String,
        binding: (borrowing Statement) throws(StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        guard let row = try row(of: id) else { return }
        let statement = try database.prepare(sql)
        for key in keys {
            try statement.bind(row.number, key)
            try binding(statement)
            try statement.run()
        }
    }

    private borrowing func removeOutdatedHistory(_ entity: StoredEntity, in row: BucketRow)
        throws(StorageError)
    {
        try statements.deleteOutdatedBodies.run(row.number, entity.key)
        try statements.deleteOutdatedRecentBodies.run(row.number, entity.key)
        try statements.clearOutdatedVersions.run(row.number, entity.key)
        try statements.deleteUnneededBases.run(row.number, entity.key)
        let oldest = entity.version.number - StoreQueryAnswer.rememberedChanges
        guard oldest > 0 else { return }
        try statements.deleteOldChangeIDs.bind(row.number, entity.key)
        try statements.deleteOldChangeIDs.bind(oldest, at: 3)
        try statements.deleteOldChangeIDs.run()
    }
}
