// SimperiumStore: SQLite files: a server's, and a program's.
// Not here: the types of writes and queries (SimperiumWire), the store in Redis (RedisStore).
// Start with `HubStore`; then `HubFormat`, its layout; `StoreThread`; `ClientStore`.

internal import Glibc
package import SimperiumWire

/// The file of a server: the buckets of its hub, and its users.
///
/// The first write begins a transaction, and `commitAndMoveRecent` ends it. A query sees all writes
/// before it. `perform(_:)` makes the writes of a batch durable. The server sends no answer that
/// depends on a write before the write is durable.
package struct HubStore: ~Copyable {
    let statements: HubStatements
    let accounts: AccountStatements
    private let durability: Database.Durability
    let limits: MinimumStoredHistory
    /// The cached rows of buckets, with all writes so far.
    var buckets: [BucketID: BucketRow] = [:]
    /// The buckets that the transaction has changed.
    private var changed: [BucketID] = []
    var transaction: Transaction
    /// The file. It is declared after the statements, so that the statements are destroyed first.
    /// Otherwise the lock on the file would be released before SQLite closes the file.
    let database: Database
    var hasGarbage: Bool
    var longBodies = LongBodyCache()
    /// The number of changes in `recent`. All except damaged changes wait to be moved to the log.
    var recentCount: Int
    /// The number of recent changes that the last move has left, because they are damaged.
    var stuckRecentCount = 0
    private var committedRecentCount: Int

    package init(
        _ location: Database.Location, surviving durability: Database.Durability = .crash,
        limits: MinimumStoredHistory = MinimumStoredHistory()
    ) throws(StorageError) {
        precondition(limits.logLength > 0, "connected clients must get the last change")
        try self.init(
            Database.open(location, format: .hub, surviving: durability, beside: .readers),
            surviving: durability, limits)
    }

    private init(
        _ database: consuming Database, surviving durability: Database.Durability = .crash,
        _ limits: MinimumStoredHistory = MinimumStoredHistory()
    ) throws(StorageError) {
        let statements = try HubStatements.prepare(in: database)
        let accounts = try AccountStatements.prepare(in: database)
        let transaction = try Transaction.prepare(in: database)
        let recentCount = try database.number(HubSQL.countRecent)
        hasGarbage = try database.number("SELECT count(*) FROM garbage") > 0
        self.database = database
        self.statements = statements
        self.accounts = accounts
        self.transaction = transaction
        self.durability = durability
        self.limits = limits
        self.recentCount = recentCount
        committedRecentCount = recentCount
    }

    /// Opens a second connection to a file that this process already has open, to read while the
    /// first connection writes. The second connection sees each commit at once.
    package init(reading path: String) throws(StorageError) {
        let database = try Database.openToRead(.file(path), format: .hub)
        try database.halveCacheMemory()
        try self.init(database)
    }

    /// Opens a file again after the disk failed. Throws if the file is damaged, but does not check
    /// a file larger than `longestCheckedFile`.
    package static func reopenIfUndamaged(
        _ path: String, surviving durability: Database.Durability,
        limits: MinimumStoredHistory = MinimumStoredHistory()
    ) throws(StorageError) -> HubStore {
        let store = try HubStore(.file(path), surviving: durability, limits: limits)
        if let damage = try damage(in: path, atMost: longestCheckedFile) {
            throw .damaged(reason: damage)
        }
        return store
    }

    /// Returns the first damage in a file; a server may have the file open. Returns nil if there is
    /// no damage or no file. Also returns nil, without a check, if the file is larger than `size`
    /// bytes.
    package static func damage(
        in path: String, atMost size: Int = .max
    ) throws(StorageError) -> String? {
        var file = stat()
        guard unsafe stat(path, &file) == 0, file.st_size <= size else { return nil }
        return try Database.damage(of: .file(path))
    }

    /// The size in bytes of the largest file that is checked before clients are accepted. The check
    /// of such a file takes a tenth of a second.
    package static let longestCheckedFile = 64 << 20

    /// Makes SQLite close the file without a checkpoint, because the disk has failed.
    package borrowing func keepLogOnClose() { database.keepLogOnClose() }

    /// Begins and returns a new epoch for a hub that starts now: higher than all earlier epochs,
    /// and at least `least`. The epoch is durable at once, because a repeated epoch would repeat
    /// ordinals of the log. `least` protects against an old copy of the file.
    package borrowing func beginEpoch(atLeast least: UInt32 = 1) throws(StorageError) -> UInt32 {
        try database.setDurability(.powerCut)
        try database.run(HubSQL.beginEpoch(atLeast: least))
        try database.setDurability(durability)
        return try lastEpoch()
    }

    /// Returns the highest epoch in this file.
    package borrowing func lastEpoch() throws(StorageError) -> UInt32 {
        let statement = try database.prepare(HubSQL.epoch)
        guard try statement.step() else { throw .damagedRow(table: CheckedTable.life.rawValue) }
        guard let epoch = UInt32(exactly: try statement.count(in: 0)) else { throw .implausible }
        return epoch
    }

    /// Performs a write, without a commit. After a failure, all writes since the last commit are
    /// undone, except after `staleHead`, because a write with a stale head changes nothing.
    package mutating func write(_ write: StoreWrite) throws(WriteRefusal) {
        var isStale = false
        do throws(StorageError) {
            try transaction.beginIfNeeded()
            switch write {
            case .append(let change, let entity, let outdated, let id, let expected):
                isStale = try !append(
                    change, of: entity, outdating: outdated, to: id, ifHeadIs: expected)
            case .forgetHistory(let id, let change):
                try hideHistoryFromClients(of: id, emptiedBy: change)
            case .forgetVersions(let key, let id): try removeVersionBodies(of: key, in: id)
            case .hold(let keys, let seat, let secret, let id):
                try updateOwners(keys, in: id, by: HubSQL.setOwnerSession) {
                    statement throws(StorageError) in
                    try statement.bind(seat, at: 3)
                    try statement.bind(secret?.bytes, at: 4)
                }
            case .countRestart(let keys, let id):
                try updateOwners(keys, in: id, by: HubSQL.countOwnerRestart)
            case .endSeat(let end, let forgotten, _):
                try storeSessionEnd(end, forgettingUpTo: forgotten)
            case .mirror(let mirroring): isStale = try !writeCopiesIfHeadMatches(mirroring)
            case .drop(let id): try dropBucketLeavingRows(id)
            case .owe(let objects, _): try addPendingInserts(objects)
            case .assign(let id, let other): try movePendingInserts(of: id, asDueTo: other)
            case .settle(let key, let id): try removePendingInsertIfStored(key, in: id)
            case .forgive(let key, let id): try removePendingInserts(key, in: id)
            }
        } catch {
            throw rollBackAfter(error)
        }
        if isStale { throw .staleHead }
    }

    /// Drops the cached rows, because another connection may have written to the file. Then answers
    /// the query.
    package mutating func answerWithoutCache(_ query: StoreQuery) throws(StorageError)
        -> StoreQueryAnswer
    {
        buckets.removeAll(keepingCapacity: true)
        return try answer(query)
    }

    /// Performs a write, without a commit. Returns nil if the write has no result. After a failure,
    /// all writes since the last commit are undone.
    @discardableResult
    package mutating func write(_ write: AccountWrite) throws(WriteRefusal) -> UserChangeResult? {
        do throws(StorageError) {
            try transaction.beginIfNeeded()
            return try accounts.perform(write)
        } catch {
            throw rollBackAfter(error)
        }
    }

    mutating func rollBack() {
        if transaction.isOpen { transaction.rollBack(in: database) }
        restoreCommittedState()
    }

    /// Makes all writes so far durable. Then moves the recent changes to the log if there are many.
    package mutating func commitAndMoveRecent() throws(WriteRefusal) {
        try commitWrites()
        try moveRecentToLogIfMany()
    }

    /// Saves the changed rows of buckets, deletes a few rows of a dropped bucket if there is one,
    /// and commits. Does nothing if no transaction is open.
    mutating func commitWrites() throws(WriteRefusal) {
        guard transaction.isOpen else { return }
        do throws(StorageError) {
            try saveChangedRows()
            if hasGarbage { try removeSomeDroppedBucketRows() }
            try transaction.commit()
        } catch {
            throw rollBackAfter(error)
        }
        committedRecentCount = recentCount
        changed = []
        if buckets.count > Self.rememberedBuckets { buckets = [:] }
    }

    /// Moves the recent changes to the log if there are many, in a separate transaction. If the
    /// disk is full, the changes stay in `recent`.
    mutating func moveRecentToLogIfMany() throws(WriteRefusal) {
        guard recentCount - stuckRecentCount >= min(limits.logLength, Self.mostRecent)
        else { return }
        do throws(StorageError) {
            try transaction.beginIfNeeded()
            try moveRecentToLog()
            try transaction.commit()
            committedRecentCount = recentCount
        } catch {
            let refusal = rollBackAfter(error)
            // There may be room for one change, but not for all.
            guard error == .full else { throw refusal }
        }
    }

    package borrowing func freeCachedPages() { database.freeCachedPages() }

    /// The file's format before this store upgraded it; nil if it did not.
    package var formatBeforeUpgrade: Int? { database.versionBeforeUpgrade }

    /// The number of pages written to the write-ahead log since the last checkpoint by this
    /// connection.
    package var pagesLogged: Int { database.pagesLogged }

    /// Copies pages of the write-ahead log into the file. Once all pages are copied, later writes
    /// overwrite the log from its beginning. Call this without uncommitted writes, and soon after
    /// `checkpoint(of:)`, so that few pages are left.
    package borrowing func checkpoint() throws(StorageError) { try database.checkpoint() }

    /// Copies the pages of the write-ahead log into the file, on any thread, while the store
    /// continues to write.
    package static func checkpoint(of path: String) throws(StorageError) {
        try Database.checkpoint(of: .file(path))
    }

    /// Copies the present content of a store's file to a new file. Returns false if `copyPath`
    /// exists. Any process may call this.
    package static func copy(_ path: String, to copyPath: String) throws(StorageError) -> Bool {
        try Database.copy(path, .hub, to: copyPath)
    }

    package var hasUncommitted: Bool { transaction.isOpen }

    private static let rememberedBuckets = 10_000
    /// Recent changes are moved to the log as soon as there are this many. A larger number needs
    /// fewer page writes for each change, but each move takes longer.
    private static let mostRecent = 1_000
}

extension HubStore {
    /// Rolls back to the state before the first write of the transaction. Returns the reason to
    /// throw.
    private mutating func rollBackAfter(_ error: StorageError) -> WriteRefusal {
        transaction.rollBack(in: database, because: error)
        if error.isDiskFailure { database.keepLogOnClose() }
        restoreCommittedState()
        return .store(error)
    }

    /// Restores the count of recent changes after a rollback, and drops all caches.
    private mutating func restoreCommittedState() {
        recentCount = committedRecentCount
        changed = []
        buckets = [:]
        longBodies = LongBodyCache()
    }

    mutating func saveChangedRows() throws(StorageError) {
        for id in changed { try saveIfChanged(id) }
    }

    /// Puts a changed row into the cache. The next commit saves the row.
    mutating func cacheChangedRow(_ row: BucketRow, of id: BucketID) {
        var row = row
        if !row.isChanged { changed.append(id) }
        row.isChanged = true
        buckets[id] = row
    }
}
