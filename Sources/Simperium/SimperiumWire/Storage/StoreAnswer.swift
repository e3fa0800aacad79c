package import SimperiumClock

/// What a store answers to a query.
package enum StoreAnswer: Hashable, Codable, Sendable {
    case bucket(StoredBucket)
    /// With the ids of the last changes to the object, oldest first: all of them, or as many as
    /// `rememberedChanges`.
    case entity(StoredEntity, changeIDs: [ChangeID])
    /// There never was such an object, or its removal is so long ago that the store has dropped the
    /// change from the log. An object that is made now begins at this version.
    case noEntity(beginning: EntityVersion)
    /// As compact JSON; nil if there is no such version, or no longer, or it was a removal.
    case version([UInt8]?)
    /// Nil if the ordinal is neither where the log begins nor that of a change behind it.
    case changes([StoredChange]?, hasMore: Bool)
    case index([StoredEntity], hasMore: Bool)
    case owned([StoredEntity], hasMore: Bool)
    case presence([BucketID], hasMore: Bool)
    case seatEnds([StoredSeatEnd])
    case buckets([BucketName])
    case mirrors(Int)
    /// Nil behind a place that is not known.
    case everybodysChanges([UsersChange]?, hasMore: Bool)
    case everybodysHead(Ordinal)
    case nameOwner(UserID?)
    case debts([OwedObject], hasMore: Bool)
    /// All of a batch is written, and when.
    case appended(Stamp)
    /// Nothing of it is: the log had gone on. What it had gone on with has been told.
    case overtaken
    /// Nothing of it is, for somebody has the lease whose time was to be over.
    case held
    /// Nothing of it is, for want of room.
    case full
    /// Nothing of it is, for the user is no more.
    case gone
    /// Which lease it was; nil of one that is not the hub's to do that with.
    case leased(EntityOwner.Lease?)
    case leases([StoredLease])
    case parcels([Parcel], hasMore: Bool)
    case struck
    /// That of the last parcel that has arrived.
    case parcelMark(Ordinal)

    /// How many changes to an object a store must be able to name, whatever its log still holds.
    package static let rememberedChanges = 200
    package static let rememberedEmptyings = 20
}
