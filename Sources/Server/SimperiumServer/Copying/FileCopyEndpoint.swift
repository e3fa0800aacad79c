import SimperiumLoop
import SimperiumStore
import SimperiumWire

/// A file that is copied, or that becomes the copy of another store. Until a copy is complete, the
/// file has a temporary name.
final class FileCopyEndpoint: StoreCopyEndpoint {
    private static let partsPerCommit = 1_000
    private static let bytesPerCommit = 8 << 20

    private let path: String
    private let draft: String
    /// The path of the upgraded copy of an original of an older format.
    private let upgradedCopy: String
    private var store: HubStore?
    /// An original of an older format, which stays locked while its copy is read; otherwise nil.
    private var olderOriginal: Database?
    private var uncommitted = (parts: 0, bytes: 0)

    init(_ path: String) {
        self.path = path
        draft = path + ".unfinished"
        upgradedCopy = path + ".upgraded-copy"
    }

    func open(then: @escaping (CopyResult<UInt32>) -> Void) {
        then(openStore())
    }

    /// Opens the original. A file of an older format is not upgraded, because an older program
    /// could not use it any more: a temporary copy is upgraded and read in its place.
    private func openStore() -> CopyResult<UInt32> {
        guard !FileSystem.isMissing(path) else { return .failed(StoreCopyWords.missing(path)) }
        do throws(StorageError) {
            olderOriginal = try Database.lockAndCopyIfOlder(path, .hub, to: upgradedCopy)
            let store = try HubStore(.file(olderOriginal == nil ? path : upgradedCopy))
            if try store.hasDuePendingInserts() { return .failed(StoreCopyWords.debts) }
            let epoch = try store.lastEpoch()
            self.store = consume store
            return .success(epoch)
        } catch {
            return .failed(error == .locked ? StoreCopyWords.inUse(path) : "\(error)")
        }
    }

    func read(_ query: StoreCopyQuery, then: @escaping (CopyResult<StoreCopyQueryAnswer>) -> Void) {
        do throws(StorageError) {
            guard let answer = try store?.read(query) else { return }
            then(.success(answer))
        } catch {
            then(.failed("\(error)"))
        }
    }

    func close(then: @escaping () -> Void) {
        store = nil
        if olderOriginal != nil { Database.removeWithLog(upgradedCopy) }
        olderOriginal = nil
        then()
    }

    func begin(above epoch: UInt32, then: @escaping (CopyResult<Void>) -> Void) {
        then(createDraft(above: epoch))
    }

    private func createDraft(above epoch: UInt32) -> CopyResult<Void> {
        guard !FileSystem.exists(path) else {
            return .failed(StoreCopyWords.notEmptyAndUnchanged(path))
        }
        do {
            for file in ["", "-wal", "-shm"].map({ draft + $0 }) where FileSystem.exists(file) {
                try WholeFile.remove(file)
            }
            let store = try HubStore(.file(draft))
            try store.raiseEpoch(toAtLeast: epoch)
            self.store = consume store
            return .success(())
        } catch {
            return .failed("\(error)")
        }
    }

    func store(_ part: StoreCopyPart, then: @escaping (CopyResult<Void>) -> Void) {
        do {
            try store?.store(part)
            uncommitted.parts += 1
            uncommitted.bytes += part.size
            if uncommitted.parts >= Self.partsPerCommit
                || uncommitted.bytes >= Self.bytesPerCommit
            {
                uncommitted = (0, 0)
                try store?.commitAndMoveRecent()
            }
            then(.success(()))
        } catch {
            then(.failed(reason(of: error)))
        }
    }

    func complete(then: @escaping (CopyResult<Void>) -> Void) {
        then(renameCompleteDraft())
    }

    private func renameCompleteDraft() -> CopyResult<Void> {
        do {
            try store?.recordSharedCopyPositions()
            try store?.commitAndMoveRecent()
            // SQLite also moves the log into the file when it closes the file, but then reports no
            // failure.
            try store?.checkpoint()
            store = nil
            // The log remains if another program reads the file, and may then contain a part of the
            // data.
            guard !FileSystem.exists(draft + "-wal") else {
                return .failed(StoreCopyWords.inUseByReader(draft))
            }
            try WholeFile.renameIfPresent(draft, to: path)
            return .success(())
        } catch {
            return .failed(reason(of: error))
        }
    }

    private func reason(of error: any Error) -> String {
        (error as? WriteRefusal)?.words ?? "\(error)"
    }

    func abandon() {
        store = nil
    }
}
