internal import SimperiumLoop
package import SimperiumWire

/// A copy of an account's buckets in a file. This program holds the file's lock until the value is
/// closed or released, so no other program opens the file.
///
/// Several threads may use it, one at a time; a `DiskQueue` ensures that.
package final class AccountCopyFile: Sendable {
    /// The client id that belongs to the file. No two files have the same id.
    package let clientID: ClientID
    let path: String
    /// The store; nil once the file is closed.
    private let store: UncheckedSendableBox<ReplicaStoreFile?>
    /// The file's lock. It is released after the store, so that the next program finds the file
    /// closed.
    private let hold: UncheckedSendableBox<LockedFile?>

    init(_ path: String, _ hold: LockedFile) throws(StorageError) {
        self.path = path
        // SQLite would make a new file readable by other users. SQLite accepts an empty file as a
        // new one.
        if !FileSystem.isReadable(path) { _ = try? NewFile(path) }
        let store = try ReplicaStoreFile(path)
        clientID = store.clientID
        self.store = UncheckedSendableBox(store)
        self.hold = UncheckedSendableBox(hold)
    }

    deinit {
        close()
    }

    package func load(_ bucket: BucketName) throws(StorageError) -> StoredReplicaBucket {
        guard let store = store.value else { throw .locked }
        return try store.load(bucket)
    }

    /// Writes all edits in their order, or throws and writes none. The edits are on disk when the
    /// function returns. Throws `locked` after `close`.
    package func commit(_ edits: [BucketStoreEdits]) throws(StorageError) {
        guard let store = store.value else { throw .locked }
        try store.commit(edits)
    }

    /// Closes the file, so that other programs can open it.
    package func close() {
        store.value = nil
        hold.value = nil
    }

    /// Closes and deletes the file, and deletes its lock.
    package func remove() {
        store.value = nil
        Self.remove(path)
        try? hold.value?.remove()
        hold.value = nil
    }

    /// Removes a database file, and the files of its last writes, which SQLite keeps beside it.
    static func remove(_ path: String) {
        for end in ["", "-wal", "-shm", "-journal"] { try? WholeFile.remove(path + end) }
    }

    /// Renames a damaged file and its write-ahead log, so that they are not opened again.
    static func renameDamaged(_ path: String) {
        for end in ["-wal", ""] {
            try? WholeFile.renameIfPresent(path + end, to: "\(path).bad\(end)")
        }
    }
}
