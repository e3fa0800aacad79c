internal import CSimperiumSQLite
package import SimperiumLoop

extension Database {
    /// The SQLite that this process runs with.
    package static var library: LibraryVersion {
        LibraryVersion(
            "SQLite", running: unsafe String(cString: sqlite3_libversion()), built: SQLITE_VERSION)
    }
}
