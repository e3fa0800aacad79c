internal import SimperiumClock
package import SimperiumWire

/// Queries for a copy of the whole file, while no server has the file open.
extension HubStore {
    package mutating func read(
        _ query: StoreCopyQuery
    ) throws(StorageError) -> StoreCopyQueryAnswer {
        switch query {
        case .bans: return .bans([])
        case .users(let cursor): return try users(after: cursor)
        case .owners(let cursor): return try usersWithBuckets(after: cursor)
        case .keys(let cursor, let id): return try keys(after: cursor, in: id)
        case .objects(let keys, let id): return .objects(try objectsUpToSizeLimit(keys, in: id))
        case .account(let query): return .account(try accounts.answer(query))
        case .data(let query):
            let answer = try answer(query)
            if case .changes(nil, _) = answer { throw .implausible }
            return .data(answer)
        }
    }

    /// Returns true if an outbox entry is due. The next server on this file delivers the entry,
    /// which can't be copied to Redis.
    package func hasDuePendingInserts() throws(StorageError) -> Bool {
        try database.number("SELECT EXISTS (SELECT 1 FROM owed WHERE due = 1)") > 0
    }

    private func users(
        after cursor: StoreCopyCursor?
    ) throws(StorageError) -> StoreCopyQueryAnswer {
        let (app, user) = (cursor?.words.first ?? "", cursor?.words.last ?? "")
        let statement = try database.prepare(CopySQL.users)
        try statement.bind(app, at: 1)
        try statement.bind(user, at: 2)
        try statement.bind(StoreCopyQuery.portion.entries, at: 3)
        var users: [StoredUser] = []
        while try statement.step() {
            let answer = try accounts.answer(
                .owner(try statement.name(in: 1), app: try statement.name(in: 0)))
            guard case .user(let user?) = answer else { throw .implausible }
            users.append(user)
        }
        let isLast = users.count < StoreCopyQuery.portion.entries
        let last = users.last.map { StoreCopyCursor($0.app.text, $0.id.text) }
        return .users(users, next: isLast ? nil : last)
    }

    private func usersWithBuckets(after cursor: StoreCopyCursor?) throws(StorageError)
        -> StoreCopyQueryAnswer
    {
        let statement = try database.prepare(CopySQL.owners)
        try statement.bind(cursor?.words.first ?? "", at: 1)
        try statement.bind(cursor?.words.last.flatMap { Int($0) } ?? 0, at: 2)
        try statement.bind(StoreCopyQuery.portion.entries, at: 3)
        var owners: [UserLogID] = []
        var last: StoreCopyCursor?
        while try statement.step() {
            let owner = UserLogID(app: try statement.name(in: 1), user: try statement.name(in: 0))
            owners.append(owner)
            last = StoreCopyCursor(owner.user.text, "\(try statement.count(in: 2))")
        }
        return .owners(owners, next: owners.count < StoreCopyQuery.portion.entries ? nil : last)
    }

    private mutating func keys(
        after cursor: StoreCopyCursor?, in id: BucketID
    ) throws(StorageError) -> StoreCopyQueryAnswer {
        guard let row = try row(of: id) else { return .keys([], next: nil) }
        let statement = try database.prepare(CopySQL.keys)
        try statement.bind(row.number, at: 1)
        try statement.bind(cursor?.words.first ?? "", at: 2)
        try statement.bind(StoreCopyQuery.portion.entries, at: 3)
        let keys = try statement.mapRows { row throws(StorageError) -> ObjectKey in
            try row.name(in: 0)
        }
        let isLast = keys.count < StoreCopyQuery.portion.entries
        return .keys(keys, next: isLast ? nil : keys.last.map { StoreCopyCursor($0.text) })
    }

    private mutating func objectsUpToSizeLimit(
        _ keys: [ObjectKey], in id: BucketID
    ) throws(StorageError) -> [StoreCopyObject] {
        guard let row = try row(of: id) else { return [] }
        var objects: [StoreCopyObject] = []
        var bytes = 0
        for key in keys where bytes < StoreCopyQuery.portion.bytes {
            guard case .entity(let entity, let ids) = try answer(.entity(key, in: id)) else {
                throw .implausible
            }
            bytes += entity.object?.count ?? 0
            objects.append(
                StoreCopyObject(
                    entity, changeIDs: ids, versions: try versions(of: key, in: row)))
        }
        return objects
    }

    private func versions(
        of key: ObjectKey, in row: BucketRow
    ) throws(StorageError) -> [EntityVersion] {
        let statement = try database.prepare(CopySQL.versions)
        try statement.bind(row.number, key)
        return try statement.mapRows { row throws(StorageError) in try row.version(in: 0) }
    }
}

enum CopySQL {
    static let users = """
        SELECT app, id FROM user WHERE (app, id) > (?1, ?2) ORDER BY app, id LIMIT ?3
        """
    /// Selects the users who have a bucket, each once per app.
    static let owners = """
        SELECT bucket.user, feed.app, bucket.feed FROM bucket JOIN feed ON feed.number = bucket.feed
        WHERE (bucket.user, bucket.feed) > (?1, ?2) AND \(CheckedTable.bucket.verified)
            AND \(CheckedTable.feed.verified) AND NOT EXISTS (
            SELECT 1 FROM bucket AS other JOIN feed AS others ON others.number = other.feed
            WHERE other.user = bucket.user AND others.app = feed.app
                AND other.feed < bucket.feed)
        ORDER BY bucket.user, bucket.feed LIMIT ?3
        """
    static let keys = """
        SELECT key FROM object WHERE bucket = ?1 AND key > ?2 ORDER BY key LIMIT ?3
        """
    static let versions = """
        SELECT history.version AS version FROM object JOIN history ON history.object = object.number
        WHERE object.bucket = ?1 AND object.key = ?2 AND history.body IS NOT NULL
            AND instr(object.outdated || ',', ',' || history.version || ',') = 0
            AND \(CheckedTable.object.verified) AND \(CheckedTable.history.verified)
        UNION
        SELECT recent.past_version FROM object JOIN recent ON recent.object = object.number
        WHERE object.bucket = ?1 AND object.key = ?2 AND recent.body IS NOT NULL
            AND instr(object.outdated || ',', ',' || recent.past_version || ',') = 0
            AND \(CheckedTable.object.verified) AND \(CheckedTable.recent.verified)
        ORDER BY version
        """
    static let insertPastChangeID = """
        INSERT OR IGNORE INTO history (object, version, change, checksum)
        SELECT number, ?3, ?4, checksum(number, ?3, ?4, NULL)
        FROM object WHERE bucket = ?1 AND key = ?2
        """
    /// Stores an earlier version of an object. If the id of the version's change is lost, the
    /// version gets the change id of the present version.
    static let insertPastVersion = """
        INSERT INTO history (object, version, change, body, body_checksum, checksum)
        SELECT number, ?3, change, ?4, ?5, checksum(number, ?3, change, ?5)
        FROM object WHERE bucket = ?1 AND key = ?2
        ON CONFLICT (object, version) DO UPDATE SET body = ?4, body_checksum = ?5,
            checksum = \(CheckedTable.history.checksumSQL(["body_checksum": "?5"]))
        """
    static let insertLogEntry = """
        INSERT OR IGNORE INTO log
            (feed, place, bucket, key, version, previous, change, entry, author, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \(CheckedTable.log.checksumOfParameters))
        """
    static let sharedObjects = """
        SELECT object.number, object.key, object.sharing, bucket.feed
        FROM object JOIN bucket ON bucket.number = object.bucket
        WHERE object.sharing IS NOT NULL AND object.sharing NOT LIKE '=%'
            AND \(CheckedTable.object.verified)
        """
    static let positionOfSharedCopy = """
        SELECT object.changed FROM object JOIN bucket ON bucket.number = object.bucket
        WHERE bucket.feed = ?1 AND bucket.user = ?2 AND object.key = ?3
            AND \(CheckedTable.object.verified)
        """
    static let setSharing = """
        UPDATE object SET sharing = ?2,
            checksum = \(CheckedTable.object.checksumSQL(["sharing": "?2"]))
        WHERE number = ?1 AND \(CheckedTable.object.verified)
        """
    static let setEpoch = """
        UPDATE life SET epoch = max(epoch, ?1),
            checksum = \(CheckedTable.life.checksumSQL(["epoch": "max(epoch, ?1)"]))
        WHERE \(CheckedTable.life.verified)
        """
}
