internal import SimperiumStore
package import SimperiumWire

/// The storage of durable buckets between the runs of a program.
package protocol ReplicaStore: AnyObject {
    /// Returns the stored state of a bucket; an empty state if the bucket was never stored.
    func load(_ bucket: BucketName) throws(StorageError) -> StoredReplicaBucket

    /// Writes all edits in their order, or throws and writes none. The edits are on disk when the
    /// function returns.
    func commit(_ edits: [BucketStoreEdits]) throws(StorageError)
}

/// The edits that one event made to the stored state of one bucket.
package struct BucketStoreEdits: Hashable, Sendable {
    package let bucket: BucketName
    package let edits: [ReplicaStoreEdit]

    package init(_ edits: [ReplicaStoreEdit], of bucket: BucketName) {
        self.bucket = bucket
        self.edits = edits
    }
}
