internal import SimperiumWire

/// The outbox: objects to insert into other logs, each stored with the change that caused it.
extension HubStore {
    borrowing func addPendingInserts(_ objects: [PendingCrossLogInsert]) throws(StorageError) {
        let statement = try database.prepare(HubSQL.insertPendingInsert)
        for object in objects {
            try statement.bind(object.bucket, object.key)
            try statement.bind(object.object, at: 5)
            try statement.bind(object.isDue ? 1 : 0, at: 6)
            try statement.run()
        }
    }

    borrowing func movePendingInserts(
        of id: BucketID, asDueTo other: BucketID
    ) throws(StorageError) {
        let statement = try database.prepare(HubSQL.movePendingInserts)
        try statement.bind(id.app, id.user)
        try statement.bind(id.name, at: 3)
        try statement.bind(other.user, at: 4)
        try statement.bind(other.name, at: 5)
        try statement.run()
    }

    mutating func removePendingInsertIfStored(_ key: ObjectKey, in id: BucketID)
        throws(StorageError)
    {
        guard let row = try row(of: id) else { return }
        let statement = try database.prepare(HubSQL.deletePendingInsertOfStoredObject)
        try statement.bind(id, key)
        try statement.bind(row.number, at: 5)
        try statement.run()
    }

    borrowing func removePendingInserts(_ key: ObjectKey?, in id: BucketID) throws(StorageError) {
        let statement = try database.prepare(HubSQL.deletePendingInserts)
        try statement.bind(id, key)
        try statement.run()
    }

    borrowing func readDuePendingInserts(
        atMost count: Int
    ) throws(StorageError) -> StoreQueryAnswer {
        let statement = try database.prepare(HubSQL.duePendingInserts)
        try statement.bind(count + 1, at: 1)
        let debts = try statement.mapRows { row throws(StorageError) in
            PendingCrossLogInsert(
                bucket: BucketID(
                    app: try row.name(in: 0), user: try row.name(in: 1), name: try row.name(in: 2)),
                key: try row.name(in: 3), object: try row.requiredBytes(in: 4))
        }
        return .debts(Array(debts.prefix(count)), hasMore: debts.count > count)
    }
}

extension Statement {
    fileprivate borrowing func bind(_ id: BucketID, _ key: ObjectKey?) throws(StorageError) {
        try bind(id.app, id.user)
        try bind(id.name, at: 3)
        try bind(key?.text, at: 4)
    }
}
