internal import SimperiumStore
package import SimperiumWire

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
