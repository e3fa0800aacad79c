/// An object that is to be inserted into a bucket because of something that happened in another
/// log.
///
/// It is noted together with what brought it about, and struck off once it is there: so it is there
/// once, whenever the server ends.
package struct OwedObject: Hashable, Codable, Sendable {
    package let bucket: BucketID
    package let key: ObjectKey
    /// As compact JSON.
    package let object: [UInt8]
    /// False of what is kept for somebody who has no such bucket yet, until it is assigned.
    package let isDue: Bool

    package init(bucket: BucketID, key: ObjectKey, object: [UInt8], isDue: Bool = true) {
        self.bucket = bucket
        self.key = key
        self.object = object
        self.isDue = isDue
    }
}
