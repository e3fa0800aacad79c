package import Records
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A copy of the account's data on this machine, with its age.
package struct AccountDataWithAge: Sendable {
    let buckets: [LocalAccountData.StoredRecordBucket]
    /// For an open copy, the time of the server's last message, if it is known. Otherwise the time
    /// when the file was written.
    let at: ServerTime
    /// True if another program of the user has the copy open.
    let isOpen: Bool

    package init(_ stored: [BucketName: StoredReplicaBucket], writtenAt: ServerTime) {
        buckets = LocalAccountData.StoredRecordBucket.all(in: stored)
        (at, isOpen) = (writtenAt, false)
    }

    /// Creates the copy from the answer of the program that has the copy open; nil if the answer is
    /// not valid, or is about another account.
    package init?(_ answer: [UInt8], of user: String, writtenAt: ServerTime) {
        guard let answer = CopyReplyToOtherProgram(answer), answer.user == user else { return nil }
        buckets = answer.buckets
        (at, isOpen) = (answer.heardAt ?? writtenAt, true)
    }

    /// Returns true if all objects of the bucket were once received from the server.
    fileprivate func hasWholeBucket(_ bucket: RecordBucket) -> Bool {
        buckets.first { $0.bucket == bucket }?.stored.changeVersion != nil
    }

    fileprivate func objects(
        in wanted: [RecordBucket]
    ) -> [(RecordBucket, String, StoredReplicaObject)] {
        buckets.filter { wanted.contains($0.bucket) }.flatMap { bucket in
            bucket.stored.objects.map { (bucket.bucket, $0.key.text, $0.value) }
        }
    }

    package var unsentCount: Int {
        buckets.map { $0.stored.objects.values.count { $0.draft != nil } }.reduce(0, +)
    }
}

/// The reply of a program that has a copy of the account's data open. The reply contains the copy,
/// and is sent to another program of the same user.
package struct CopyReplyToOtherProgram: Hashable, Codable, Sendable {
    private static let version = 1

    private let version: Int
    fileprivate let user: String
    /// The time when the server's last message arrived; nil if none has arrived.
    fileprivate let heardAt: ServerTime?
    fileprivate let buckets: [LocalAccountData.StoredRecordBucket]

    package init(of user: String, heardAt: ServerTime?, _ stored: [BucketName: StoredReplicaBucket])
    {
        version = Self.version
        self.user = user
        self.heardAt = heardAt
        buckets = LocalAccountData.StoredRecordBucket.all(in: stored)
    }

    fileprivate init?(_ bytes: [UInt8]) {
        let limits = JSONLimits(bytes: bytes.count, depth: 64)
        guard let json = try? JSON(parsing: bytes, limits: limits),
            json.object?["version"]?.int == Self.version,
            let answer = try? RecordDecoder().decode(CopyReplyToOtherProgram.self, from: json)
        else { return nil }
        self = answer
    }

    package var bytes: [UInt8] {
        guard let json = try? RecordEncoder().encode(self) else { return [] }
        return json.utf8
    }
}

/// The data of an account for a command: from the server, or otherwise from a copy.
package struct RecordsWithAge: Sendable {
    package enum RecordsAge: Hashable, Sendable {
        case current
        case past(ServerTime)
        /// The server did not answer, and no copy has all of the data.
        case unknown
    }

    package let records: AccountRecords
    package let age: RecordsAge

    /// Creates the data from the server's objects in the wanted buckets. Without an answer of the
    /// server, uses a copy with all objects of these buckets, preferably an open copy, then the
    /// newest. Adds the unsent changes of all copies, without refused changes. If the server
    /// answered, leaves out changes of games.
    package init(
        _ answer: [RecordBucket: [String: JSONObject]]?, or copies: [AccountDataWithAge],
        of wanted: [RecordBucket]
    ) {
        var records = AccountRecords()
        let usable = copies.filter { copy in wanted.allSatisfy(copy.hasWholeBucket) }
        let base = usable.max { ($0.isOpen ? 1 : 0, $0.at) < ($1.isOpen ? 1 : 0, $1.at) }
        if let answer {
            age = .current
            for bucket in wanted {
                for (key, object) in answer[bucket] ?? [:] {
                    records.apply(.put(bucket, key: key, object))
                }
            }
        } else if let base {
            age = .past(base.at)
            for (bucket, key, stored) in base.objects(in: wanted) {
                guard let object = stored.ghost?.object else { continue }
                records.apply(.put(bucket, key: key, object))
            }
        } else {
            age = .unknown
        }
        // The server decides which moves in a game are valid.
        let changed = answer == nil ? wanted : wanted.filter { $0 != .game }
        for (bucket, key, stored) in copies.flatMap({ $0.objects(in: changed) })
        where stored.refusal == nil {
            switch stored.draft {
            case .object(let object): records.apply(.put(bucket, key: key, object))
            case .removal: records.apply(.delete(bucket, key: key))
            case nil: break
            }
        }
        records.sortAfterLoading()
        self.records = records
    }
}
