import SimperiumLoop
import SimperiumStore
import SimperiumWire
import SyncHub
import TestSupport
import Testing

/// The store of a hub's buckets, of any kind, as the tests see it.
protocol KeepsBuckets: AnyObject {
    func write(_ write: StoreWrite) throws
    func answer(_ query: StoreQuery) throws -> StoreQueryAnswer
    func beginEpoch(atLeast least: UInt32) throws -> UInt32
    /// Ends a tick.
    func commit() throws
    /// Kills the process, and starts another one with the committed data.
    func restart() throws
}

/// The kinds of stores.
enum StoreKind: CaseIterable {
    case memory
    case file
    /// A file on a separate thread, which answers later.
    case thread
    case redis

    func make(logLength: Int = 100, removals: Int = 0) throws -> any KeepsBuckets {
        let limits = MinimumStoredHistory(logLength: logLength, removals: removals)
        return switch self {
        case .memory: StoreInMemory(limits)
        case .file: try StoreInFile(limits)
        case .thread: try StoreOnThread(limits)
        case .redis: try StoreInRedis(limits)
        }
    }
}

final class StoreInMemory: KeepsBuckets {
    private var store: MemoryStore
    private var committed: MemoryStore

    convenience init(_ limits: MinimumStoredHistory) {
        self.init(MemoryStore(limits))
    }

    init(_ store: MemoryStore) {
        self.store = store
        committed = store
    }

    func write(_ write: StoreWrite) throws { try store.write(write) }
    func answer(_ query: StoreQuery) -> StoreQueryAnswer { store.answer(query) }

    func beginEpoch(atLeast least: UInt32) -> UInt32 {
        defer { commit() }
        return store.beginEpoch(atLeast: least)
    }

    func commit() { committed = store }
    func restart() { store = committed }
}

final class StoreInFile: KeepsBuckets {
    private let folder: TemporaryFolder?
    private let place: Database.Location
    private let limits: MinimumStoredHistory
    private var store: HubStore?

    convenience init(_ limits: MinimumStoredHistory) throws {
        try self.init(TemporaryFolder(), limits)
    }

    /// Continues with the file `hub` if the folder has one.
    init(_ folder: TemporaryFolder, _ limits: MinimumStoredHistory) throws {
        self.folder = folder
        place = .file(folder.path("hub"))
        self.limits = limits
        try restart()
    }

    /// Opens or makes a file that the caller owns.
    init(at place: Database.Location, _ limits: MinimumStoredHistory = MinimumStoredHistory())
        throws
    {
        folder = nil
        self.place = place
        self.limits = limits
        try restart()
    }

    func write(_ write: StoreWrite) throws { try store?.write(write) }
    func answer(_ query: StoreQuery) throws -> StoreQueryAnswer {
        let answer = try store?.answer(query)
        return try #require(answer)
    }
    func write(_ write: AccountWrite) throws -> UserChangeResult? { try store?.write(write) }
    func answer(_ query: AccountQuery) throws -> AccountQueryAnswer {
        let answer = try store?.answer(query)
        return try #require(answer)
    }
    func beginEpoch(atLeast least: UInt32) throws -> UInt32 {
        let epoch = try store?.beginEpoch(atLeast: least)
        return try #require(epoch)
    }
    func commit() throws { try store?.commitAndMoveRecent() }

    /// Closes the file during `act`.
    func whileClosed(_ act: (String) throws -> Void) throws {
        store = nil
        if let folder { try act(folder.path("hub")) }
        try restart()
    }

    func perform(_ batch: StoreBatch) -> StoreBatchResult {
        store?.perform(batch) ?? StoreBatchResult(of: batch, because: .locked)
    }

    func restart() throws {
        store = nil
        store = try HubStore(place, limits: limits)
    }
}

/// Each write is a batch, and so is each query.
final class StoreOnThread: KeepsBuckets {
    private let folder: TemporaryFolder
    private let limits: MinimumStoredHistory
    private let loop: Loop
    private var thread: StoreThread?

    init(_ limits: MinimumStoredHistory) throws {
        folder = try TemporaryFolder()
        self.limits = limits
        loop = try Loop()
        try restart(atLeast: 1)
    }

    private func restart(atLeast least: UInt32) throws {
        thread = nil
        thread = try StoreThread(
            folder.path("hub"), surviving: .powerCut, epochAtLeast: least, limits: limits, for: loop
        )
    }

    private func perform(_ entry: StoreBatchEntry) throws -> StoreBatchResult {
        var batch = StoreBatch()
        batch.append(entry)
        var outcome: StoreBatchResult?
        thread?.perform(batch) { [loop] in
            outcome = $0
            loop.stop()
        }
        loop.run()
        return try #require(outcome)
    }

    func write(_ write: StoreWrite) throws {
        if let reason = try perform(.write(write)).refused.values.first { throw reason }
    }

    func answer(_ query: StoreQuery) throws -> StoreQueryAnswer {
        guard case .data(let answer)? = try perform(.query(query)).answers.first else {
            throw Unanswered()
        }
        return try answer.get()
    }

    func beginEpoch(atLeast least: UInt32) throws -> UInt32 {
        try restart(atLeast: least)
        return try #require(thread?.epoch)
    }

    func commit() {}
    func restart() throws { try restart(atLeast: 1) }

    private struct Unanswered: Error {}
}
