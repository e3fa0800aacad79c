package import SimperiumWire

/// What one connection owns in a log by presence, on all its channels.
///
/// A guard judges by what a connection owns in one bucket what it may do in another.
package struct Belongings: Equatable, Sendable {
    /// The keys of one channel. They are the lease's own list, which nothing else is done to while
    /// a guard looks at it, so that none is copied.
    private struct Share: Equatable {
        let bucket: BucketName
        let keys: OrderedKeys<ObjectKey>
    }

    private var shares: [Share] = []
    /// The user whom the connection belongs to, whatever its channels are of.
    package var account: UserID?

    package init() {}

    mutating func add(_ keys: OrderedKeys<ObjectKey>, in bucket: BucketName) {
        if !keys.isEmpty { shares.append(Share(bucket: bucket, keys: keys)) }
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

    /// All that is the connection's in a bucket.
    package func keys(in bucket: BucketName) -> [ObjectKey] {
        shares.filter { $0.bucket == bucket }.flatMap(\.keys.all)
    }

    /// What was inserted first.
    package func first(in bucket: BucketName) -> ObjectKey? {
        shares.first { $0.bucket == bucket }?.keys.first
    }
}
