import Cluster
import Host
import RedisStore
import SimperiumClock
import SimperiumLoop
import SimperiumStore
import SimperiumWire
import SyncHub

/// The data of a server that stores everything in memory. A new server can start with this data.
package struct InMemoryServerData: Sendable {
    fileprivate var store = MemoryStore()
    fileprivate var accounts = MemoryAccounts()
}

/// The store of a server: in memory, in a file that a separate thread writes, or in Redis.
///
/// A store in memory performs each write at once. A file and Redis commit writes in batches. While
/// a batch is being committed, the next batch collects writes: the longer a commit takes, the more
/// writes the next batch has.
final class ServerStore {
    /// An event of the store that the server must handle.
    enum ServerStoreEvent {
        case done(OutputGate.Batch, StoreBatchResult)
        case event(Host.Event)
        /// A query failed.
        case unreadable(StorageError)
        case checkpointFailed(StorageError)
        /// The term in Redis is over, or must be replaced.
        case gone(StorageError)
        /// The attempt to open the file again has ended. The error is nil if the attempt succeeded.
        case reopened(StorageError?)
    }

    enum ImmediateWriteResult {
        case kept
        case pending
        case refused
    }

    private struct RunningBatch {
        let number: OutputGate.Batch
        let askers: [Host.Asker]
        let data: PendingWriteScope
        let start: Instant
    }

    /// The time between two attempts to open a failed file, and between two checks that the file is
    /// still at its path.
    private static let pause = Duration.seconds(10)
    /// The number of pages in the write-ahead log that causes a checkpoint: 16 MB. SQLite's own
    /// checkpoint in a commit would begin at a much longer log.
    private static let pagesBeforeCheckpoint = 4_000

    private let path: String?
    /// Redis, while this server owns the shard under a term; nil for a file or memory.
    private var redis: RedisStore?
    private let shard: Shard
    private let shards: ShardMap
    /// The number of unanswered queries for data of the first shard, if this store is for another
    /// shard.
    private var homeShardReads = 0
    private let surviving: Database.Durability
    private let loop: Loop
    private var memory = MemoryStore()
    private var accounts = MemoryAccounts()
    var contents: InMemoryServerData { InMemoryServerData(store: memory, accounts: accounts) }
    private var thread: StoreThread?
    private var reader: HubStore?
    private var batch = StoreBatch()
    /// The askers of the batch's queries and of its changes to users.
    private var askers: [Host.Asker] = []
    /// The data that the batch's writes change.
    private var data = PendingWriteScope()
    /// The batch that is being committed.
    private var runningBatch: RunningBatch?
    private let checkpoint: BackgroundWALCheckpoint
    private var pagesLogged = 0
    /// The reason why the store can't be used now; nil if it can.
    private(set) var failure: StorageError?
    private var reopenTimer: Timer?
    private var pathCheckTimer: Timer?
    var onReport: (ServerStoreEvent) -> Void = { _ in }
    /// Damage that the check at the start, a query or a write has found; nil if there is none. Kept
    /// until the file has been opened again.
    private(set) var damage: String?
    /// The epoch that began when the store was opened; in Redis, the term. The hub's change numbers
    /// contain the epoch.
    let epoch: UInt32
    /// The file's format before it was upgraded; nil if it was not.
    private(set) var formatBeforeUpgrade: Int?
    private(set) var longestCommit = Duration.zero

    init(_ settings: ServerSettings, on loop: Loop) throws(ServerFailure) {
        self.loop = loop
        shard = .home
        shards = ShardMap(settings.host.plugin)
        checkpoint = BackgroundWALCheckpoint(on: loop)
        surviving = settings.durability == .disk ? .powerCut : .crash
        // Seconds since 1970, or more if the clock was set back. So no epoch is used twice, even
        // with an old copy of the file, or without a file.
        let least = UInt32(clamping: ThisProcess.calendarMilliseconds / 1_000)
        guard case .file(let path) = settings.store else {
            self.path = nil
            (memory, accounts) = (settings.contents.store, settings.contents.accounts)
            epoch = memory.beginEpoch(atLeast: least)
            return
        }
        self.path = path
        do throws(StorageError) {
            let thread = try StoreThread(
                path, surviving: surviving, epochAtLeast: least, for: loop)
            epoch = thread.epoch
            formatBeforeUpgrade = thread.formatBeforeUpgrade
            reader = try HubStore(reading: path)
            self.thread = thread
        } catch {
            if let folder = FileSystem.missingDirectory(of: path) { throw .noDirectory(folder) }
            throw .store(path, error)
        }
        do throws(StorageError) {
            damage = try HubStore.damage(in: path, atMost: HubStore.longestCheckedFile)
                .map(StoreDamageWords.damagedPage)
        } catch {
            damage = "\(error)"
        }
        pathCheckTimer = Timer(on: loop) { [weak self] in self?.checkFilePathRepeatedly() }
        pathCheckTimer?.arm(after: Self.pause)
    }

    /// Creates the store of a shard in Redis. During the term, only this server may write to the
    /// shard.
    init(
        _ redis: RedisStore, of shard: Shard, under term: ClusterSequenceNumber,
        in shards: ShardMap,
        on loop: Loop
    ) {
        self.redis = redis
        self.shard = shard
        self.shards = shards
        self.loop = loop
        (path, surviving, epoch) = (nil, .powerCut, term.rawValue)
        checkpoint = BackgroundWALCheckpoint(on: loop)
    }

    /// Performs the last batch in Redis, and then calls `then`, even if Redis can't perform the
    /// batch. The store reports no more events. Calls `then` at once if the store is not in Redis,
    /// or has failed.
    func finishLastRedisBatch(then: @escaping () -> Void) {
        guard let redis, failure == nil else { return then() }
        onReport = { _ in }
        // Batches are performed in their order.
        redis.perform(exchange(&batch, with: StoreBatch()), in: shard) { _ in then() }
    }

    func close() {
        reopenTimer = nil
        pathCheckTimer = nil
        if let thread, !batch.isEmpty { thread.perform(batch) { _ in } }
        batch = StoreBatch()
        reader = nil
        thread = nil
    }

    /// Frees memory caches. Later reads take longer.
    func freeCaches() {
        reader?.freeCachedPages()
        thread?.freeCachedPages()
    }
}

extension ServerStore {
    private var isMemory: Bool { path == nil && redis == nil }

    var durability: ServerGauges.ReportedDurability {
        if let redis { return redis.durability }
        return isMemory ? .memory : surviving == .powerCut ? .disk : .process
    }

    func write(_ write: StoreWrite) -> ImmediateWriteResult {
        guard !isMemory else {
            do throws(MemoryStore.StaleHead) { try memory.write(write) } catch { return .refused }
            return .kept
        }
        guard failure == nil else { return .refused }
        data.recordKeysChanged(by: write)
        batch.append(.write(write))
        return .pending
    }

    func storeUse(of token: SecretDigest, at second: Int) {
        let write = AccountWrite.noteUse(of: token, at: second)
        guard !isMemory else { return _ = accounts.write(write) }
        if failure == nil { batch.append(.accountWrite(write)) }
    }

    /// Performs a change to a user. Reports the answer when the change is durable, or when the
    /// change is lost.
    func changeUser(_ change: UserChange, for asker: Host.Asker) {
        guard !isMemory else {
            return onReport(.event(.accountsAnswered(asker, .changed(accounts.perform(change)))))
        }
        guard failure == nil else {
            return onReport(.event(.accountsUnanswered(asker, isChange: true)))
        }
        data.recordAccountsChanged()
        enqueue(.accountWrite(.change(change)), for: asker)
    }

    /// Answers a query: at once if no pending write can change the answer, otherwise after the
    /// pending writes. Redis always answers later.
    func read(_ query: StoreQuery, for asker: Host.Asker) {
        guard !isMemory else { return onReport(.event(.read(asker, memory.answer(query)))) }
        guard failure == nil else { return onReport(.event(.unanswered(asker, query))) }
        if let redis, let bucket = query.queriedBucket, shards.shard(of: bucket.log) != shard {
            return readFromHomeShard(at: redis, query, for: asker)
        }
        guard redis == nil, !data.mayChange(query), runningBatch?.data.mayChange(query) != true
        else {
            return enqueue(.query(query), for: asker)
        }
        do throws(StorageError) {
            if let answer = try reader?.answerWithoutCache(query) {
                onReport(.event(.read(asker, answer)))
            }
        } catch {
            handleQueryError(error)
            onReport(.event(.unanswered(asker, query)))
        }
    }

    /// Reads data that the owner of the first shard has stored.
    private func readFromHomeShard(at redis: RedisStore, _ query: StoreQuery, for asker: Host.Asker)
    {
        homeShardReads += 1
        redis.readWithoutOwnership(query, in: .home) { [weak self] answer in
            self?.homeShardReads -= 1
            self?.onReport(
                .event(answer.map { .read(asker, $0) } ?? .unanswered(asker, query)))
        }
    }

    func queryAccounts(_ query: AccountQuery, for asker: Host.Asker) {
        guard !isMemory else {
            return onReport(.event(.accountsAnswered(asker, accounts.answer(query))))
        }
        guard failure == nil else { return onReport(.event(.accountsUnanswered(asker))) }
        guard redis == nil, !data.hasAccounts, runningBatch?.data.hasAccounts != true else {
            return enqueue(.accountQuery(query), for: asker)
        }
        do throws(StorageError) {
            if let answer = try reader?.answer(query) {
                onReport(.event(.accountsAnswered(asker, answer)))
            }
        } catch {
            handleQueryError(error)
            onReport(.event(.accountsUnanswered(asker)))
        }
    }

    private func enqueue(_ entry: StoreBatchEntry, for asker: Host.Asker) {
        batch.append(entry)
        askers.append(asker)
    }

    private func handleQueryError(_ error: StorageError) {
        onReport(.unreadable(error))
        recordIfDamage(error)
        if case .disk = error { recoverOrEndTerm(from: error) }
    }

    private func recordIfDamage(_ error: StorageError) {
        switch error {
        case .damaged, .damagedRow: damage = "\(error)"
        case .locked, .full, .readOnly, .foreign, .newer, .moved, .disk, .library, .fenced, .lost,
            .outOfMemory, .redis:
            break
        }
    }
}

extension ServerStore {
    var isIdle: Bool { batch.isEmpty && runningBatch == nil && homeShardReads == 0 }

    var needsCommit: Bool { !batch.isEmpty && runningBatch == nil }

    /// Begins to commit the writes and queries collected so far, under the number that `seal`
    /// returns. Does nothing if there are none, or while another batch is being committed.
    func beginCommit(_ seal: () -> OutputGate.Batch) {
        guard needsCommit else { return }
        let runningBatch = RunningBatch(
            number: seal(), askers: exchange(&askers, with: []), data: data,
            start: Loop.preciseNow)
        let batch = exchange(&batch, with: StoreBatch())
        data = PendingWriteScope()
        self.runningBatch = runningBatch
        let finish = { [weak self] (outcome: StoreBatchResult) -> Void in
            self?.complete(runningBatch, batch, outcome)
        }
        redis?.perform(batch, in: shard, then: finish)
        thread?.perform(batch, then: finish)
    }

    private func complete(
        _ runningBatch: RunningBatch, _ batch: StoreBatch, _ outcome: StoreBatchResult
    ) {
        self.runningBatch = nil
        pagesLogged = outcome.pagesLogged
        longestCommit = max(longestCommit, Loop.preciseNow - runningBatch.start)
        for case .store(let error) in outcome.refused.values { recordIfDamage(error) }
        onReport(.done(runningBatch.number, outcome))
        var number = 0
        for entry in batch.entries where entry.isAnswered {
            passAnswer(outcome.answers[number], to: runningBatch.askers[number], entry)
            number += 1
        }
        if let failure = outcome.failure { recoverOrEndTerm(from: failure) }
    }

    private func passAnswer(
        _ answer: StoreBatchAnswer, to asker: Host.Asker, _ entry: StoreBatchEntry
    ) {
        switch (answer, entry) {
        case (.data(.success(let answer)), _): onReport(.event(.read(asker, answer)))
        case (.account(.success(let answer)), _): onReport(.event(.accountsAnswered(asker, answer)))
        case (.data(.failure(let error)), .query(let query)):
            handleQueryError(error)
            onReport(.event(.unanswered(asker, query)))
        case (.account(.failure(let error)), _):
            handleQueryError(error)
            onReport(.event(.accountsUnanswered(asker, isChange: entry.isUserChange)))
        case (.lost, _):
            onReport(.event(.accountsUnanswered(asker, isChange: entry.isUserChange)))
        case (.data(.failure), _): break
        }
    }

    /// Drops the pending writes to the refused subjects. A write to several subjects is dropped as
    /// a whole, so its other subjects lose their writes, too. Returns all subjects that have lost
    /// their writes.
    func dropPendingWrites(to subjects: Set<StoreFailureDomain>) -> Set<StoreFailureDomain> {
        batch.removeWritesIncludingTied(subjects)
    }
}

/// Checkpoints, and recovery from a failing disk.
extension ServerStore {
    /// Begins a checkpoint when the write-ahead log is long, and completes a checkpoint that has
    /// ended.
    func startOrCompleteCheckpoint() {
        guard let path, failure == nil else { return }
        do throws(StorageError) {
            guard try checkpoint.takeCompletion() else {
                if pagesLogged >= Self.pagesBeforeCheckpoint { checkpoint.startIfIdle(path) }
                return
            }
        } catch {
            return handleCheckpointError(error)
        }
        pagesLogged = 0
        thread?.checkpoint { [weak self] error in
            if let error { self?.handleCheckpointError(error) }
        }
    }

    private func handleCheckpointError(_ error: StorageError) {
        onReport(.checkpointFailed(error))
        if error.isDiskFailure { recoverOrEndTerm(from: error) }
    }

    /// Checks periodically that the file is still at its path, so that even a server without writes
    /// notices when the file was moved.
    private func checkFilePathRepeatedly() {
        thread?.checkFilePath { [weak self] error in
            guard let self else { return }
            if let error { recoverOrEndTerm(from: error) }
            pathCheckTimer?.arm(after: Self.pause)
        }
    }

    /// Records the failure of the store, and opens the file again, or reports `gone` for a store in
    /// Redis. Does nothing if the store has already failed.
    private func recoverOrEndTerm(from error: StorageError) {
        guard failure == nil else { return }
        failure = error
        if redis == nil { reopen() } else { onReport(.gone(error)) }
    }

    private func reopen() {
        reader = nil
        guard !checkpoint.isRunning else { return scheduleReopening(after: .milliseconds(100)) }
        checkpoint.dropCompletion()
        thread?.reopen { [weak self] in self?.finishReopening($0) }
    }

    private func finishReopening(_ error: StorageError?) {
        var error = error
        if error == nil, let path {
            do throws(StorageError) { reader = try HubStore(reading: path) } catch let other {
                error = other
            }
        }
        failure = error
        if error == nil { damage = nil } else { scheduleReopening(after: Self.pause) }
        onReport(.reopened(error))
    }

    private func scheduleReopening(after pause: Duration) {
        reopenTimer = Timer(on: loop) { [weak self] in self?.reopen() }
        reopenTimer?.arm(after: pause)
    }
}

extension StoreBatchEntry {
    /// True for a change of a user, also for one that was removed from the batch.
    fileprivate var isUserChange: Bool {
        switch self {
        case .accountWrite, .lost: true
        case .write, .query, .accountQuery: false
        }
    }
}
