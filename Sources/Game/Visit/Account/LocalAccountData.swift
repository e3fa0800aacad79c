package import Records
internal import SimperiumJSON
package import SimperiumWire

/// A signed-in account, with its data on this machine as it was when the account was loaded.
package struct LocalAccountData: Hashable, Sendable {
    package enum UnsentEditStorage: String, Hashable, Codable, Sendable {
        /// A file that this program has locked.
        case file
        /// Memory only, as for a guest of a door.
        case memory
        /// No storage, because no file could be opened. The account is read-only here.
        case nothing
    }

    package struct StoredRecordBucket: Hashable, Codable, Sendable {
        package let bucket: RecordBucket
        package let stored: StoredReplicaBucket

        package init(_ bucket: RecordBucket, _ stored: StoredReplicaBucket) {
            self.bucket = bucket
            self.stored = stored
        }

        static func all(in stored: [BucketName: StoredReplicaBucket]) -> [StoredRecordBucket] {
            RecordBucket.allCases.compactMap { bucket in
                stored[bucket.name].map { StoredRecordBucket(bucket, $0) }
            }
        }
    }

    package let account: SavedAccount
    /// The client id of this copy. Each copy of an account's data has its own.
    package let clientID: ClientID
    package let keeping: UnsentEditStorage
    package let buckets: [StoredRecordBucket]
    /// The buckets as records. They are read when the copy is created, on another thread.
    package let records: AccountRecords

    package init(
        _ account: SavedAccount, by clientID: ClientID, keeping: UnsentEditStorage,
        _ buckets: [StoredRecordBucket] = []
    ) {
        self.account = account
        self.clientID = clientID
        self.keeping = keeping
        self.buckets = buckets
        var records = AccountRecords()
        for bucket in buckets {
            for (key, stored) in bucket.stored.objects {
                guard let object = stored.shown else { continue }
                records.apply(.put(bucket.bucket, key: key.text, object))
            }
        }
        records.sortAfterLoading()
        self.records = records
    }

    package init(
        _ account: SavedAccount, by clientID: ClientID, keeping: UnsentEditStorage,
        _ stored: [BucketName: StoredReplicaBucket]
    ) {
        self.init(account, by: clientID, keeping: keeping, StoredRecordBucket.all(in: stored))
    }

    func stored(_ bucket: RecordBucket) -> StoredReplicaBucket {
        buckets.first { $0.bucket == bucket }?.stored ?? StoredReplicaBucket()
    }
}

extension LocalAccountData: Codable {
    private enum CodingKeys: CodingKey {
        case account
        case clientID
        case keeping
        case buckets
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(SavedAccount.self, forKey: .account),
            by: try container.decode(ClientID.self, forKey: .clientID),
            keeping: try container.decode(UnsentEditStorage.self, forKey: .keeping),
            try container.decode([StoredRecordBucket].self, forKey: .buckets))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(account, forKey: .account)
        try container.encode(clientID, forKey: .clientID)
        try container.encode(keeping, forKey: .keeping)
        try container.encode(buckets, forKey: .buckets)
    }
}

extension StoredReplicaObject {
    /// The object with its local changes; nil if it was removed.
    fileprivate var shown: JSONObject? {
        switch draft {
        case .object(let object): object
        case .removal: nil
        case nil: ghost?.object
        }
    }
}
