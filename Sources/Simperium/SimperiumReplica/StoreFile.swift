package import SimperiumStore
package import SimperiumWire

/// The buckets of one account in a file that this program alone has open.
package final class StoreFile: ReplicaStore {
    private var store: ClientStore
    private let account: String
    /// Who this installation is to hubs. The file is for one device: of two with the same name,
    /// each would take the other's changes for its own.
    package let clientID: ClientID

    /// Opens the file, or makes it. `account` tells whose buckets these are, if a program keeps
    /// those of several.
    package init(_ path: String, account: String = "") throws(StorageError) {
        let store = try ClientStore(.file(path))
        clientID = try store.clientID(orNew: .random())
        self.store = store
        self.account = account
    }

    package func load(_ bucket: BucketName) throws(StorageError) -> StoredReplica {
        try store.load(ReplicaID(account: account, bucket: bucket))
    }

    package func commit(_ edits: [BucketEdits]) throws(StorageError) {
        for edit in edits {
            try store.write(edit.edits, to: ReplicaID(account: account, bucket: edit.bucket))
        }
        try store.commit()
    }
}
