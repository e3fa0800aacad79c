package import SimperiumClock

/// What another hub has written into a log that both write to.
package struct ForeignEntry: Hashable, Codable, Sendable {
    package enum Act: Hashable, Codable, Sendable {
        /// To a mirror it is, if somebody is named whose object that is.
        case change(StoredChange, isRemoved: Bool, of: EntityOwner.Lease?, mirror: UserID?)
        /// With whom an object is shared is another matter than it was.
        case shared(ObjectKey)
        case forgetHistory(emptiedBy: ChangeID)
        case forgetVersions(of: ObjectKey)
        case drop
        /// What becomes of a lease, told by whichever hub, this one as well.
        case away(EntityOwner.Lease, until: Stamp)
        case back(EntityOwner.Lease, isHere: Bool)
        case end(EntityOwner.Lease)
        /// What says nothing of any object. It has a place all the same.
        case other
    }

    package let place: Ordinal
    /// When it was written, by the engine's clock.
    package let stamp: Stamp
    /// Nil where it is of no one bucket.
    package let bucket: BucketName?
    package let act: Act

    package init(_ act: Act, in bucket: BucketName?, at place: Ordinal, _ stamp: Stamp) {
        self.place = place
        self.stamp = stamp
        self.bucket = bucket
        self.act = act
    }
}
