/// What a change to a shared object, or to whom it is shared with, comes to in the buckets of those
/// with whom it is shared.
package struct Mirroring: Hashable, Codable, Sendable {
    /// A change in one of these buckets, behind whatever is there.
    package struct Entry: Hashable, Codable, Sendable {
        package let bucket: BucketID
        package let change: StoredChange
        package let entity: StoredEntity
        package let outdated: [EntityVersion]
        /// Whether it begins there, so that nothing is known of an object that had the key.
        package let isFirst: Bool

        package init(
            _ change: StoredChange, making entity: StoredEntity, in bucket: BucketID,
            outdated: [EntityVersion] = [], isFirst: Bool = false
        ) {
            self.bucket = bucket
            self.change = change
            self.entity = entity
            self.outdated = outdated
            self.isFirst = isFirst
        }
    }

    /// The owner's.
    package let bucket: BucketID
    package let key: ObjectKey
    /// The last change in the owner's bucket. If it is another, nothing is done.
    package let head: Ordinal
    /// With whom the object is shared from now on.
    package let sharing: Sharing?
    package let entries: [Entry]

    package init(
        of key: ObjectKey, in bucket: BucketID, at head: Ordinal, _ sharing: Sharing?,
        _ entries: [Entry]
    ) {
        self.bucket = bucket
        self.key = key
        self.head = head
        self.sharing = sharing
        self.entries = entries
    }
}
