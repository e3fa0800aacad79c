package import SimperiumStore
package import SimperiumWire

/// Where durable buckets are kept from one run of a program to the next.
package protocol ReplicaStore: AnyObject {
    /// What is kept of a bucket: nothing, if it was never kept here.
    func load(_ bucket: BucketName) throws(StorageError) -> StoredReplica

    /// Does all of the edits, in their order, or none. They are on the disk when it returns.
    func commit(_ edits: [BucketEdits]) throws(StorageError)
}

/// What one event made of one bucket.
package struct BucketEdits: Hashable, Sendable {
    package let bucket: BucketName
    package let edits: [ReplicaEdit]

    package init(_ edits: [ReplicaEdit], of bucket: BucketName) {
        self.bucket = bucket
        self.edits = edits
    }
}
