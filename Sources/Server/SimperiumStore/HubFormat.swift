/// How a server's file is laid out.
///
/// - A *feed* is a bucket's name in an app: its log is all users', in the order of the changes.
/// - A *bucket* is one user's part of a feed. When all of a bucket is to be forgotten it gets
///   another number, which takes no time; what has the old one is *garbage*, removed bit by bit.
/// - An *object* is as it is now. What it was before is in `history`: a version's body as long as
///   it is to be kept, and the id of the change that made it.
/// - A change is first appended to `recent`, with the version of the object before it. A thousand
///   of them are moved to `log` and `history` at once, where each log and each object has pages of
///   its own. So a commit writes few pages.
/// - Outdated versions are noted with the object, as in `,7,8`, and forgotten many at once.
/// - What is known of a removed object goes when the log has forgotten its removal, 10,000 changes
///   to the bucket later, and as many objects were removed after it. A change that made it, and is
///   sent again only then, makes it anew: it can't be told from one that never came, and to take it
///   for old would lose what may be new.
/// - A bucket knows where the versions of an object begin that it does not know: above those of all
///   that it has forgotten.
/// - A bucket knows the ids of the `EMPTY`s that were carried out last, parted by blanks.
/// - Stamps are the server's wall time in milliseconds: of an object's last change, and a bucket's.
/// - Places in the log are blobs that sort as they were given out.
/// - What was copied from an engine of many servers is in no feed: its `feed` is below zero.
/// - A user whose `rounds` are 0 has no password. `standing` is 0 for a good user, 1 for a locked
///   one, 2 for one who has left, whose name is free from the second `until` on, and 3 while the
///   account is being ended.
/// - A user's `generation` counts the changes of the row; `places` are the address prefixes of
///   sign-ins, the latest last.
/// - A token is a session: `used` is its last stored use, and `since` is 0 if it is unknown.
/// - An object's `secret` is the digest of what its owner has it back with.
/// - How a seat ended is kept for as long as its client may ask for it.
/// - `checksum` finds damage by the disk in a row, `body_checksum` in the body: see `CheckedTable`.
/// - A link is a key's fingerprint or a token's digest.
/// - What is owed is an object that is to be inserted into a bucket of another log than the one in
///   which something happened that brought it about. It is noted together with that. Until it is
///   due it waits for somebody who has no such bucket yet.
extension Database.Format {
    package static let hub = Database.Format(
        mark: 0x7474_7431,
        steps: [
            buckets + accounts, removals, beginnings, uses, seats, people, digests, visits,
            sharings, generations + recents + CheckedTable.migration,
        ])

    /// The first version of a server's file whose rows have checksums.
    static let firstWithChecksums = 10

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

    /// Of what is older than its columns, nobody has a seat, and the stamp is before all others.
    private static let seats = """
        ALTER TABLE object ADD COLUMN seat INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE object ADD COLUMN restarts INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE object ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE bucket ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
        """

    /// A program of the versions before looks for the secrets themselves.
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

    /// With whom an object is shared, or whose it is; how many objects of others a bucket has; and
    /// who made a change, where it was not the bucket's user.
    private static let sharings = """
        ALTER TABLE object ADD COLUMN sharing TEXT;
        ALTER TABLE bucket ADD COLUMN mirrors INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE log ADD COLUMN author TEXT;
        """

    /// A token of an earlier version counts as used when the file is upgraded, and has no date,
    /// device or address.
    private static let generations = """
        ALTER TABLE user ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE user ADD COLUMN places TEXT NOT NULL DEFAULT '';
        ALTER TABLE token ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token ADD COLUMN device TEXT NOT NULL DEFAULT '';
        ALTER TABLE token ADD COLUMN address TEXT NOT NULL DEFAULT '';
        UPDATE token SET used = max(used, CAST(strftime('%s', 'now') AS INTEGER));

        """

    /// A row of the log is too large for a table without rowids, whose inner pages have rows too.
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

    /// Of tokens from before nothing is known, so each counts as used when it became known.
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
