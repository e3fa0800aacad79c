internal import CSimperiumSQLite
package import SimperiumLoop

extension Database {
    /// The version of SQLite that this process uses.
    package static var library: LibraryVersion {
        LibraryVersion(
            "SQLite", running: unsafe String(cString: sqlite3_libversion()), built: SQLITE_VERSION)
    }
}
