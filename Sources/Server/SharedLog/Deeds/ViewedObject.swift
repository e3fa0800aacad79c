package import SimperiumWire

/// An object of a log's user that others may have, too, and that somebody has open.
package struct ViewedObject: Hashable, Sendable {
    package let bucket: BucketName
    package let key: ObjectKey

    package init(_ key: ObjectKey, in bucket: BucketName) {
        self.bucket = bucket
        self.key = key
    }

    /// As the engine calls it: neither name has a space in it.
    var engineText: String { "\(bucket.text) \(key.text)" }
}
