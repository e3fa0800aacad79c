internal import CSimperiumSQLite
internal import Glibc
package import SimperiumLoop
package import SimperiumWire

/// An open SQLite file, which closes when this non-copyable value is destroyed.
///
/// Each file has the application id and the version of its `Format`. So a file of another program
/// or of a newer version is never written to.
@safe package struct Database: ~Copyable {
    /// The application id of a kind of file, and the steps that upgrade its tables.
    package struct Format: Sendable {
        package let applicationID: Int32
        /// The SQL of each upgrade. The step at index `n` upgrades version `n`, and the first step
        /// creates the tables. Add steps; never edit one.
        package let steps: [String]

        package init(applicationID: Int32, steps: [String]) {
            self.applicationID = applicationID
            self.steps = steps
        }

        package var version: Int { steps.count }
    }

    package enum Location: Hashable, Sendable {
        /// A path, and the name of an SQLite VFS; nil for SQLite's default VFS.
        case file(String, vfs: String? = nil)
        case memory
    }

    /// The events that a commit survives. None of them leaves half of a commit.
    package enum Durability: Hashable, Sendable {
        /// The end of the process at any time. A power cut may undo the commits of the last
        /// seconds. A sync in each commit would take ten times as long as the rest of the commit.
        case crash
        /// A power cut, too: a commit is on the disk when it returns.
        case powerCut
    }

    /// The other users of the file while this process has it open. No other program ever writes to
    /// the file.
    package enum OtherFileUsers: Hashable, Sendable {
        case none
        /// Other programs may read and copy the file. Other threads of this process may make
        /// checkpoints.
        case readers
    }

    let handle: OpaquePointer
    private let lock: FileLock?
    /// The version of the file before `open` upgraded its tables; nil if it did not.
    package private(set) var versionBeforeUpgrade: Int?

    /// Opens or creates the file, and upgrades its tables to the version of `format`. Throws if the
    /// file is locked, foreign, damaged or newer.
    package static func open(
        _ location: Location, format: Format, surviving durability: Durability = .powerCut,
        beside others: OtherFileUsers = .none
    ) throws(StorageError) -> Database {
        var database = try Database(location, beside: others)
        let found = try database.fileVersion(checking: format)
        try database.lockAndRecoverLog(beside: others)
        try database.upgrade(from: found, to: format)
        if found > 0, found < format.version { database.versionBeforeUpgrade = found }
        try database.setDurability(durability)
        return database
    }

    /// Halves the page cache of this connection, because the file has two connections.
    borrowing func halveCacheMemory() throws(StorageError) {
        try run("PRAGMA cache_size = \(Self.halfCacheSize)")
    }

    private init(_ location: Location, beside others: OtherFileUsers) throws(StorageError) {
        switch (location, others) {
        // Other programs can open only files of the operating system.
        case (.file(let path, nil), .readers):
            try Self.refuseOrphanLog(path)
            try self.init(location, holding: try FileLock(path))
        case (.file, _), (.memory, _): try self.init(location)
        }
    }

    private init(
        _ location: Location, _ access: CInt = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        holding lock: consuming FileLock? = nil
    ) throws(StorageError) {
        _ = Self.countsNoMemory
        self.lock = lock
        var (path, vfs): (String, String?) = (":memory:", nil)
        if case .file(let name, let disk) = location {
            (path, vfs) = (name, disk)
            if disk == nil, access & SQLITE_OPEN_CREATE != 0 { Self.createFileForOwnerOnly(name) }
        }
        var opened: OpaquePointer?
        let flags = access | SQLITE_OPEN_NOMUTEX
        let code = unsafe sqlite3_open_v2(path, &opened, flags, vfs)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            defer { unsafe sqlite3_close_v2(opened) }
            throw unsafe StorageError(code: code, opened, "open")
        }
        unsafe Self.addFunctions(to: opened)
        unsafe handle = opened
    }

    /// Turns off SQLite's memory statistics, which are never read. Otherwise each allocation takes
    /// a lock that all threads share, and Debian's SQLite allocates memory for each value.
    private static let countsNoMemory = ttt_sqlite_count_no_memory()

    /// Creates the file, if there is none, with access for its owner only. SQLite would use the
    /// umask. The log files of SQLite get the mode of this file. Errors are ignored here, because
    /// SQLite reports them when it opens the file.
    private static func createFileForOwnerOnly(_ path: String) {
        _ = try? createEmptyFile(path)
    }

    /// Throws if a write-ahead log has changes, but the database file is missing or empty.
    /// Otherwise SQLite would create a new file and delete the log.
    private static func refuseOrphanLog(_ path: String) throws(StorageError) {
        var (file, log) = (stat(), stat())
        guard unsafe stat(path, &file) != 0 || file.st_size == 0,
            unsafe stat(path + "-wal", &log) == 0, log.st_size > 0
        else { return }
        throw .damaged(reason: "\(path)-wal has changes, but \(path) is missing or empty")
    }

    // `close_v2` waits for open statements, so the database may be released before its statements.
    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    package borrowing func prepare(_ sql: String) throws(StorageError) -> Statement {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard let prepared = unsafe prepared else {
            throw unsafe StorageError(code: code, handle, "prepare")
        }
        return unsafe Statement(prepared)
    }

    /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed.
    package var changeCount: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// The rowid of the last inserted row.
    var lastRow: Int { unsafe Int(sqlite3_last_insert_rowid(handle)) }

    /// Runs statements without parameters, and ignores their rows.
    package borrowing func run(_ sql: String) throws(StorageError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe StorageError(code: code, handle, "exec") }
    }

    /// Performs `work` in a transaction. If `work` or the commit throws, none of the writes is
    /// kept.
    package borrowing func transaction(
        _ work: () throws(StorageError) -> Void
    ) throws(StorageError) {
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            try work()
            try run("COMMIT")
        } catch {
            // After some errors SQLite has rolled back by itself, and then refuses the statement.
            try? run("ROLLBACK")
            throw error
        }
    }

    package borrowing func number(_ sql: String) throws(StorageError) -> Int {
        let statement = try prepare(sql)
        return try statement.step() ? statement.number(in: 0) ?? 0 : 0
    }

    package borrowing func setDurability(_ durability: Durability) throws(StorageError) {
        switch durability {
        case .crash: try run("PRAGMA synchronous = NORMAL")
        case .powerCut: try run("PRAGMA synchronous = FULL")
        }
    }

    /// Frees the memory of pages that can be read again.
    package borrowing func freeCachedPages() {
        unsafe sqlite3_db_release_memory(handle)
    }

    /// Makes SQLite close the file without a checkpoint, and keep the write-ahead log. Call this
    /// after the disk has failed. The next connection then reads the log again, and verifies the
    /// checksum of each frame.
    package borrowing func keepLogOnClose() {
        unsafe ttt_sqlite_leave_log(handle)
    }

    /// The number of pages that this connection has written to the log since its last checkpoint.
    package var pagesLogged: Int { countPagesSinceCheckpoint(restarting: false) }

    @discardableResult
    private borrowing func countPagesSinceCheckpoint(restarting: Bool) -> Int {
        var (count, most): (CInt, CInt) = (0, 0)
        unsafe sqlite3_db_status(
            handle, SQLITE_DBSTATUS_CACHE_WRITE, &count, &most, restarting ? 1 : 0)
        return Int(count)
    }

    /// Copies pages from the write-ahead log into the file, as far as readers of the file allow.
    /// Once all pages are copied, later writes overwrite the log from its beginning. Does nothing
    /// while another connection makes a checkpoint.
    package borrowing func checkpoint() throws(StorageError) {
        countPagesSinceCheckpoint(restarting: true)
        let mode = SQLITE_CHECKPOINT_PASSIVE
        let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
        // If the file is busy, another connection is making a checkpoint.
        guard code != SQLITE_BUSY, code != SQLITE_OK else { return }
        let error = unsafe StorageError(code: code, handle, "checkpoint")
        // After a failed sync, the log may have lost pages and contain older bytes instead. SQLite
        // would copy these older bytes into the file when the file is closed.
        if error.isDiskFailure { keepLogOnClose() }
        throw error
    }

    /// Writes the log's bytes again and syncs them. After a failed sync, the kernel may treat pages
    /// as written although they are not on the disk. A second sync alone would prove nothing.
    private borrowing func rewriteAndSyncLog() throws(StorageError) {
        let code = unsafe ttt_sqlite_rewrite_journal(handle)
        guard code == SQLITE_OK else { throw unsafe StorageError(code: code, handle, "sync") }
    }

    /// Makes a checkpoint on any thread, while the connection that has the file open continues to
    /// write. Pages that are written meanwhile may stay in the log.
    package static func checkpoint(of location: Location) throws(StorageError) {
        let database = try Database(location, SQLITE_OPEN_READWRITE)
        try database.setDurability(.crash)
        _ = try database.number("SELECT count(*) FROM sqlite_master")
        try database.checkpoint()
        // Again, because many pages are written during the first checkpoint.
        try database.checkpoint()
    }

    /// Returns the first damage that SQLite finds in a file; nil if there is none. A program may
    /// have the file open with `OtherFileUsers.readers`.
    package static func damage(of location: Location) throws(StorageError) -> String? {
        let database = try Database(location, SQLITE_OPEN_READONLY)
        let statement = try database.prepare("PRAGMA quick_check(1)")
        guard try statement.step() else { return nil }
        return damages(inCheckResult: statement.text(in: 0) ?? "").first
    }

    /// Returns the damages in a row of `quick_check` or `integrity_check`: its lines, except the
    /// heading with the name of the database. Returns none for the row of an undamaged file.
    static func damages(inCheckResult text: String) -> [String] {
        guard text != "ok" else { return [] }
        return text.split(separator: "\n").filter { !$0.hasPrefix("***") }.map { String($0) }
    }

    /// Opens a file to read it. A program may have the file open with `OtherFileUsers.readers`.
    /// Throws if the file has no tables yet, or is another program's, damaged or newer.
    ///
    /// Pass true for `isUnused` if no other program uses the file. Otherwise SQLite leaves an empty
    /// write-ahead log and its index beside the file.
    package static func openToRead(
        _ location: Location, format: Format, isUnused: Bool = false
    ) throws(StorageError) -> Database {
        let database = try Database(
            location, isUnused ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
        try database.run("PRAGMA busy_timeout = \(readerTimeout)")
        guard try database.fileVersion(checking: format) > 0 else { throw .foreign }
        return database
    }

    /// Copies the present content of a file to a new file. Returns false if `copyPath` exists. A
    /// program that has the original open with `OtherFileUsers.readers` can write meanwhile.
    package static func copy(
        _ path: String, _ format: Format, to copyPath: String
    ) throws(StorageError) -> Bool {
        let original = try openToRead(.file(path), format: format)
        return try original.copyAll(toNewFile: copyPath)
    }

    /// Copies a file of an older format, so that the copy can be upgraded in its place. Replaces a
    /// file at `copyPath`. Returns the original, which stays locked while the returned value
    /// exists. Returns nil, without a copy, if the file has the version of `format`, or no tables.
    package static func lockAndCopyIfOlder(
        _ path: String, _ format: Format, to copyPath: String
    ) throws(StorageError) -> Database? {
        var log = stat()
        let hasLog = unsafe stat(path + "-wal", &log) == 0
        let original = try Database(.file(path), beside: .readers)
        if hasLog { original.keepLogOnClose() }
        let found = try original.fileVersion(checking: format)
        guard found > 0, found < format.version else { return nil }
        removeWithLog(copyPath)
        guard try original.copyAll(toNewFile: copyPath) else { throw .readOnly }
        return original
    }

    /// Removes a file with its write-ahead log, if they exist. Ignores errors.
    package static func removeWithLog(_ path: String) {
        for ending in ["", "-wal", "-shm"] { unsafe unlink(path + ending) }
    }

    /// Copies all content to a new file. Returns false if `path` exists. After an error, leaves no
    /// new file.
    private borrowing func copyAll(toNewFile path: String) throws(StorageError) -> Bool {
        guard try Self.createEmptyFile(path) else { return false }
        do throws(StorageError) {
            let copy = try Database(.file(path), SQLITE_OPEN_READWRITE)
            try copy.copyAll(of: self)
            return true
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    /// Creates an empty file with access for its owner only. Returns false if anything exists at
    /// the path, even a symbolic link without a target.
    private static func createEmptyFile(_ path: String) throws(StorageError) -> Bool {
        let file = unsafe Glibc.open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return false }
            throw StorageError(code: errno, opening: path)
        }
        close(file)
        return true
    }

    private borrowing func copyAll(of original: borrowing Database) throws(StorageError) {
        let backup = unsafe sqlite3_backup_init(handle, "main", original.handle, "main")
        let code = unsafe sqlite3_backup_step(backup, -1)
        unsafe sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw unsafe StorageError(code: code, handle, "copy") }
    }

    package static var library: LibraryVersion {
        LibraryVersion(
            "SQLite", running: unsafe String(cString: sqlite3_libversion()), built: SQLITE_VERSION)
    }

    /// The time in milliseconds that a reader waits for a lock.
    private static let readerTimeout = 5_000
    /// Half of the usual page cache. The pragma takes a size in KiB as a negative number.
    private static let halfCacheSize = -16_384
}

extension Database {
    /// Returns the version of the file, which is 0 for a new one. Throws if the file is another
    /// program's, damaged or newer. Call this before anything is written.
    fileprivate borrowing func fileVersion(checking format: Format) throws(StorageError) -> Int {
        let applicationID = try number("PRAGMA application_id")
        let found = try number("PRAGMA user_version")
        let isNew = try number("SELECT count(*) FROM sqlite_master") == 0 && applicationID == 0
        guard isNew || applicationID == Int(format.applicationID) else { throw .foreign }
        guard found >= 0 else { throw .damaged(reason: "the file's version is \(found)") }
        guard found <= format.version else { throw .newer(found: found, known: format.version) }
        return found
    }

    /// Prepares the connection for writing: recovers the log, and sets the sizes of caches. With
    /// `OtherFileUsers.none`, also locks the file.
    private borrowing func lockAndRecoverLog(beside others: OtherFileUsers) throws(StorageError) {
        if others == .none { try run("PRAGMA locking_mode = EXCLUSIVE") }
        try run("PRAGMA journal_mode = WAL")
        try run("BEGIN IMMEDIATE; COMMIT")
        // The previous process may have ended after a failed sync. Its log can be read, but may not
        // be on the disk, even after the next sync. So this function writes the log again, and then
        // copies the log's pages into the file.
        do throws(StorageError) {
            try rewriteAndSyncLog()
            try run("PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            keepLogOnClose()
            throw error
        }
        try run("PRAGMA secure_delete = FAST; PRAGMA cache_size = -32768")
        // Otherwise SQLite creates a temporary file for each statement that it may have to undo.
        try run("PRAGMA temp_store = MEMORY")
        // 40 MB: at this length, SQLite copies the whole log into the file, which takes time.
        try run("PRAGMA wal_autocheckpoint = 10000")
    }

    private borrowing func upgrade(from found: Int, to format: Format) throws(StorageError) {
        guard found < format.version else { return }
        try transaction { () throws(StorageError) in
            for step in format.steps[found...] { try run(step) }
            try run("PRAGMA application_id = \(format.applicationID)")
            try run("PRAGMA user_version = \(format.version)")
        }
    }
}
