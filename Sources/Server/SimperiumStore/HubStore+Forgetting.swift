internal import SimperiumWire

/// Removal of old data, a few rows at a time.
extension HubStore {
    /// The maximum number of objects, and of rows of the log, that one transaction removes from a
    /// dropped bucket.
    private static let garbagePerTurn = 32
    /// A log is trimmed as soon as it exceeds its limit by this number of changes, or has twice as
    /// many changes as its limit.
    private static let slack = 256
    /// The maximum number of removed objects to delete when a log is trimmed. The trimmed part has
    /// fewer removals, but the file may contain more objects that were removed earlier.
    private static let removedPerCut = slack * 4

    /// Hides the history of a bucket from clients. The changes stay in the log for queries about
    /// all users.
    mutating func hideHistoryFromClients(of id: BucketID, emptiedBy change: ChangeID)
        throws(StorageError)
    {
        guard var row = try row(of: id) else { return }
        row.state.forgetLogUpToHead(emptiedBy: change)
        cacheChangedRow(row, of: id)
    }

    mutating func removeVersionBodies(of key: ObjectKey, in id: BucketID) throws(StorageError) {
        guard let row = try row(of: id) else { return }
        for sql in HubSQL.deletePastBodies { try database.prepare(sql).run(row.number, key) }
        try statements.deleteUnneededBases.run(row.number, key)
    }

    /// Trims the log of a bucket if the log is too long. Also deletes the earlier bodies of objects
    /// whose removal leaves the log, and removed objects beyond the limit.
    mutating func trimLogIfTooLong(_ row: inout BucketRow) throws(StorageError) {
        let excess = row.logged - limits.logLength
        guard excess >= min(limits.logLength, Self.slack) else { return }
        // With at most `limits.logLength` recent changes, all rows that are removed here are in the
        // log already.
        if recentCount > limits.logLength { try moveRecentToLog() }
        let cut = try database.prepare(HubSQL.lastChangeToTrim)
        try cut.bind(row.number, at: 1)
        try cut.bind(excess - 1, at: 2)
        guard try cut.step() else { throw .implausible }
        let ordinal = try cut.ordinal(in: 0)
        cut.rewind()
        for sql in [
            HubSQL.deleteBodiesOfRemovedObjects, HubSQL.deleteBasesOfRemovedObjects, HubSQL.trimLog,
        ] {
            let statement = try database.prepare(sql)
            try statement.bind(row.number, at: 1)
            try statement.bind(ordinal, at: 2)
            try statement.run()
        }
        try removeExcessRemovedObjects(upTo: ordinal, in: &row)
        row.state.floor = max(row.state.floor, ordinal)
        row.logged = limits.logLength
    }

    /// Deletes removed objects beyond the limit, in the order of their removal, and raises the
    /// bucket's `beginning` above the versions of the deleted objects.
    private borrowing func removeExcessRemovedObjects(
        upTo ordinal: SequenceNumber, in row: inout BucketRow
    ) throws(StorageError) {
        let known: Int
        if let removed = row.removed {
            known = removed
        } else {
            known = try countRemovedObjects(in: row)
        }
        row.removed = known
        let excess = min(known - limits.removals, Self.removedPerCut)
        guard excess > 0 else { return }
        let beginning = try boundStatement(
            HubSQL.versionAboveRemovedObjects, forFirstRemoved: excess, upTo: ordinal, in: row)
        guard try beginning.step() else { throw .implausible }
        row.state.beginning = max(row.state.beginning, try beginning.version(in: 0))
        beginning.rewind()
        for sql in HubSQL.deleteRemovedObjects {
            try boundStatement(sql, forFirstRemoved: excess, upTo: ordinal, in: row).run()
        }
        row.removed = known - database.changeCount
    }

    private borrowing func countRemovedObjects(in row: BucketRow) throws(StorageError) -> Int {
        let statement = try database.prepare(HubSQL.countRemovedObjects)
        try statement.bind(row.number, at: 1)
        guard try statement.step() else { throw .implausible }
        return try statement.count(in: 0)
    }

    /// Prepares a statement about the `count` objects that were removed first, and binds the
    /// statement's parameters.
    private borrowing func boundStatement(
        _ sql: String, forFirstRemoved count: Int, upTo ordinal: SequenceNumber, in row: BucketRow
    ) throws(StorageError) -> Statement {
        let statement = try database.prepare(sql)
        try statement.bind(row.number, at: 1)
        try statement.bind(ordinal, at: 2)
        try statement.bind(count, at: 3)
        return statement
    }

    /// Deletes the row of a bucket, but not yet the rows of the bucket's objects and changes. These
    /// rows keep the bucket's number, and no later bucket gets the number.
    mutating func dropBucketLeavingRows(_ id: BucketID) throws(StorageError) {
        guard let row = try row(of: id) else { return }
        try moveRecentToLog()
        try run(HubSQL.deleteBucket, row.number)
        try run(HubSQL.insertDroppedBucket, row.number)
        hasGarbage = true
        buckets[id] = nil
    }

    /// Deletes a few rows of one dropped bucket. Clears `hasGarbage` if there is no dropped bucket.
    mutating func removeSomeDroppedBucketRows() throws(StorageError) {
        let garbage = try database.prepare(HubSQL.droppedBucketWithRows)
        guard try garbage.step() else { return hasGarbage = false }
        let number = try garbage.count(in: 0)
        garbage.rewind()
        var removed = 0
        for sql in HubSQL.deleteRowsOfDroppedBucket {
            try run(sql, number, Self.garbagePerTurn)
            removed += database.changeCount
        }
        if removed == 0 { try run(HubSQL.deleteDroppedBucket, number) }
    }

    private borrowing func run(_ sql: String, _ numbers: Int...) throws(StorageError) {
        let statement = try database.prepare(sql)
        for (position, number) in numbers.enumerated() {
            try statement.bind(number, at: Int32(position + 1))
        }
        try statement.run()
    }
}
