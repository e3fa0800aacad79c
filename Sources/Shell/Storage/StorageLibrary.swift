internal import CSQLite

/// The SQLite that this process runs with.
package enum StorageLibrary {
    package static var version: String {
        unsafe String(cString: sqlite3_libversion())
    }
}
