internal import SimperiumLoop
package import SimperiumStore
package import SimperiumWire

/// A file with an account's buckets that this program has hold of: for as long as the value lives
/// no other opens it.
///
/// One thread after the other may use it; a `DiskQueue` sees to that.
package final class CopyFile: Sendable {
    /// Who the file is to the hub. No other file is the same.
    package let clientID: ClientID
    let path: String
    /// Nil once the file is given up.
    private let store: HandedOver<ClientStore?>
    /// Ends after the store: whoever has hold of the file next finds it closed.
    private let hold: HandedOver<HeldFile?>

    init(_ path: String, _ hold: HeldFile) throws(StorageError) {
        self.path = path
        // SQLite would let others read it. An empty file is a new one to it.
        if !Folder.holds(path) { _ = try? NewFile(path) }
        let store = try ClientStore(.file(path))
        clientID = try store.clientID(orNew: .random())
        self.store = HandedOver(consume store)
        self.hold = HandedOver(hold)
    }

    deinit {
        close()
    }

    package func load(_ bucket: BucketName) throws(StorageError) -> StoredReplica {
        guard let stored = try store.value?.load(ReplicaID(account: "", bucket: bucket)) else {
            throw .locked
        }
        return stored
    }

    /// Does all of the edits, in their order, or none. They are on the disk when it returns.
    package func commit(_ edits: [BucketEdits]) throws(StorageError) {
        guard store.value != nil else { throw .locked }
        for edit in edits {
            try store.value?.write(edit.edits, to: ReplicaID(account: "", bucket: edit.bucket))
        }
        try store.value?.commit()
    }

    /// Lets others have it.
    package func close() {
        store.value = nil
        hold.value = nil
    }

    /// Leaves nothing of it.
    package func remove() {
        store.value = nil
        Self.remove(path)
        try? hold.value?.remove()
        hold.value = nil
    }

    /// SQLite keeps what was written last in a second file.
    static func remove(_ path: String) {
        for end in ["", "-wal", "-shm", "-journal"] { try? WholeFile.remove(path + end) }
    }

    /// Gives a file that can't be read another name, by which it is not found again.
    static func setAside(_ path: String) {
        for end in ["-wal", ""] { try? WholeFile.rename(path + end, to: "\(path).bad\(end)") }
    }
}
