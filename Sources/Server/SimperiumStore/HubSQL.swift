/// The words in which a hub's store asks and tells. Places in the log are compared as bytes.
package enum HubSQL {
    /// All that reads; tests look at how SQLite means to carry it out.
    package static let queries = [
        bucket, bucketsOfUser, bucketsWithOwners, entity, changeIDs, version, newestFirst,
        oldestFirst, owned, changes, everybodysChanges, seatEnds, mirrors,
    ]

    static let bucket = """
        SELECT bucket.number, feed.number, head, floor, count, logged, emptied, beginning,
            stamp, mirrors
        FROM feed JOIN bucket ON bucket.feed = feed.number AND bucket.user = ?3
        WHERE feed.app = ?1 AND feed.name = ?2
        """
    static let addFeed = "INSERT OR IGNORE INTO feed (app, name) VALUES (?1, ?2)"
    static let addBucket = """
        INSERT INTO bucket (user, feed, head, floor, count, logged, has_owners)
        SELECT ?3, number, ?4, ?4, 0, 0, 0 FROM feed WHERE app = ?1 AND name = ?2
        RETURNING number, feed
        """
    static let saveBucket = """
        UPDATE bucket SET head = ?2, floor = ?3, count = ?4, logged = ?5, emptied = ?6,
            beginning = ?7, stamp = ?8, mirrors = ?9, has_owners = EXISTS (
                SELECT 1 FROM object
                WHERE bucket = ?1 AND removed = 0 AND lease IS NOT NULL)
        WHERE number = ?1
        """
    static let bucketsOfUser = """
        SELECT feed.name FROM bucket JOIN feed ON feed.number = bucket.feed
        WHERE bucket.user = ?2 AND feed.app = ?1 ORDER BY feed.name
        """
    static let bucketsWithOwners = """
        SELECT feed.app, bucket.user, feed.name
        FROM bucket JOIN feed ON feed.number = bucket.feed
        WHERE has_owners = 1 AND (bucket.user, bucket.feed) > (
            ?1, coalesce((SELECT number FROM feed WHERE app = ?2 AND name = ?3), 0))
        ORDER BY bucket.user, bucket.feed
        """

    static let entity = """
        SELECT key, version, removed, changed, lease, client, secret, body, seat, restarts, stamp,
            sharing, change, number
        FROM object WHERE bucket = ?1 AND key = ?2
        """
    static let changeIDs = """
        SELECT change FROM history WHERE object = ?1 ORDER BY version DESC LIMIT ?2
        """
    static let version = """
        SELECT body FROM object WHERE bucket = ?1 AND key = ?2 AND version = ?3
        UNION ALL
        SELECT history.body FROM object JOIN history ON history.object = object.number
        WHERE object.bucket = ?1 AND object.key = ?2 AND history.version = ?3
            AND instr(object.outdated || ',', ',' || ?3 || ',') = 0
        """
    static let newestFirst = slice + " DESC"
    static let oldestFirst = slice
    private static let slice = """
        SELECT key, version, removed, changed, lease, client, secret, iif(?4, body, NULL), seat,
            restarts, stamp, sharing
        FROM object WHERE bucket = ?1 AND removed = 0 AND changed > ?2 AND changed < ?3
        ORDER BY changed
        """
    static let owned = """
        SELECT key, version, removed, changed, lease, client, secret, body, seat, restarts, stamp,
            sharing
        FROM object WHERE bucket = ?1 AND removed = 0 AND lease IS NOT NULL AND key > ?2
        ORDER BY key
        """
    static let changes = """
        SELECT place, key, version, previous, change, entry, author
        FROM log WHERE bucket = ?1 AND place >= ?2 ORDER BY place
        """
    static let everybodysChanges = """
        SELECT log.place, log.key, log.version, log.previous, log.change, log.entry, log.author,
            bucket.user
        FROM log JOIN bucket ON bucket.number = log.bucket
        WHERE log.feed = (SELECT number FROM feed WHERE app = ?1 AND name = ?2)
            AND log.place > ?3
        ORDER BY log.place
        """

    /// Puts an object as it is among its past.
    static let keepPast = """
        INSERT OR REPLACE INTO history
        SELECT number, version, change, body FROM object WHERE bucket = ?1 AND key = ?2
        """
    static let keepObject = """
        INSERT INTO object (
            bucket, key, version, removed, changed, lease, client, secret, body, change, outdated,
            seat, restarts, stamp, sharing)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
        ON CONFLICT (bucket, key) DO UPDATE SET
            version = ?3, removed = ?4, changed = ?5, lease = ?6, client = ?7, secret = ?8,
            body = ?9, change = ?10, outdated = outdated || ?11, seat = ?12, restarts = ?13,
            stamp = ?14, sharing = ?15
        """
    static let log = """
        INSERT INTO log (feed, place, bucket, key, version, previous, change, entry, author)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """
    /// Of versions that are outdated the change's id may still be wanted.
    static let forgetBodies = """
        UPDATE history SET body = NULL WHERE object = (\(number)) AND version IN (
            SELECT value FROM object, json_each('[0' || outdated || ']')
            WHERE object.bucket = ?1 AND object.key = ?2)
        """
    static let noteForgotten = "UPDATE object SET outdated = '' WHERE bucket = ?1 AND key = ?2"
    /// Of changes that are too long ago, and whose outcome is not kept either.
    static let forgetChangeIDs = """
        DELETE FROM history WHERE object = (\(number)) AND version <= ?3 AND body IS NULL
        """
    private static let number = "SELECT number FROM object WHERE bucket = ?1 AND key = ?2"

    static let hold = """
        UPDATE object SET seat = ?3, secret = ?4, restarts = 0 WHERE bucket = ?1 AND key = ?2
        """
    static let countRestart = """
        UPDATE object SET restarts = restarts + 1 WHERE bucket = ?1 AND key = ?2
        """

    static let share = """
        UPDATE object SET sharing = ?3 WHERE bucket = ?1 AND key = ?2 AND removed = 0
        """
    static let mirrors = """
        SELECT coalesce(sum(mirrors), 0) FROM bucket JOIN feed ON feed.number = bucket.feed
        WHERE bucket.user = ?1 AND feed.app = ?2
        """

    static let endSeat = """
        INSERT OR REPLACE INTO seat_end (app, user, client, secret, why, outcome, stamp)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    static let forgetSeatEnds = "DELETE FROM seat_end WHERE stamp <= ?1"
    static let seatEnds = """
        SELECT app, user, client, secret, why, outcome, stamp
        FROM seat_end WHERE stamp > ?1 ORDER BY stamp DESC, number DESC LIMIT ?2
        """

    static let owe = """
        INSERT OR IGNORE INTO owed (app, user, name, key, body, due)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
    static let debts = """
        SELECT app, user, name, key, body FROM owed WHERE due = 1 ORDER BY number LIMIT ?1
        """
    static let assign = """
        UPDATE OR REPLACE owed SET user = ?4, name = ?5, due = 1
        WHERE app = ?1 AND user = ?2 AND name = ?3
        """
    static let settle = """
        DELETE FROM owed WHERE app = ?1 AND user = ?2 AND name = ?3 AND key = ?4
            AND EXISTS (SELECT 1 FROM object WHERE bucket = ?5 AND key = ?4)
        """
    static let forgive = """
        DELETE FROM owed WHERE app = ?1 AND user = ?2 AND name = ?3 AND coalesce(key = ?4, 1)
        """

    /// Of all versions but the present one.
    static let forgetAllBodies = "UPDATE history SET body = NULL WHERE object = (\(number))"

    /// The last of the changes that are to be forgotten, of which there are `?2 + 1`.
    static let cut = "SELECT place FROM log WHERE bucket = ?1 ORDER BY place LIMIT 1 OFFSET ?2"
    static let trim = "DELETE FROM log WHERE bucket = ?1 AND place <= ?2"
    /// Of objects whose removal is forgotten with the log up to `?2`.
    static let forgetBodiesOfRemoved = """
        UPDATE history SET body = NULL WHERE body IS NOT NULL AND object IN (
            SELECT number FROM object WHERE bucket = ?1 AND removed = 1 AND changed <= ?2
                AND changed >= (SELECT min(place) FROM log WHERE bucket = ?1))
        """
    static let countRemoved = "SELECT count(*) FROM object WHERE bucket = ?1 AND removed = 1"
    /// Above the versions of all that `forgetRemoved` forgets.
    static let beginning = """
        SELECT coalesce(max(version), 0) + 1 FROM object WHERE number IN (\(removed))
        """
    /// What is remembered of objects whose removal the log no longer tells, the oldest `?3`.
    static let forgetRemoved = [
        "DELETE FROM history WHERE object IN (\(removed))",
        "DELETE FROM object WHERE number IN (\(removed))",
    ]
    private static let removed = """
        SELECT number FROM object WHERE bucket = ?1 AND removed = 1 AND changed <= ?2
        ORDER BY changed LIMIT ?3
        """

    static let addGarbage = "INSERT INTO garbage VALUES (?1)"
    static let forgetBucket = "DELETE FROM bucket WHERE number = ?1"

    static let garbage = "SELECT bucket FROM garbage ORDER BY bucket LIMIT 1"
    /// What is left of a bucket that was forgotten, ever so much of it.
    static let collect = [
        """
        DELETE FROM history WHERE object IN (
            SELECT number FROM object WHERE bucket = ?1 LIMIT ?2)
        """,
        """
        DELETE FROM object WHERE number IN (
            SELECT number FROM object WHERE bucket = ?1 LIMIT ?2)
        """,
        """
        DELETE FROM log WHERE (feed, place) IN (
            SELECT feed, place FROM log WHERE bucket = ?1 LIMIT ?2)
        """,
    ]
    static let endGarbage = "DELETE FROM garbage WHERE bucket = ?1"
}
