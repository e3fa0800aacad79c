package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A change that a `ChangeValidator` or a `BucketValidator` must approve. The change has passed all
/// other checks.
package struct ProposedChange: Equatable, Sendable {
    /// The operation on whole objects, without a diff.
    package enum WholeObjectOperation: Hashable, Sendable {
        case insert(JSONObject)
        case modify(from: JSONObject, to: JSONObject)
        case remove(JSONObject)
        /// An `EMPTY` or a `DROP`.
        case removeAll
        /// The author leaves this object, which another user owns.
        case leave(JSONObject)
    }

    package let bucket: BucketID
    package let key: ObjectKey
    package let operation: WholeObjectOperation
    package let author: Author
    /// The author's presence objects in all buckets of the log.
    package let ownedObjects: ConnectionPresenceObjects
    /// The time of the change. The validator compares deadlines with this time only.
    package let stamp: ServerTime
    /// The answer to the validator's `neededQuery`; nil if the validator needs no query.
    package var answer: StoreQueryAnswer?

    package init(
        bucket: BucketID, key: ObjectKey, operation: WholeObjectOperation, author: Author,
        ownedObjects: ConnectionPresenceObjects, stamp: ServerTime
    ) {
        self.bucket = bucket
        self.key = key
        self.operation = operation
        self.author = author
        self.ownedObjects = ownedObjects
        self.stamp = stamp
    }

    package struct Author: Hashable, Sendable {
        package let identity: Identity
        package let clientID: ClientID
        /// The client's connection; nil for a `Caller`.
        package let connection: ConnectionID?
        /// The user that the connection belongs to; nil if there is none. The channel may be
        /// another user's.
        package let account: UserID?

        package init(
            identity: Identity, clientID: ClientID, connection: ConnectionID?,
            account: UserID? = nil
        ) {
            self.identity = identity
            self.clientID = clientID
            self.connection = connection
            self.account = account
        }
    }
}

/// The presence objects of one connection in a log, on all its channels.
///
/// A validator may need objects in one bucket to decide about a change in another bucket.
package struct ConnectionPresenceObjects: Equatable, Sendable {
    /// The keys of one channel's presence objects in a bucket. The set usually shares its storage
    /// with the lease's set, which doesn't change while a validator reads it.
    private struct ChannelKeys: Equatable {
        let bucket: BucketName
        let keys: OrderedSet<ObjectKey>
    }

    private var shares: [ChannelKeys] = []
    /// The user that the connection belongs to; nil if there is none. A channel may be another
    /// user's.
    package var account: UserID?

    package init() {}

    mutating func add(_ keys: OrderedSet<ObjectKey>, in bucket: BucketName) {
        if !keys.isEmpty { shares.append(ChannelKeys(bucket: bucket, keys: keys)) }
    }

    package mutating func add(_ key: ObjectKey, in bucket: BucketName) {
        var keys = OrderedSet<ObjectKey>()
        keys.insert(key)
        add(keys, in: bucket)
    }

    package func count(in bucket: BucketName) -> Int {
        shares.reduce(0) { $0 + ($1.bucket == bucket ? $1.keys.count : 0) }
    }

    package func contains(_ key: ObjectKey, in bucket: BucketName) -> Bool {
        shares.contains { $0.bucket == bucket && $0.keys.contains(key) }
    }

    package func keys(in bucket: BucketName) -> [ObjectKey] {
        shares.filter { $0.bucket == bucket }.flatMap(\.keys.all)
    }

    /// Returns the oldest key of the first channel with objects in a bucket; nil if there is none.
    package func first(in bucket: BucketName) -> ObjectKey? {
        shares.first { $0.bucket == bucket }?.keys.first
    }
}
