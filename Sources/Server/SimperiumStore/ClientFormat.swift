/// The layout of a client's file: its client id, and a replica for each bucket of each account,
/// with the replica's objects.
///
/// JSON is stored as bytes of UTF-8. An empty draft means that the object will be removed.
extension Database.Format {
    package static let client = Database.Format(
        applicationID: 0x7474_7432,
        steps: [
            """
            CREATE TABLE replica (
                number INTEGER PRIMARY KEY,
                account TEXT NOT NULL,
                bucket TEXT NOT NULL,
                change_version TEXT,
                owner TEXT,
                UNIQUE (account, bucket));

            CREATE TABLE object (
                number INTEGER PRIMARY KEY,
                replica INTEGER NOT NULL,
                key TEXT NOT NULL,
                ghost_version INTEGER,
                ghost BLOB,
                draft BLOB,
                turn INTEGER,
                refused INTEGER NOT NULL,
                suspect INTEGER,
                UNIQUE (replica, key));

            CREATE TABLE flight (
                replica INTEGER NOT NULL,
                key TEXT NOT NULL,
                turn INTEGER NOT NULL,
                base INTEGER,
                outcome BLOB,
                applied INTEGER NOT NULL,
                operation INTEGER NOT NULL,
                target TEXT NOT NULL,
                version INTEGER,
                id TEXT NOT NULL,
                client TEXT,
                diff BLOB,
                object BLOB,
                PRIMARY KEY (replica, key)) WITHOUT ROWID;

            CREATE TABLE program (client_id TEXT NOT NULL);
            """
        ])
}
