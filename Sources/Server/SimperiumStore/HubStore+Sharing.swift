internal import SimperiumWire

/// Copies of shared objects in the buckets of collaborators.
extension HubStore {
    /// Writes the copies. Returns false and does nothing unless the owner's bucket has the expected
    /// head.
    mutating func writeCopies(_ mirroring: ChangeCopiesForSharers) throws(StorageError) -> Bool {
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
                expected: nil)
        }
        return true
    }

    /// Removes the history of an earlier object with this key.
    private mutating func removeEarlierObjectHistory(
        of key: ObjectKey, in id: BucketID
    ) throws(StorageError) {
        try moveRecent()
        try removeVersionBodies(of: key, in: id)
        guard let row = try row(of: id) else { return }
        try statements.clearOutdatedVersions.run(row.number, key)
    }

    mutating func mirrorCount(of user: UserID, in app: AppID) throws(StorageError) -> Int {
        try saveAll()
        let statement = try database.prepare(HubSQL.countSharedCopies)
        try statement.bind(user, at: 1)
        try statement.bind(app, at: 2)
        guard try statement.step() else { throw .implausible }
        return try statement.count(in: 0)
    }
}
