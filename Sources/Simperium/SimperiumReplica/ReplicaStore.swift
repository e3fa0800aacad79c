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

/// The buckets of an account in a file that only this program opens. `AccountCopyFile` adds a lock.
package final class ReplicaStoreFile: ReplicaStore {
    private var store: ClientStore
    private let account: String
    /// The client id of this installation. The file must not be copied to another device, because
    /// each device needs its own client id.
    package let clientID: ClientID

    /// Opens the file, or creates it. `account` keeps the buckets of several accounts apart.
    package init(_ path: String, account: String = "") throws(StorageError) {
        let store = try ClientStore(.file(path))
        clientID = try store.clientID(orStoring: .random())
        self.store = store
        self.account = account
    }

    package func load(_ bucket: BucketName) throws(StorageError) -> StoredReplicaBucket {
        try store.load(ReplicaBucketID(account: account, bucket: bucket))
    }

    package func commit(_ edits: [BucketStoreEdits]) throws(StorageError) {
        for edit in edits {
            try store.write(edit.edits, to: ReplicaBucketID(account: account, bucket: edit.bucket))
        }
        try store.commit()
    }
}
