/// The statements of a hub's store. Log positions are compared as bytes.
///
/// Rows are verified when they are read, and get a checksum when they are written: see
/// `CheckedTable`.
package enum HubSQL {
    /// The queries whose plans are tested.
    package static let queries = [
        bucket, bucketsOfUser, bucketsWithOwners, entity, changeIDs, version, base, newestFirst,
        oldestFirst, owned, changes, everybodysChanges, sessionEnds, countSharedCopies,
    ]

    static let epoch = "SELECT epoch FROM life WHERE \(CheckedTable.life.verified)"

    static func beginEpoch(atLeast least: UInt32) -> String {
        let next = "max(epoch + 1, \(least))"
        return """
            UPDATE life SET epoch = \(next),
                checksum = \(CheckedTable.life.checksumSQL(["epoch": next]))
            WHERE \(CheckedTable.life.verified)
            """
    }

    static let bucket = """
        SELECT bucket.number, feed.number, head, floor, count, logged, emptied, beginning,
            stamp, mirrors
        FROM feed JOIN bucket ON bucket.feed = feed.number AND bucket.user = ?3
        WHERE feed.app = ?1 AND feed.name = ?2 AND \(areVerified)
        """
    private static let areVerified =
        "\(CheckedTable.feed.verified) AND \(CheckedTable.bucket.verified)"
    static let addFeed = """
        INSERT OR IGNORE INTO feed (app, name, checksum)
        VALUES (?1, ?2, \(CheckedTable.feed.checksumOfParameters))
        """
    static let addBucket = """
        INSERT INTO bucket (user, feed, head, floor, count, logged, has_owners, checksum)
        SELECT ?3, number, ?4, ?4, 0, 0, 0, \(newBucketChecksum)
        FROM feed WHERE app = ?1 AND name = ?2 AND \(CheckedTable.feed.verified)
        RETURNING number, feed
        """
    private static let newBucketChecksum = CheckedTable.bucket.checksumSQL([
        "user": "?3", "feed": "feed.number", "head": "?4", "floor": "?4", "count": "0",
        "logged": "0", "emptied": "NULL", "beginning": "1", "stamp": "0", "mirrors": "0",
    ])
    static let saveBucket = """
        UPDATE bucket SET head = ?2, floor = ?3, count = ?4, logged = ?5, emptied = ?6,
            beginning = ?7, stamp = ?8, mirrors = ?9, has_owners = EXISTS (
                SELECT 1 FROM object
                WHERE bucket = ?1 AND removed = 0 AND lease IS NOT NULL),
            checksum = \(savedBucketChecksum)
        WHERE number = ?1 AND \(CheckedTable.bucket.verified)
        """
    private static let savedBucketChecksum = CheckedTable.bucket.checksumSQL([
        "head": "?2", "floor": "?3", "count": "?4", "logged": "?5", "emptied": "?6",
        "beginning": "?7", "stamp": "?8", "mirrors": "?9",
    ])
    static let bucketsOfUser = """
        SELECT feed.name FROM bucket JOIN feed ON feed.number = bucket.feed
        WHERE bucket.user = ?2 AND feed.app = ?1 AND \(areVerified) ORDER BY feed.name
        """
    static let bucketsWithOwners = """
        SELECT feed.app, bucket.user, feed.name
        FROM bucket JOIN feed ON feed.number = bucket.feed
        WHERE has_owners = 1 AND (bucket.user, bucket.feed) > (
            ?1, coalesce((SELECT number FROM feed WHERE app = ?2 AND name = ?3), 0))
            AND \(areVerified)
        ORDER BY bucket.user, bucket.feed
        """

    static let entity = """
        SELECT key, version, removed, changed, lease, client, secret, body, seat, restarts, stamp,
            sharing, change, number
        FROM object WHERE bucket = ?1 AND key = ?2 AND \(isObjectVerified)
            AND \(CheckedTable.object.verifiedBody)
        """
    private static let isObjectVerified = CheckedTable.object.verified
    private static let isVersionVerified = CheckedTable.history.verified
    static let changeIDs = """
        SELECT past_change, past_version AS version FROM recent
        WHERE object = ?1 AND \(isRecentVerified)
        UNION ALL
        SELECT change, version FROM history WHERE object = ?1 AND \(isVersionVerified)
        ORDER BY version DESC LIMIT ?2
        """
    private static let isRecentVerified = CheckedTable.recent.verified
    static let version = """
        SELECT body FROM object WHERE bucket = ?1 AND key = ?2 AND version = ?3
            AND \(isObjectVerified) AND \(CheckedTable.object.verifiedBody)
        UNION ALL
        SELECT history.body FROM object JOIN history ON history.object = object.number
        WHERE object.bucket = ?1 AND object.key = ?2 AND history.version = ?3
            AND instr(object.outdated || ',', ',' || ?3 || ',') = 0 AND \(isObjectVerified)
            AND \(isVersionVerified) AND \(CheckedTable.history.verifiedBody)
        UNION ALL
        SELECT recent.body FROM object JOIN recent ON recent.object = object.number
        WHERE object.bucket = ?1 AND object.key = ?2 AND recent.past_version = ?3
            AND instr(object.outdated || ',', ',' || ?3 || ',') = 0 AND \(isObjectVerified)
            AND \(isRecentVerified) AND \(CheckedTable.recent.verifiedBody)
        """
    static let base = """
        SELECT body, body_checksum FROM base WHERE number = ?1
            AND \(CheckedTable.base.verified) AND \(CheckedTable.base.verifiedBody)
        """
    static let newestFirst = slice + " DESC"
    static let oldestFirst = slice
    /// Selects 0 instead of the column `removed`, which is 0 in each row of the partial index. The
    /// row's checksum still covers the column.
    private static let slice = """
        SELECT key, version, 0, changed, lease, client, secret,
            iif(?4, iif(\(CheckedTable.object.verifiedBody), body, NULL), NULL), seat,
            restarts, stamp, sharing
        FROM object WHERE bucket = ?1 AND removed = 0 AND changed > ?2 AND changed < ?3
            AND \(isObjectVerified)
        ORDER BY changed
        """
    static let owned = """
        SELECT key, version, 0, changed, lease, client, secret, body, seat, restarts, stamp,
            sharing
        FROM object WHERE bucket = ?1 AND removed = 0 AND lease IS NOT NULL AND key > ?2
            AND \(isObjectVerified) AND \(CheckedTable.object.verifiedBody)
        ORDER BY key
        """
    static let changes = """
        SELECT place, key, version, previous, change, entry, author
        FROM log WHERE bucket = ?1 AND place >= ?2 AND \(CheckedTable.log.verified)
        UNION ALL
        SELECT place, key, version, previous, change, entry, author
        FROM recent WHERE feed = ?3 AND place >= ?2 AND bucket = ?1 AND \(isRecentVerified)
        ORDER BY place
        """
    static let everybodysChanges =
        [CheckedTable.log, .recent].map { table in
            """
            SELECT place, key, version, previous, change, entry, author, bucket.user
            FROM \(table.rawValue) JOIN bucket ON bucket.number = \(table.rawValue).bucket
            WHERE \(table.rawValue).feed = (SELECT number FROM feed WHERE app = ?1 AND name = ?2)
                AND place > ?3 AND \(table.verified)
                AND \(CheckedTable.bucket.verified)
            """
        }.joined(separator: " UNION ALL ") + " ORDER BY place"

    static let archivePresentVersion = """
        INSERT OR REPLACE INTO history (object, version, change, body, body_checksum, checksum)
        SELECT number, version, change, body, body_checksum, \(pastChecksum)
        FROM object WHERE bucket = ?1 AND key = ?2 AND \(isObjectVerified)
        """
    private static let pastChecksum = CheckedTable.history.checksumSQL([
        "object": "number", "version": "version", "change": "change",
        "body_checksum": "body_checksum",
    ])
    static let insertObject = """
        INSERT INTO object (
            bucket, key, version, removed, changed, lease, client, secret, body, change, outdated,
            seat, restarts, stamp, sharing, body_checksum, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
            \(writtenObjectChecksum(outdated: "?11")))
        """
    static let updateObject = """
        UPDATE object SET
            version = ?3, removed = ?4, changed = ?5, lease = ?6, client = ?7, secret = ?8,
            body = ?9, change = ?10, outdated = outdated || ?11, seat = ?12, restarts = ?13,
            stamp = ?14, sharing = ?15, body_checksum = ?16,
            checksum = \(writtenObjectChecksum(outdated: "outdated || ?11"))
        WHERE bucket = ?1 AND key = ?2 AND \(isObjectVerified)
        """

    private static func writtenObjectChecksum(outdated: String) -> String {
        CheckedTable.object.checksumSQL([
            "bucket": "?1", "key": "?2", "version": "?3", "removed": "?4", "changed": "?5",
            "lease": "?6", "client": "?7", "secret": "?8", "change": "?10", "outdated": outdated,
            "seat": "?12", "restarts": "?13", "stamp": "?14", "sharing": "?15",
            "body_checksum": "?16",
        ])
    }

    static let insertBase = """
        INSERT INTO base (object, body, body_checksum, checksum)
        SELECT number, ?3, ?4, checksum(number, ?4)
        FROM object WHERE bucket = ?1 AND key = ?2 AND \(isObjectVerified)
        """
    /// Deletes an object's bases that no version needs. Only short bodies are examined, because
    /// each body that names a base is short.
    static let deleteUnneededBases = """
        DELETE FROM base WHERE object = (\(number)) AND number NOT IN (\(namedBases))
        """
    private static let namedBases = CheckedTable.allCases.compactMap(basesNamedByBodies)
        .joined(separator: " UNION ALL ")
    private static func basesNamedByBodies(in table: CheckedTable) -> String? {
        guard table.hasBody, table != .base else { return nil }
        return """
            SELECT base(body) FROM \(table.rawValue)
            WHERE \(table == .object ? "number" : "object") = (\(number))
                AND length(body) < \(BodyAsEdits.leastLength) AND base(body) IS NOT NULL
            """
    }
    /// Deletes the bases of objects whose removal leaves the log when the log is trimmed up to
    /// `?2`.
    static let deleteBasesOfRemovedObjects = """
        DELETE FROM base WHERE object IN (\(numbersOfRemoved))
        """
    private static let numbersOfRemoved = """
        SELECT number FROM object WHERE bucket = ?1 AND removed = 1 AND changed <= ?2
            AND changed >= (SELECT min(place) FROM log WHERE bucket = ?1)
            AND \(isObjectVerified)
        """

    static let appendRecent = """
        INSERT INTO recent
            (feed, place, bucket, key, version, previous, change, entry, author, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \(recentRowChecksum([:])))
        """
    /// Appends a change together with the object's version before it. Appends nothing if the object
    /// has no row.
    static let appendRecentWithPastVersion = """
        INSERT INTO recent (
            feed, place, bucket, key, version, previous, change, entry, author, object,
            past_version, past_change, body, body_checksum, checksum)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, number, version, change, body, body_checksum,
            \(recentRowChecksum([
                "object": "number", "past_version": "version", "past_change": "change",
                "body_checksum": "body_checksum",
            ]))
        FROM object WHERE bucket = ?3 AND key = ?4 AND \(isObjectVerified)
        """
    private static func recentRowChecksum(_ past: [String: String]) -> String {
        let columns = CheckedTable.recent.columns
        let parameters = columns.indices.map { $0 < 9 ? "?\($0 + 1)" : past[columns[$0]] ?? "NULL" }
        return CheckedTable.recent.checksumSQL(
            Dictionary(uniqueKeysWithValues: zip(columns, parameters)))
    }
    /// Moves all recent changes to the log, and the versions before them to the history. Fails if
    /// any of them is damaged.
    static let moveRecent =
        copyRecentSQL(where: isRecentVerified) + ["DELETE FROM recent"]
    /// Moves the recent changes that are not damaged, and the versions before them.
    static let moveIntactRecent =
        copyRecentSQL(where: isRecentIntact) + ["DELETE FROM recent WHERE \(isRecentIntact)"]
    private static let isRecentIntact =
        "recent.checksum IS \(CheckedTable.recent.checksumSQL())"
    private static func copyRecentSQL(where condition: String) -> [String] {
        let past = ["object", "past_version", "past_change", "body_checksum"]
        return [
            """
            INSERT INTO log (
                feed, place, bucket, key, version, previous, change, entry, author, checksum)
            SELECT feed, place, bucket, key, version, previous, change, entry, author,
                \(checksumFromRecent(of: CheckedTable.log.columns, in: .log))
            FROM recent WHERE \(condition) ORDER BY feed, place
            """,
            """
            INSERT OR REPLACE INTO history (object, version, change, body, body_checksum, checksum)
            SELECT object, past_version, past_change, body, body_checksum,
                \(checksumFromRecent(of: past, in: .history))
            FROM recent WHERE object IS NOT NULL AND \(condition) ORDER BY object, past_version
            """,
        ]
    }
    /// Returns the SQL expression for the checksum of a new row of `table`, which gets the values
    /// of these columns of `recent`.
    private static func checksumFromRecent(of columns: [String], in table: CheckedTable) -> String {
        let values = columns.map { "recent.\($0)" }
        return table.checksumSQL(Dictionary(uniqueKeysWithValues: zip(table.columns, values)))
    }
    static let countRecent = "SELECT count(*) FROM recent"
    /// Deletes the bodies of outdated versions. The ids of their changes are still needed.
    static let deleteOutdatedBodies = """
        \(clearBodySQL(.history)) WHERE object = (\(number)) AND version IN (\(outdated))
            AND \(isVersionVerified)
        """
    static let deleteOutdatedRecentBodies = """
        \(clearBodySQL(.recent)) WHERE object = (\(number)) AND past_version IN (\(outdated))
            AND \(isRecentVerified)
        """
    private static let outdated = """
        SELECT value FROM object, json_each('[0' || outdated || ']')
        WHERE object.bucket = ?1 AND object.key = ?2
        """
    private static func clearBodySQL(_ table: CheckedTable) -> String {
        """
        UPDATE \(table.rawValue) SET body = NULL, body_checksum = NULL,
            checksum = \(table.checksumSQL(["body_checksum": "NULL"]))
        """
    }
    static let clearOutdatedVersions = """
        UPDATE object SET outdated = '',
            checksum = \(CheckedTable.object.checksumSQL(["outdated": "''"]))
        WHERE bucket = ?1 AND key = ?2 AND \(isObjectVerified)
        """
    /// Deletes an object's versions up to `?3` that have no body.
    static let deleteOldChangeIDs = """
        DELETE FROM history WHERE object = (\(number)) AND version <= ?3 AND body IS NULL
        """
    private static let number = "SELECT number FROM object WHERE bucket = ?1 AND key = ?2"

    static let setOwnerSession = """
        UPDATE object SET seat = ?3, secret = ?4, restarts = 0, checksum = \(heldChecksum)
        WHERE bucket = ?1 AND key = ?2 AND \(isObjectVerified)
        """
    private static let heldChecksum = CheckedTable.object.checksumSQL([
        "seat": "?3", "secret": "?4", "restarts": "0",
    ])
    static let countOwnerRestart = """
        UPDATE object SET restarts = restarts + 1,
            checksum = \(CheckedTable.object.checksumSQL(["restarts": "restarts + 1"]))
        WHERE bucket = ?1 AND key = ?2 AND \(isObjectVerified)
        """

    static let setSharing = """
        UPDATE object SET sharing = ?3,
            checksum = \(CheckedTable.object.checksumSQL(["sharing": "?3"]))
        WHERE bucket = ?1 AND key = ?2 AND removed = 0 AND \(isObjectVerified)
        """
    static let countSharedCopies = """
        SELECT coalesce(sum(mirrors), 0) FROM bucket JOIN feed ON feed.number = bucket.feed
        WHERE bucket.user = ?1 AND feed.app = ?2 AND \(areVerified)
        """

    static let insertSessionEnd = """
        INSERT OR REPLACE INTO seat_end (
            app, user, client, secret, why, outcome, stamp, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, \(CheckedTable.seatEnd.checksumOfParameters))
        """
    static let deleteOldSessionEnds = "DELETE FROM seat_end WHERE stamp <= ?1"
    static let sessionEnds = """
        SELECT app, user, client, secret, why, outcome, stamp
        FROM seat_end WHERE stamp > ?1 AND \(CheckedTable.seatEnd.verified)
        ORDER BY stamp DESC, number DESC LIMIT ?2
        """

    static let insertPendingInsert = """
        INSERT OR IGNORE INTO owed (app, user, name, key, body, due, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, \(CheckedTable.owed.checksumOfParameters))
        """
    static let duePendingInserts = """
        SELECT app, user, name, key, body FROM owed
        WHERE \(CheckedTable.owed.verified) AND +due = 1 ORDER BY number LIMIT ?1
        """
    static let movePendingInserts = """
        UPDATE OR REPLACE owed SET user = ?4, name = ?5, due = 1, checksum = \(assignedChecksum)
        WHERE app = ?1 AND user = ?2 AND name = ?3 AND \(CheckedTable.owed.verified)
        """
    private static let assignedChecksum = CheckedTable.owed.checksumSQL([
        "user": "?4", "name": "?5", "due": "1",
    ])
    static let deletePendingInsertOfStoredObject = """
        DELETE FROM owed WHERE app = ?1 AND user = ?2 AND name = ?3 AND key = ?4
            AND EXISTS (SELECT 1 FROM object WHERE bucket = ?5 AND key = ?4)
        """
    static let deletePendingInserts = """
        DELETE FROM owed WHERE app = ?1 AND user = ?2 AND name = ?3 AND coalesce(key = ?4, 1)
        """

    static let deletePastBodies = [CheckedTable.history, .recent].map { table in
        "\(clearBodySQL(table)) WHERE object = (\(number)) AND \(table.verified)"
    }

    /// Selects the last of the oldest `?2 + 1` changes. The trim deletes all of these changes.
    static let lastChangeToTrim = """
        SELECT place, \(CheckedTable.log.verified) FROM log WHERE bucket = ?1
        ORDER BY place LIMIT 1 OFFSET ?2
        """
    static let trimLog = "DELETE FROM log WHERE bucket = ?1 AND place <= ?2"
    /// Removes the bodies of earlier versions of objects whose removal leaves the log when the log
    /// is trimmed up to `?2`.
    static let deleteBodiesOfRemovedObjects = """
        \(clearBodySQL(.history)) WHERE body IS NOT NULL AND object IN (\(numbersOfRemoved))
            AND \(isVersionVerified)
        """
    static let countRemovedObjects = "SELECT count(*) FROM object WHERE bucket = ?1 AND removed = 1"
    /// Selects a version above those of all objects that `deleteRemovedObjects` deletes.
    static let versionAboveRemovedObjects = """
        SELECT coalesce(max(version), 0) + 1 FROM object WHERE number IN (\(removed))
        """
    /// Deletes up to `?3` objects whose removal has left the log, in the order of their removal.
    static let deleteRemovedObjects = [
        "DELETE FROM base WHERE object IN (\(removed))",
        "DELETE FROM history WHERE object IN (\(removed))",
        "DELETE FROM object WHERE number IN (\(removed))",
    ]
    private static let removed = """
        SELECT number FROM object WHERE bucket = ?1 AND removed = 1 AND changed <= ?2
            AND \(isObjectVerified)
        ORDER BY changed LIMIT ?3
        """

    static let insertDroppedBucket = "INSERT INTO garbage VALUES (?1)"
    static let deleteBucket = "DELETE FROM bucket WHERE number = ?1"

    /// Selects a dropped bucket that may still have rows. Leaves out buckets that exist, which are
    /// in `garbage` only after damage.
    static let droppedBucketWithRows = """
        SELECT bucket FROM garbage
        WHERE NOT EXISTS (SELECT 1 FROM bucket WHERE number = garbage.bucket)
        ORDER BY bucket LIMIT 1
        """
    static let deleteRowsOfDroppedBucket = [
        """
        DELETE FROM base WHERE object IN (
            SELECT number FROM object WHERE bucket = ?1 LIMIT ?2)
        """,
        """
        DELETE FROM history WHERE object IN (
            SELECT number FROM object WHERE bucket = ?1 LIMIT ?2)
        """,
        """
        DELETE FROM object WHERE number IN (
            SELECT number FROM object WHERE bucket = ?1 LIMIT ?2)
        """,
        """
        DELETE FROM log WHERE number IN (
            SELECT number FROM log WHERE bucket = ?1 LIMIT ?2)
        """,
    ]
    static let deleteDroppedBucket = "DELETE FROM garbage WHERE bucket = ?1"
}
