import SimperiumReplica
import SimperiumStore
import SimperiumWire

/// A store in memory that outlives the programs that use it, and fails on request.
final class InMemoryReplicaStore: ReplicaStore {
    private(set) var buckets: [BucketName: StoredReplicaBucket] = [:]
    var error: StorageError?

    func load(_ bucket: BucketName) throws(StorageError) -> StoredReplicaBucket {
        if let error { throw error }
        return buckets[bucket] ?? StoredReplicaBucket()
    }

    func commit(_ edits: [BucketStoreEdits]) throws(StorageError) {
        if let error { throw error }
        for edit in edits { buckets[edit.bucket, default: StoredReplicaBucket()].apply(edit.edits) }
    }
}
