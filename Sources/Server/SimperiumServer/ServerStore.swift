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

    private enum Backend {
        /// The data is in `contents`.
        case memory
        case file(ServerStoreFile)
        /// Redis, where this server owns the shard under a term.
        case redis(RedisStore, Shard, ShardMap)
    }

    private let backend: Backend
    /// The data of a store in memory; empty for a file or Redis.
    private(set) var contents = InMemoryServerData()
    private var batch = StoreBatch()
    /// The askers of the batch's queries and of its changes to users.
    private var askers: [Host.Asker] = []
    /// The data that the batch's writes change.
    private var data = PendingWriteScope()
    /// The batch that is being committed.
    private var runningBatch: RunningBatch?
    /// The number of unanswered queries in Redis for data of the first shard, if this store is for
    /// another shard.
    private var homeShardReads = 0
    /// The reason why the store can't be used now; nil if it can.
    private(set) var failure: StorageError?
    var onReport: (ServerStoreEvent) -> Void = { _ in }
    /// Damage that the check at the start, a query or a write has found; nil if there is none. Kept
    /// until the file has been opened again.
    private(set) var damage: String?
    /// The epoch that began when the store was opened; in Redis, the term. The hub's change numbers
    /// contain the epoch.
    let epoch: UInt32
    private(set) var longestCommit = Duration.zero

    init(_ settings: ServerSettings, on loop: Loop) throws(ServerFailure) {
        // Seconds since 1970, or more if the clock was set back. So no epoch is used twice, even
        // with an old copy of the file, or without a file.
        let least = UInt32(clamping: ThisProcess.calendarMilliseconds / 1_000)
        guard case .file(let path) = settings.store else {
            backend = .memory
            contents = settings.contents
            epoch = contents.store.beginEpoch(atLeast: least)
            return
        }
        let file: ServerStoreFile
        do throws(StorageError) {
            file = try ServerStoreFile(
                path, surviving: settings.durability == .disk ? .powerCut : .crash,
                epochAtLeast: least, on: loop)
        } catch {
            if let folder = FileSystem.missingDirectory(of: path) { throw .noDirectory(folder) }
            throw .store(path, error)
        }
        backend = .file(file)
        epoch = file.epoch
        do throws(StorageError) {
            damage = try HubStore.damage(in: path, atMost: HubStore.longestCheckedFile)
                .map(StoreDamageWords.damagedPage)
        } catch {
            damage = "\(error)"
        }
        file.onEvent = { [weak self] in self?.handle($0) }
    }

    /// Creates the store of a shard in Redis. During the term, only this server may write to the
    /// shard.
    init(
        _ redis: RedisStore, of shard: Shard, under term: ClusterSequenceNumber,
        in shards: ShardMap
    ) {
        backend = .redis(redis, shard, shards)
        epoch = term.rawValue
    }

    /// Performs the last batch in Redis, and then calls `then`, even if Redis can't perform the
    /// batch. The store reports no more events. Calls `then` at once if the store is not in Redis,
    /// or has failed.
    func finishLastRedisBatch(then: @escaping () -> Void) {
        guard case .redis(let redis, let shard, _) = backend, failure == nil else { return then() }
        onReport = { _ in }
        // Batches are performed in their order.
        redis.perform(exchange(&batch, with: StoreBatch()), in: shard) { _ in then() }
    }

    func close() {
        let last = exchange(&batch, with: StoreBatch())
        if case .file(let file) = backend { file.close(afterPerforming: last) }
    }

    /// Frees memory caches. Later reads take longer.
    func freeCaches() {
        if case .file(let file) = backend { file.freeCaches() }
    }
}

extension ServerStore {
    private var isMemory: Bool {
        if case .memory = backend { true } else { false }
    }

    var durability: ShellMeasuredGauges.ReportedDurability {
        switch backend {
        case .memory: .memory
        case .file(let file): file.durability == .powerCut ? .disk : .process
        case .redis(let redis, _, _): redis.durability
        }
    }

    /// The file's format before it was upgraded; nil if it was not.
    var formatBeforeUpgrade: Int? {
        if case .file(let file) = backend { file.formatBeforeUpgrade } else { nil }
    }

    func write(_ write: StoreWrite) -> ImmediateWriteResult {
        guard !isMemory else {
            do throws(MemoryStore.StaleHead) { try contents.store.write(write) } catch {
                return .refused
            }
            return .kept
        }
        guard failure == nil else { return .refused }
        data.recordKeysChanged(by: write)
        batch.append(.write(write))
        return .pending
    }

    func storeUse(of token: SecretDigest, at second: Int) {
        let write = AccountWrite.noteUse(of: token, at: second)
        guard !isMemory else { return _ = contents.accounts.write(write) }
        if failure == nil { batch.append(.accountWrite(write)) }
    }

    /// Performs a change to a user. Reports the answer when the change is durable, or when the
    /// change is lost.
    func changeUser(_ change: UserChange, for asker: Host.Asker) {
        guard !isMemory else {
            let result = contents.accounts.perform(change)
            return onReport(.event(.accountsAnswered(asker, .changed(result))))
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
        guard failure == nil else { return onReport(.event(.unanswered(asker, query))) }
        switch backend {
        case .memory: onReport(.event(.read(asker, contents.store.answer(query))))
        case .file(let file)
        where !data.mayChange(query) && runningBatch?.data.mayChange(query) != true:
            do throws(StorageError) {
                if let answer = try file.answer(query) { onReport(.event(.read(asker, answer))) }
            } catch {
                handleQueryError(error)
                onReport(.event(.unanswered(asker, query)))
            }
        case .redis(let redis, let shard, let shards)
        where query.queriedBucket.map { shards.shard(of: $0.log) != shard } ?? false:
            readFromHomeShard(at: redis, query, for: asker)
        case .file, .redis: enqueue(.query(query), for: asker)
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
        guard failure == nil else { return onReport(.event(.accountsUnanswered(asker))) }
        switch backend {
        case .memory: onReport(.event(.accountsAnswered(asker, contents.accounts.answer(query))))
        case .file(let file) where !data.hasAccounts && runningBatch?.data.hasAccounts != true:
            do throws(StorageError) {
                if let answer = try file.answer(query) {
                    onReport(.event(.accountsAnswered(asker, answer)))
                }
            } catch {
                handleQueryError(error)
                onReport(.event(.accountsUnanswered(asker)))
            }
        case .file, .redis: enqueue(.accountQuery(query), for: asker)
        }
    }

    private func enqueue(_ entry: StoreBatchEntry, for asker: Host.Asker) {
        batch.append(entry)
        askers.append(asker)
    }

    private func handleQueryError(_ error: StorageError) {
        onReport(.unreadable(error))
        recordIfDamage(error)
        if case .disk = error { fail(because: error) }
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
        switch backend {
        case .memory: break
        case .file(let file): file.perform(batch, then: finish)
        case .redis(let redis, let shard, _): redis.perform(batch, in: shard, then: finish)
        }
    }

    private func complete(
        _ runningBatch: RunningBatch, _ batch: StoreBatch, _ outcome: StoreBatchResult
    ) {
        self.runningBatch = nil
        longestCommit = max(longestCommit, Loop.preciseNow - runningBatch.start)
        for case .store(let error) in outcome.refused.values { recordIfDamage(error) }
        onReport(.done(runningBatch.number, outcome))
        var number = 0
        for entry in batch.entries where entry.isAnswered {
            passAnswer(outcome.answers[number], to: runningBatch.askers[number], entry)
            number += 1
        }
        if let failure = outcome.failure { fail(because: failure) }
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

/// The failure of the store, and the events of its file.
extension ServerStore {
    func startCheckpointIfLogIsLong() {
        if case .file(let file) = backend, failure == nil { file.startCheckpointIfLogIsLong() }
    }

    /// Records the failure of the store, and opens the file again, or reports `gone` for a store in
    /// Redis. Does nothing if the store has already failed.
    private func fail(because error: StorageError) {
        guard failure == nil else { return }
        failure = error
        switch backend {
        case .memory: break
        case .file(let file): file.reopen()
        case .redis: onReport(.gone(error))
        }
    }

    private func handle(_ event: ServerStoreFile.FileEvent) {
        switch event {
        case .checkpointFailed(let error): onReport(.checkpointFailed(error))
        case .unusable(let error): fail(because: error)
        case .reopened(let error):
            failure = error
            if error == nil { damage = nil }
            onReport(.reopened(error))
        }
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
