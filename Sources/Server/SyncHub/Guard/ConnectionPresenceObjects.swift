package import SimperiumWire

/// The presence objects of one connection in a log, on all its channels.
///
/// A guard may need objects in one bucket to decide about a change in another bucket.
package struct ConnectionPresenceObjects: Equatable, Sendable {
    /// The keys of one channel. The list is the lease's own and isn't copied, because the lease
    /// doesn't change while a guard reads it.
    private struct ChannelKeys: Equatable {
        let bucket: BucketName
        let keys: OrderedKeys<ObjectKey>
    }

    private var shares: [ChannelKeys] = []
    /// The user that the connection belongs to. A channel may be another user's.
    package var account: UserID?

    package init() {}

    mutating func add(_ keys: OrderedKeys<ObjectKey>, in bucket: BucketName) {
        if !keys.isEmpty { shares.append(ChannelKeys(bucket: bucket, keys: keys)) }
    }

    package mutating func add(_ key: ObjectKey, in bucket: BucketName) {
        var keys = OrderedKeys<ObjectKey>()
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

    /// Returns the key that was inserted first in a bucket; nil if there is none.
    package func first(in bucket: BucketName) -> ObjectKey? {
        shares.first { $0.bucket == bucket }?.keys.first
    }
}
