/// A pending insert: an object that must be inserted into a bucket because of a change in another
/// log.
///
/// It is stored together with that change, and deleted once the object is in its bucket. So the
/// object is inserted exactly once, even if the server stops in between.
package struct PendingCrossLogInsert: Hashable, Codable, Sendable {
    package let bucket: BucketID
    package let key: ObjectKey
    /// The object as compact JSON.
    package let object: [UInt8]
    /// False while the user that the object is for does not exist yet. `assign` makes the insert
    /// due.
    package let isDue: Bool

    package init(bucket: BucketID, key: ObjectKey, object: [UInt8], isDue: Bool = true) {
        self.bucket = bucket
        self.key = key
        self.object = object
        self.isDue = isDue
    }
}
