/// The layout of a server's file.
///
/// - A *feed* is all users' buckets with one name in an app. Its log has the changes of all users
///   in their order.
/// - A *bucket* is one user's part of a feed. To drop a bucket, only its row is deleted, which
///   takes little time. The other rows with the bucket's number are *garbage*, and are deleted a
///   few at a time. No later bucket gets the number.
/// - A row of `object` has an object's present state. Its earlier versions are in `history`, each
///   with the id of its change, and with its body unless the body is outdated.
/// - The body of a long object may be the number of a `base`, and the edits that turn the base into
///   the body: see `BodyAsEdits`. A base that no version needs any more is deleted later.
/// - A change is first appended to `recent`, with the object's version before it. About a thousand
///   changes are then moved together to `log` and `history`, where each log and each object has its
///   own pages. So a commit writes few pages.
/// - The column `outdated` lists the outdated versions of an object, as in `,7,8`. Their bodies are
///   removed together.
/// - A removed object is deleted once its removal has left the log, and
///   `MinimumStoredHistory.removals` other objects of the bucket were removed after it. If the
///   object's first change is sent again after the deletion, the object is created again, because
///   the change looks like one that never arrived.
/// - `beginning` is the first version that a new object of a bucket gets. It is higher than the
///   versions of all deleted objects.
/// - `emptied` has the ids of a bucket's last `EMPTY` changes, separated by spaces.
/// - A `stamp` is the server's wall time in milliseconds: of the last change to an object or a
///   bucket, or of a session's end.
/// - The column `place` is a position in the log: a blob, so that later positions sort after
///   earlier ones.
/// - Changes that were copied from Redis are in no feed: their `feed` is negative.
/// - A user whose `rounds` are 0 has no password. `standing` is 0 for a good user, 1 for a locked
///   user, and 2 for a user who has left. `standing` is 3 while the server deletes the account. The
///   name of a user who has left is free from the time `until` on, in seconds.
/// - A user's `places` are the address prefixes of sign-ins, the latest last. Each change of the
///   row, except of `places`, raises its `generation`.
/// - A token is a session. `used` is the time of its last stored use. `since` is the time of the
///   sign-in, or 0 if it is unknown.
/// - An object's `secret` is the digest of its owner's resume token.
/// - A row of `seat_end` is the end of a session. It is stored for a time, in case the session's
///   client returns too late.
/// - `checksum` reveals damage by the disk in a row, and `body_checksum` in a body: see
///   `CheckedTable`.
/// - A `link` is a user's credential: a key's fingerprint or a token's digest.
/// - `owed` is the outbox: objects to add to buckets of other logs, each stored in one commit with
///   the change that caused it. An object whose `due` is 0 waits until it is moved to its final
///   bucket.
extension Database.Format {
    package static let hub = Database.Format(
        applicationID: 0x7474_7431,
        steps: [
            buckets + accounts, removals, beginnings, uses, seats, people, digests, visits,
            sharings, generations + recents + checksums, bases,
        ])

    /// The first version of a server's file whose rows have checksums.
    static let firstWithChecksums = 10
    /// The first version of a server's file whose bodies may be edits of a base.
    static let firstWithBases = 11

    private static let buckets = """
        CREATE TABLE life (epoch INTEGER NOT NULL);
        INSERT INTO life VALUES (0);

        CREATE TABLE feed (
            number INTEGER PRIMARY KEY,
            app TEXT NOT NULL COLLATE NOCASE,
            name TEXT NOT NULL,
            UNIQUE (app, name));

        CREATE TABLE bucket (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            user TEXT NOT NULL,
            feed INTEGER NOT NULL,
            head BLOB NOT NULL,
            floor BLOB NOT NULL,
            count INTEGER NOT NULL,
            logged INTEGER NOT NULL,
            emptied TEXT,
            has_owners INTEGER NOT NULL,
            UNIQUE (user, feed));
        CREATE INDEX bucket_with_owners ON bucket (user, feed) WHERE has_owners = 1;
        CREATE TABLE garbage (bucket INTEGER PRIMARY KEY);

        CREATE TABLE object (
            number INTEGER PRIMARY KEY,
            bucket INTEGER NOT NULL,
            key TEXT NOT NULL,
            version INTEGER NOT NULL,
            removed INTEGER NOT NULL,
            changed BLOB NOT NULL,
            change TEXT NOT NULL,
            lease BLOB,
            client TEXT,
            secret TEXT,
            outdated TEXT NOT NULL,
            body BLOB,
            UNIQUE (bucket, key));
        CREATE INDEX object_by_change ON object (bucket, changed) WHERE removed = 0;
        CREATE INDEX object_with_owner ON object (bucket, key)
            WHERE removed = 0 AND lease IS NOT NULL;

        CREATE TABLE history (
            object INTEGER NOT NULL,
            version INTEGER NOT NULL,
            change TEXT NOT NULL,
            body BLOB,
            PRIMARY KEY (object, version)) WITHOUT ROWID;

        CREATE TABLE log (
            feed INTEGER NOT NULL,
            place BLOB NOT NULL,
            bucket INTEGER NOT NULL,
            key TEXT NOT NULL,
            version INTEGER NOT NULL,
            previous BLOB,
            change TEXT NOT NULL,
            entry BLOB NOT NULL,
            PRIMARY KEY (feed, place)) WITHOUT ROWID;
        CREATE INDEX log_by_bucket ON log (bucket, place);

        """

    private static let removals = """
        CREATE INDEX object_by_removal ON object (bucket, changed) WHERE removed = 1;
        """

    private static let beginnings = """
        ALTER TABLE bucket ADD COLUMN beginning INTEGER NOT NULL DEFAULT 1;
        """

    /// Adds columns for sessions and times. An existing object has no session, and a time before
    /// all others.
    private static let seats = """
        ALTER TABLE object ADD COLUMN seat INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE object ADD COLUMN restarts INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE object ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE bucket ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
        """

    /// Replaces secrets by their digests. Earlier versions stored the secrets themselves.
    private static let digests = """
        UPDATE object SET secret = digest(secret) WHERE secret IS NOT NULL;
        """

    private static let visits = """
        CREATE TABLE seat_end (
            number INTEGER PRIMARY KEY,
            app TEXT NOT NULL COLLATE NOCASE,
            user TEXT NOT NULL,
            client TEXT NOT NULL,
            secret BLOB NOT NULL,
            why TEXT NOT NULL,
            outcome BLOB,
            stamp INTEGER NOT NULL,
            UNIQUE (app, user, client, secret));
        CREATE INDEX seat_end_by_stamp ON seat_end (stamp);

        ALTER TABLE owed ADD COLUMN due INTEGER NOT NULL DEFAULT 1;
        """

    /// Adds columns for sharing: an object's collaborators or owner, the number of a bucket's
    /// shared copies, and the author of another user's change.
    private static let sharings = """
        ALTER TABLE object ADD COLUMN sharing TEXT;
        ALTER TABLE bucket ADD COLUMN mirrors INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE log ADD COLUMN author TEXT;
        """

    /// Adds columns for users and tokens. An existing token counts as used when the file is
    /// upgraded, and has no date, device or address.
    private static let generations = """
        ALTER TABLE user ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE user ADD COLUMN places TEXT NOT NULL DEFAULT '';
        ALTER TABLE token ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token ADD COLUMN device TEXT NOT NULL DEFAULT '';
        ALTER TABLE token ADD COLUMN address TEXT NOT NULL DEFAULT '';
        UPDATE token SET used = max(used, CAST(strftime('%s', 'now') AS INTEGER));

        """

    /// Gives the log rowids, and creates `recent`. Rows of the log are too large for a table
    /// without rowids, whose inner pages contain rows, too.
    private static let recents = """
        CREATE TABLE log_with_numbers (
            number INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL,
            place BLOB NOT NULL,
            bucket INTEGER NOT NULL,
            key TEXT NOT NULL,
            version INTEGER NOT NULL,
            previous BLOB,
            change TEXT NOT NULL,
            entry BLOB NOT NULL,
            author TEXT,
            UNIQUE (feed, place));
        INSERT INTO log_with_numbers (
            feed, place, bucket, key, version, previous, change, entry, author)
        SELECT feed, place, bucket, key, version, previous, change, entry, author
        FROM log ORDER BY feed, place;
        DROP TABLE log;
        ALTER TABLE log_with_numbers RENAME TO log;
        CREATE INDEX log_by_bucket ON log (bucket, place);

        CREATE TABLE recent (
            number INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL,
            place BLOB NOT NULL,
            bucket INTEGER NOT NULL,
            key TEXT NOT NULL,
            version INTEGER NOT NULL,
            previous BLOB,
            change TEXT NOT NULL,
            entry BLOB NOT NULL,
            author TEXT,
            object INTEGER,
            past_version INTEGER,
            past_change TEXT,
            body BLOB);
        CREATE UNIQUE INDEX recent_by_place ON recent (feed, place, bucket);
        CREATE INDEX recent_by_object ON recent (object, past_version) WHERE object IS NOT NULL;

        """

    private static let bases = """
        CREATE TABLE base (
            number INTEGER PRIMARY KEY,
            object INTEGER NOT NULL,
            body BLOB NOT NULL,
            body_checksum INTEGER,
            checksum INTEGER);
        CREATE INDEX base_by_object ON base (object);
        """

    /// Adds a checksum to each row, over the columns that the table has at this step.
    /// `CheckedTable` has the columns of later steps, too.
    private static let checksums = """
        ALTER TABLE life ADD COLUMN checksum INTEGER;
        UPDATE life SET checksum = checksum(epoch);
        ALTER TABLE feed ADD COLUMN checksum INTEGER;
        UPDATE feed SET checksum = checksum(app, name);
        ALTER TABLE bucket ADD COLUMN checksum INTEGER;
        UPDATE bucket SET checksum = checksum(
            user, feed, head, floor, count, logged, emptied, beginning, stamp, mirrors);
        ALTER TABLE object ADD COLUMN checksum INTEGER;
        ALTER TABLE object ADD COLUMN body_checksum INTEGER;
        UPDATE object SET body_checksum = checksum(body), checksum = checksum(
            bucket, key, version, removed, changed, change, lease, client, secret, outdated,
            seat, restarts, stamp, sharing, checksum(body));
        ALTER TABLE history ADD COLUMN checksum INTEGER;
        ALTER TABLE history ADD COLUMN body_checksum INTEGER;
        UPDATE history SET body_checksum = checksum(body), checksum = checksum(
            object, version, change, checksum(body));
        ALTER TABLE log ADD COLUMN checksum INTEGER;
        UPDATE log SET checksum = checksum(
            feed, place, bucket, key, version, previous, change, entry, author);
        ALTER TABLE recent ADD COLUMN checksum INTEGER;
        ALTER TABLE recent ADD COLUMN body_checksum INTEGER;
        UPDATE recent SET body_checksum = checksum(body), checksum = checksum(
            feed, place, bucket, key, version, previous, change, entry, author, object,
            past_version, past_change, checksum(body));
        ALTER TABLE user ADD COLUMN checksum INTEGER;
        UPDATE user SET checksum = checksum(
            app, id, name, folded, rounds, block_size, lanes, salt, result, standing, until,
            since, generation, places);
        ALTER TABLE token ADD COLUMN checksum INTEGER;
        UPDATE token SET checksum = checksum(digest, app, user, used, since, device, address);
        ALTER TABLE link ADD COLUMN checksum INTEGER;
        UPDATE link SET checksum = checksum(app, user, id, device, key, digest, since);
        ALTER TABLE owed ADD COLUMN checksum INTEGER;
        UPDATE owed SET checksum = checksum(app, user, name, key, body, due);
        ALTER TABLE seat_end ADD COLUMN checksum INTEGER;
        UPDATE seat_end SET checksum = checksum(app, user, client, secret, why, outcome, stamp);
        """

    private static let people = """
        ALTER TABLE user ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE user ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE user ADD COLUMN since INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE link (
            number INTEGER PRIMARY KEY,
            app TEXT NOT NULL COLLATE NOCASE,
            user TEXT NOT NULL,
            id TEXT NOT NULL,
            device TEXT NOT NULL,
            key TEXT,
            digest BLOB,
            since INTEGER NOT NULL,
            UNIQUE (app, user, id));
        CREATE UNIQUE INDEX link_by_key ON link (app, key) WHERE key IS NOT NULL;
        CREATE INDEX link_by_user ON link (app, user, number);
        CREATE INDEX link_by_digest ON link (digest) WHERE digest IS NOT NULL;

        CREATE TABLE owed (
            number INTEGER PRIMARY KEY,
            app TEXT NOT NULL COLLATE NOCASE,
            user TEXT NOT NULL,
            name TEXT NOT NULL,
            key TEXT NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (app, user, name, key));
        """

    /// Adds the time of a token's last use. An existing token counts as used when the file is
    /// upgraded.
    private static let uses = """
        ALTER TABLE token ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
        UPDATE token SET used = CAST(strftime('%s', 'now') AS INTEGER);
        """

    private static let accounts = """
        CREATE TABLE user (
            app TEXT NOT NULL COLLATE NOCASE,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            rounds INTEGER NOT NULL,
            block_size INTEGER NOT NULL,
            lanes INTEGER NOT NULL,
            salt BLOB NOT NULL,
            result BLOB NOT NULL,
            PRIMARY KEY (app, id),
            UNIQUE (app, folded)) WITHOUT ROWID;

        CREATE TABLE token (
            number INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            app TEXT NOT NULL COLLATE NOCASE,
            user TEXT NOT NULL);
        CREATE INDEX token_by_user ON token (app, user, number);
        """
}
