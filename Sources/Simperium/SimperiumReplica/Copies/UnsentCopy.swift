internal import SimperiumStore
package import SimperiumWire

/// A copy with edits that another run of the program could not send, and its stored state.
package final class UnsentCopy: ReplicaStore, Sendable {
    package let file: CopyFile
    package let stored: [BucketName: StoredReplica]

    init(_ file: CopyFile, _ stored: [BucketName: StoredReplica]) {
        self.file = file
        self.stored = stored
    }

    package func load(_ bucket: BucketName) throws(StorageError) -> StoredReplica {
        stored[bucket] ?? StoredReplica()
    }

    package func commit(_ edits: [BucketEdits]) throws(StorageError) {
        try file.commit(edits)
    }
}
