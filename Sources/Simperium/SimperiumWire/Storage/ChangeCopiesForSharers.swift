/// The copies of a change to a shared object, or to its sharing, in the buckets of the users that
/// it is shared with.
package struct ChangeCopiesForSharers: Hashable, Codable, Sendable {
    /// A change to a copy of the object. It is appended unconditionally.
    package struct SharedCopyChange: Hashable, Codable, Sendable {
        package let bucket: BucketID
        package let change: StoredChange
        package let entity: StoredEntity
        package let outdated: [EntityVersion]
        /// True if the change creates the copy. The history of an earlier object with the key is
        /// then removed.
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

    /// The owner's bucket.
    package let bucket: BucketID
    package let key: ObjectKey
    /// The last change in the owner's bucket. If the bucket's head differs, nothing is written.
    package let head: SequenceNumber
    /// The new list of users that the object is shared with; nil if it is no longer shared.
    package let sharing: Sharing?
    package let entries: [SharedCopyChange]

    package init(
        of key: ObjectKey, in bucket: BucketID, at head: SequenceNumber, _ sharing: Sharing?,
        _ entries: [SharedCopyChange]
    ) {
        self.bucket = bucket
        self.key = key
        self.head = head
        self.sharing = sharing
        self.entries = entries
    }
}
