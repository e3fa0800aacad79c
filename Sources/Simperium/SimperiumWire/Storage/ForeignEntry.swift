package import SimperiumClock

/// An entry that another hub has written into a shared log.
package struct ForeignEntry: Hashable, Codable, Sendable {
    package enum Effect: Hashable, Codable, Sendable {
        /// A change. `mirror` is the owner, if the object is a shared copy of another user's.
        case change(StoredChange, isRemoved: Bool, of: EntityOwner.Lease?, mirror: UserID?)
        /// The users that an object is shared with have changed.
        case shared(ObjectKey)
        case forgetHistory(emptiedBy: ChangeID)
        case forgetVersions(of: ObjectKey)
        case drop
        /// A change of a lease's state, which any hub may have written, including this one.
        case away(EntityOwner.Lease, until: Stamp)
        case back(EntityOwner.Lease, isHere: Bool)
        case end(EntityOwner.Lease)
        /// An entry without an effect on objects. It still takes a position.
        case other
    }

    package let place: Ordinal
    /// The time of the write, by Redis's clock.
    package let stamp: Stamp
    /// Nil for an entry that belongs to no single bucket.
    package let bucket: BucketName?
    package let act: Effect

    package init(_ act: Effect, in bucket: BucketName?, at place: Ordinal, _ stamp: Stamp) {
        self.place = place
        self.stamp = stamp
        self.bucket = bucket
        self.act = act
    }
}
