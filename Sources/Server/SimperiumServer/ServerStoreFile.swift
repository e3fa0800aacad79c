import SimperiumLoop
import SimperiumStore
import SimperiumWire

/// The file of a `ServerStore`: the thread that writes it, a connection that reads it on the loop,
/// checkpoints, and the attempts to open the file again after a failure.
///
/// The owner decides whether the file can be used. After `unusable`, or after a failed batch or
/// query, the owner calls `reopen`, and sends no query until `reopened` reports a success.
final class ServerStoreFile {
    enum FileEvent {
        case checkpointFailed(StorageError)
        /// The disk has failed, or the file is no longer at its path.
        case unusable(StorageError)
        /// The attempt to open the file again has ended. The error is nil if the attempt succeeded;
        /// otherwise another attempt follows.
        case reopened(StorageError?)
    }

    /// The time between two attempts to open a failed file, and between two checks that the file is
    /// still at its path.
    private static let pause = Duration.seconds(10)
    /// The number of pages in the write-ahead log that causes a checkpoint: 16 MB. SQLite's own
    /// checkpoint in a commit would begin at a much longer log.
    private static let pagesBeforeCheckpoint = 4_000

    let durability: Database.Durability
    /// The epoch that began when the file was opened.
    let epoch: UInt32
    /// The file's format before it was upgraded; nil if it was not.
    let formatBeforeUpgrade: Int?
    var onEvent: (FileEvent) -> Void = { _ in }
    private let path: String
    private let loop: Loop
    /// The thread that writes; nil after `close`.
    private var thread: StoreThread?
    /// The connection that reads; nil from `reopen` to the next success, and after `close`.
    private var reader: HubStore?
    private var pagesLogged = 0
    /// The checkpoint on a pool thread; nil if none is running.
    private var checkpoint: OffloadedWork?
    private var reopenTimer: Timer?
    private var pathCheckTimer: Timer?

    init(
        _ path: String, surviving durability: Database.Durability, epochAtLeast least: UInt32,
        on loop: Loop
    ) throws(StorageError) {
        self.path = path
        self.durability = durability
        self.loop = loop
        let thread = try StoreThread(path, surviving: durability, epochAtLeast: least, for: loop)
        epoch = thread.epoch
        formatBeforeUpgrade = thread.formatBeforeUpgrade
        reader = try HubStore(reading: path)
        self.thread = thread
        pathCheckTimer = Timer(on: loop) { [weak self] in self?.checkPathRepeatedly() }
        pathCheckTimer?.arm(after: Self.pause)
    }

    /// Performs the last writes, and closes the file.
    func close(afterPerforming batch: StoreBatch) {
        reopenTimer = nil
        pathCheckTimer = nil
        if !batch.isEmpty { thread?.perform(batch) { _ in } }
        reader = nil
        thread = nil
    }

    func freeCaches() {
        reader?.freeCachedPages()
        thread?.freeCachedPages()
    }

    func perform(_ batch: StoreBatch, then take: @escaping (StoreBatchResult) -> Void) {
        thread?.perform(batch) { [weak self] outcome in
            self?.pagesLogged = outcome.pagesLogged
            take(outcome)
        }
    }

    /// Answers a query from the committed data; returns nil if the file is closed.
    func answer(_ query: StoreQuery) throws(StorageError) -> StoreQueryAnswer? {
        try reader?.answerWithoutCache(query)
    }

    /// Answers a query from the committed data; returns nil if the file is closed.
    func answer(_ query: AccountQuery) throws(StorageError) -> AccountQueryAnswer? {
        try reader?.answer(query)
    }

    /// Begins a checkpoint if the write-ahead log is long. It runs on a pool thread, because it
    /// waits for the disk longer than the loop, or the thread that commits, may wait.
    func startCheckpointIfLogIsLong() {
        guard checkpoint == nil, pagesLogged >= Self.pagesBeforeCheckpoint else { return }
        checkpoint = loop.offload { [path] () -> StorageError? in
            // Other errors also occur on the thread that commits, which reports them.
            do throws(StorageError) { try HubStore.checkpoint(of: path) } catch {
                return error.isDiskFailure ? error : nil
            }
            return nil
        } then: { [unowned self] error in
            checkpoint = nil
            finishCheckpoint(error)
        }
    }

    /// Has the thread that commits make another checkpoint, which is then short. After a disk
    /// failure, the log may have lost pages, and another checkpoint could damage the file.
    private func finishCheckpoint(_ error: StorageError?) {
        // The file is being opened again.
        guard reader != nil else { return }
        if let error { return reportCheckpointFailure(error) }
        pagesLogged = 0
        thread?.checkpoint { [weak self] error in
            if let error { self?.reportCheckpointFailure(error) }
        }
    }

    private func reportCheckpointFailure(_ error: StorageError) {
        onEvent(.checkpointFailed(error))
        if error.isDiskFailure { onEvent(.unusable(error)) }
    }

    /// Checks periodically that the file is still at its path, so that even a server without writes
    /// notices when the file was moved.
    private func checkPathRepeatedly() {
        thread?.checkFilePath { [weak self] error in
            guard let self else { return }
            if let error { onEvent(.unusable(error)) }
            pathCheckTimer?.arm(after: Self.pause)
        }
    }

    /// Opens the file again, once no checkpoint is running. Repeats this until it succeeds.
    func reopen() {
        reader = nil
        guard checkpoint == nil else { return scheduleReopening(after: .milliseconds(100)) }
        thread?.reopen { [weak self] in self?.finishReopening($0) }
    }

    private func finishReopening(_ error: StorageError?) {
        var error = error
        if error == nil {
            do throws(StorageError) { reader = try HubStore(reading: path) } catch let other {
                error = other
            }
        }
        if error != nil { scheduleReopening(after: Self.pause) }
        onEvent(.reopened(error))
    }

    private func scheduleReopening(after pause: Duration) {
        reopenTimer = Timer(on: loop) { [weak self] in self?.reopen() }
        reopenTimer?.arm(after: pause)
    }
}
