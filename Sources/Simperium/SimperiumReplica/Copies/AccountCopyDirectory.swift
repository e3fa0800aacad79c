internal import SimperiumLoop
internal import SimperiumStore
package import SimperiumWire

/// The folder with one user's copies of an account. Each running program has its own copy with its
/// own client id, so that no program waits for another.
///
/// All functions block on the disk.
package struct AccountCopyDirectory: Sendable {
    package enum OpenResult: Sendable {
        /// A copy with its stored state. `damaged` are the paths of damaged copies, which were
        /// renamed and replaced.
        case copy(AccountCopyFile, [BucketName: StoredReplicaBucket], damaged: [String])
        /// Other programs have locked all copies, or the copies belong to a newer version or to
        /// another program.
        case allTaken
        case lockless
        /// The folder can't be created, or a copy can't be created, opened or read.
        case unusable(StorageError)
    }

    private let path: String
    private let names: [String]
    private let buckets: [BucketName]

    package init(_ path: String, names: [String], of buckets: [BucketName]) {
        self.path = path
        self.names = names
        self.buckets = buckets
    }

    /// Opens the first copy that no other program holds. Creates the copy if it is missing, and
    /// replaces it if it is damaged.
    package func openFirstFreeCopy() -> OpenResult {
        do throws(LibraryError) {
            try FileSystem.makePrivateDirectories(path)
        } catch {
            return .unusable(.library(reason: "\(error)"))
        }
        var damaged: [String] = []
        for copy in copies {
            switch try? LockedFile.lockOrCreate(copy + Self.lockSuffix) {
            case .held(let lock):
                do throws(StorageError) {
                    let (file, stored) = try openReplacingIfDamaged(copy, lock, listing: &damaged)
                    return .copy(file, stored, damaged: damaged)
                } catch {
                    switch error {
                    case .locked, .newer, .foreign: continue
                    case .full, .readOnly, .damaged, .damagedRow, .moved, .disk, .library, .fenced,
                        .lost, .outOfMemory, .redis:
                        return .unusable(error)
                    }
                }
            case .lockless: return .lockless
            case .taken: continue
            case .nothing, .unsafe, nil: return .unusable(.readOnly)
            }
        }
        return .allTaken
    }

    /// Opens the first free copy with edits that the hub has neither confirmed nor refused. Returns
    /// nil if there is no such copy. Skips copies that can't be opened.
    package func openFirstUnsentCopy() -> UnsentAccountCopy? {
        for copy in copies {
            guard FileSystem.isReadable(copy),
                case .held(let lock)? = try? LockedFile.lockOrCreate(copy + Self.lockSuffix),
                let (file, stored) = try? openAndLoad(copy, lock)
            else { continue }
            if stored.values.contains(where: \.isUnsent) { return UnsentAccountCopy(file, stored) }
        }
        return nil
    }

    /// Returns the contents of all copies that can be read, in the order of `names`. A copy that
    /// another program has open is read from that program's socket. Changes no copy.
    package func readCopiesOfAllPrograms() -> [ClosedOrOpenAccountCopy] {
        copies.compactMap { copy in
            guard FileSystem.isReadable(copy) else { return nil }
            let time = [copy, copy + "-wal"].compactMap { FileSystem.modificationTime(of: $0) }
                .max()
            if case .held(let lock)? = try? LockedFile.lockOrCreate(copy + Self.lockSuffix) {
                guard let (file, stored) = try? openAndLoad(copy, lock) else { return nil }
                file.close()
                return .closed(stored, writtenAt: time ?? 0)
            }
            return LocalSocket.connectAndRead(
                from: AccountCopySocketServer.socketPath(of: copy),
                limit: ClosedOrOpenAccountCopy.longest
            )
            .map { .open($0, writtenAt: time ?? 0) }
        }
    }

    package func removeFreeCopies() {
        for copy in copies {
            guard FileSystem.isReadable(copy) || FileSystem.isReadable(copy + Self.lockSuffix),
                case .held(let lock)? = try? LockedFile.lockOrCreate(copy + Self.lockSuffix)
            else { continue }
            AccountCopyFile.remove(copy)
            try? WholeFile.remove(AccountCopySocketServer.socketPath(of: copy))
            try? lock.remove()
        }
    }

    private static let lockSuffix = ".lock"

    private var copies: [String] { names.map { "\(path)/\($0)" } }

    /// Opens a copy. If the copy is damaged, renames it, adds its path to `damaged`, and creates a
    /// new copy, which the hub fills again.
    private func openReplacingIfDamaged(
        _ copy: String, _ lock: LockedFile, listing damaged: inout [String]
    ) throws(StorageError) -> (AccountCopyFile, [BucketName: StoredReplicaBucket]) {
        do throws(StorageError) {
            return try openAndLoad(copy, lock)
        } catch {
            guard case .damaged = error else { throw error }
            AccountCopyFile.renameDamaged(copy)
            damaged.append(copy)
            return try openAndLoad(copy, lock)
        }
    }

    private func openAndLoad(
        _ copy: String, _ lock: LockedFile
    ) throws(StorageError) -> (AccountCopyFile, [BucketName: StoredReplicaBucket]) {
        let file = try AccountCopyFile(copy, lock)
        var stored: [BucketName: StoredReplicaBucket] = [:]
        for bucket in buckets { stored[bucket] = try file.load(bucket) }
        return (file, stored)
    }
}

extension StoredReplicaBucket {
    /// True if there is an edit that the hub has neither confirmed nor refused.
    fileprivate var isUnsent: Bool {
        objects.values.contains { $0.inFlight != nil || $0.draft != nil && $0.refusal == nil }
    }
}

/// A copy with edits that another run of the program could not send, and the copy's stored state.
package final class UnsentAccountCopy: ReplicaStore, Sendable {
    package let file: AccountCopyFile
    package let stored: [BucketName: StoredReplicaBucket]

    init(_ file: AccountCopyFile, _ stored: [BucketName: StoredReplicaBucket]) {
        self.file = file
        self.stored = stored
    }

    package func load(_ bucket: BucketName) throws(StorageError) -> StoredReplicaBucket {
        stored[bucket] ?? StoredReplicaBucket()
    }

    package func commit(_ edits: [BucketStoreEdits]) throws(StorageError) {
        try file.commit(edits)
    }
}
