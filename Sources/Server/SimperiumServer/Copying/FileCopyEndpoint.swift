import SimperiumLoop
import SimperiumStore
import SimperiumWire

/// A file that is copied, or that becomes the copy of another store.
final class FileCopyEndpoint: StoreCopyEndpoint {
    private static let partsPerCommit = 1_000
    private static let bytesPerCommit = 8 << 20
    private static let ending = ".unfinished"
    private static let upgradedEnding = ".upgraded-copy"

    let name: String
    private var role = StoreCopyRole.original
    private var store: HubStore?
    /// An original of an older format, which stays locked while its copy is read; otherwise nil.
    private var olderOriginal: Database?
    /// The path of the upgraded copy of `olderOriginal`; nil if there is none.
    private var upgradedPath: String?
    private var uncommitted = (parts: 0, bytes: 0)

    init(_ path: String) {
        name = path
    }

    func openOriginalOrBeginCopy(
        as role: StoreCopyRole, above epoch: UInt32, then: @escaping (CopyResult<UInt32>) -> Void
    ) {
        self.role = role
        switch role {
        case .original: then(openOriginal())
        case .copy: then(createCopy(aboveEpoch: epoch))
        }
    }

    /// Opens the original. A file of an older format is not upgraded, because an older program
    /// could not use it any more: a temporary copy is upgraded and read in its place.
    private func openOriginal() -> CopyResult<UInt32> {
        guard !FileSystem.isMissing(name) else { return failed(StoreCopyWords.missing(name)) }
        do throws(StorageError) {
            let copyPath = name + Self.upgradedEnding
            if let original = try Database.lockAndCopyIfOlder(name, .hub, to: copyPath) {
                olderOriginal = consume original
                upgradedPath = copyPath
            }
            let store = try HubStore(.file(upgradedPath ?? name))
            if try store.hasDuePendingInserts() { return failed(StoreCopyWords.debts) }
            let epoch = try store.lastEpoch()
            self.store = consume store
            return .success(epoch)
        } catch {
            return failed(error == .locked ? StoreCopyWords.inUse(name) : "\(error)")
        }
    }

    /// Creates the copy under a temporary name. Fails if a file with the final name exists.
    /// `completeAndRelease` gives the file its final name.
    private func createCopy(aboveEpoch epoch: UInt32) -> CopyResult<UInt32> {
        guard !FileSystem.exists(name) else {
            return failed(StoreCopyWords.notEmptyAndUnchanged(name))
        }
        do {
            for path in ["", "-wal", "-shm"].map({ name + Self.ending + $0 })
            where FileSystem.exists(path) {
                try WholeFile.remove(path)
            }
            let store = try HubStore(.file(name + Self.ending))
            try store.raiseEpoch(toAtLeast: epoch)
            self.store = consume store
            return .success(epoch)
        } catch {
            return failed("\(error)")
        }
    }

    func read(_ query: StoreCopyQuery, then: @escaping (CopyResult<StoreCopyQueryAnswer>) -> Void) {
        do throws(StorageError) {
            guard let answer = try store?.read(query) else { return }
            then(.success(answer))
        } catch {
            then(failed("\(error)"))
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
            then(failed("\(error)"))
        }
    }

    func completeAndRelease(then: @escaping (CopyResult<Void>) -> Void) {
        guard role == .copy else {
            closeRemovingUpgradedCopy()
            return then(.success(()))
        }
        do {
            try store?.recordSharedCopyPositions()
            try store?.commitAndMoveRecent()
            // SQLite also moves the log into the file when it closes the file, but then reports no
            // failure.
            try store?.checkpoint()
            store = nil
            // The log remains if another program reads the file, and may then contain a part of the
            // data.
            guard !FileSystem.exists(name + Self.ending + "-wal") else {
                return then(failed(StoreCopyWords.inUseByReader(name + Self.ending)))
            }
            try WholeFile.renameIfPresent(name + Self.ending, to: name)
            then(.success(()))
        } catch {
            then(failed("\(error)"))
        }
    }

    func closeWithoutCompleting(then: @escaping () -> Void) {
        closeRemovingUpgradedCopy()
        then()
    }

    private func closeRemovingUpgradedCopy() {
        store = nil
        if let upgradedPath { Database.removeWithLog(upgradedPath) }
        upgradedPath = nil
        olderOriginal = nil
    }
}
