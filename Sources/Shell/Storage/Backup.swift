internal import CSQLite

/// A copy of an open file in the making: some pages at a time, while its owner goes on writing.
///
/// What is written to pages that were copied already goes to the copy as well, so that in the end
/// it is the file as it is then. Until then it is nothing that can be opened.
@safe package struct Backup: ~Copyable {
    private let copy: Database
    private let handle: OpaquePointer

    /// The copy goes to a new file.
    init(of database: borrowing Database, to path: String) throws(StorageError) {
        let copy = try Database.openNew(path)
        guard let handle = unsafe sqlite3_backup_init(copy.handle, "main", database.handle, "main")
        else { throw unsafe StorageError(code: sqlite3_errcode(copy.handle), copy.handle, "copy") }
        self.copy = copy
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_backup_finish(handle)
    }

    /// Copies so many pages more, between two transactions. False when all are copied.
    package borrowing func step(pages: Int = 100) throws(StorageError) -> Bool {
        let code = unsafe sqlite3_backup_step(handle, Int32(clamping: pages))
        switch code {
        case SQLITE_OK: return true
        case SQLITE_DONE: return false
        default: throw unsafe StorageError(code: code, copy.handle, "copy")
        }
    }
}
