package import SimperiumLoop
package import SimperiumWire

/// A server's file on a separate thread, so that the server's loop never waits for the disk.
///
/// Batches are performed in order. Each result is delivered on the caller's loop.
package final class StoreThread {
    private let thread: LoopThread<HubStoreActor>
    private let loop: Loop

    /// The epoch that began when the file was opened. The hub numbers its changes within this
    /// epoch.
    package var epoch: UInt32 { thread.rootActor.epoch }
    /// The file's format before it was upgraded; nil if it was not.
    package var formatBeforeUpgrade: Int? { thread.rootActor.formatBeforeUpgrade }

    /// Opens the file and begins an epoch in it. Results are delivered on `loop`.
    package init(
        _ path: String, surviving durability: Database.Durability, epochAtLeast least: UInt32,
        limits: MinimumStoredHistory = MinimumStoredHistory(), for loop: Loop
    ) throws(StorageError) {
        self.loop = loop
        do {
            thread = try LoopThread { loop in
                try HubStoreActor(path, durability, limits, epochAtLeast: least, on: loop)
            } beforeClose: {
                $0.assumeIsolated { $0.close() }
            }
        } catch let error as StorageError {
            throw error
        } catch {
            throw .library(reason: "\(error)")
        }
    }

    package func perform(_ batch: StoreBatch, then take: @escaping (StoreBatchResult) -> Void) {
        runOnStoreThread({ $0.perform(batch) }, then: take)
        // The clients do not wait for this move.
        thread.loop.perform { [store = thread.rootActor] in
            store.assumeIsolated { $0.moveRecentToLogIfMany() }
        }
    }

    /// Makes a checkpoint on the store's thread, and passes the checkpoint's error or nil to
    /// `take`. Call this soon after a checkpoint on another thread, which leaves few pages to copy.
    /// Later writes can then overwrite the write-ahead log from its beginning.
    package func checkpoint(then take: @escaping (StorageError?) -> Void) {
        runOnStoreThread({ $0.checkpoint() }, then: take)
    }

    /// Closes the file without a checkpoint, and opens it again. Does neither if the file is no
    /// longer at its path. Passes `take` the error that keeps the file from being used, or nil.
    package func reopen(then take: @escaping (StorageError?) -> Void) {
        runOnStoreThread({ $0.reopen() }, then: take)
    }

    /// Passes `take` an error if the file is no longer at its path; otherwise nil.
    package func checkFilePath(then take: @escaping (StorageError?) -> Void) {
        runOnStoreThread({ $0.isInPlace ? nil : .moved }, then: take)
    }

    package func freeCachedPages() {
        thread.loop.perform { [store = thread.rootActor] in
            store.assumeIsolated { $0.freeCachedPages() }
        }
    }

    private func runOnStoreThread<Result: Sendable>(
        _ work: @escaping @Sendable (isolated HubStoreActor) -> Result,
        then take: @escaping (Result) -> Void
    ) {
        // Only the loop's own thread uses `take`, before the work and after it.
        let take = UncheckedSendableBox(take)
        thread.loop.perform { [store = thread.rootActor, loop] in
            let result = store.assumeIsolated { work($0) }
            loop.perform { take.value(result) }
        }
    }
}

/// The actor that owns the store. It runs on the store's thread.
private actor HubStoreActor {
    private let path: String
    private let durability: Database.Durability
    private let limits: MinimumStoredHistory
    private let loop: Loop
    private var store: HubStore?
    /// The reason why the store can't be used; nil if the store can be used.
    private var failure: StorageError?
    /// The file that was opened. A write is acknowledged only if the path still leads to this file.
    private let file: FileIdentity
    let epoch: UInt32
    let formatBeforeUpgrade: Int?

    init(
        _ path: String, _ durability: Database.Durability, _ limits: MinimumStoredHistory,
        epochAtLeast least: UInt32, on loop: Loop
    ) throws(StorageError) {
        self.path = path
        self.durability = durability
        self.limits = limits
        self.loop = loop
        let store = try HubStore(.file(path), surviving: durability, limits: limits)
        try store.database.halveCacheMemory()
        formatBeforeUpgrade = store.formatBeforeUpgrade
        epoch = try store.beginEpoch(atLeast: least)
        guard let file = FileIdentity(path) else { throw .moved }
        self.file = file
        self.store = consume store
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    var isInPlace: Bool { FileIdentity(path) == file }

    func perform(_ batch: StoreBatch) -> StoreBatchResult {
        if let failure { return StoreBatchResult(of: batch, because: failure) }
        let outcome = store?.perform(batch)
        guard isInPlace else { return StoreBatchResult(of: batch, because: .moved) }
        return outcome ?? StoreBatchResult(of: batch, because: .locked)
    }

    /// Moves the recent changes to the log if there are many. If the disk fails, all batches fail
    /// until `reopen` succeeds.
    func moveRecentToLogIfMany() {
        guard failure == nil else { return }
        do throws(WriteRefusal) { try store?.moveRecentToLogIfMany() } catch {
            if case .store(let error) = error, error.isDiskFailure { failure = error }
        }
    }

    /// Makes a checkpoint, unless the store has already failed. Returns the error of the checkpoint
    /// or the earlier failure; nil after a success.
    func checkpoint() -> StorageError? {
        guard failure == nil else { return failure }
        do throws(StorageError) { try store?.checkpoint() } catch {
            if error.isDiskFailure { failure = error }
            return error
        }
        return nil
    }

    func reopen() -> StorageError? {
        // The open file may be the only copy, and a different file at the path is not this
        // server's.
        guard isInPlace else { return .moved }
        store?.keepLogOnClose()
        store = nil
        do throws(StorageError) {
            store = try HubStore.reopenIfUndamaged(path, surviving: durability, limits: limits)
            try store?.database.halveCacheMemory()
            failure = nil
        } catch {
            failure = error
        }
        return failure
    }

    func freeCachedPages() { store?.freeCachedPages() }

    func close() { store = nil }
}
