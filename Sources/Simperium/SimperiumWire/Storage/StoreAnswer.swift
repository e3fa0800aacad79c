package import SimperiumClock

/// The answer of a store to a `StoreQuery`.
package enum StoreAnswer: Hashable, Codable, Sendable {
    case bucket(StoredBucket)
    /// With the ids of the last changes to the object, the oldest first: all, or at least
    /// `rememberedChanges`.
    case entity(StoredEntity, changeIDs: [ChangeID])
    /// The object never existed, or its removal is so old that the store has dropped it. A new
    /// object must begin at this version.
    case noEntity(beginning: EntityVersion)
    /// The object as compact JSON; nil if the version never existed, was dropped, or was a removal.
    case version([UInt8]?)
    /// Nil if the ordinal is neither the log's floor nor one of its changes.
    case changes([StoredChange]?, hasMore: Bool)
    case index([StoredEntity], hasMore: Bool)
    case owned([StoredEntity], hasMore: Bool)
    case presence([BucketID], hasMore: Bool)
    case seatEnds([StoredSeatEnd])
    case buckets([BucketName])
    case mirrors(Int)
    /// Nil if the position is unknown.
    case everybodysChanges([UsersChange]?, hasMore: Bool)
    case everybodysHead(Ordinal)
    case nameOwner(UserID?)
    case debts([OwedObject], hasMore: Bool)
    /// The whole batch is written, at this time.
    case appended(Stamp)
    /// Nothing is written, because the log had more entries. They were passed on before this
    /// answer.
    case overtaken
    /// Nothing is written, because a client holds the lease that had to be over.
    case held
    /// Nothing is written, because Redis is out of memory.
    case full
    /// Nothing is written, because the user does not exist any more.
    case gone
    /// The lease that was changed; nil if this hub may not change it.
    case leased(EntityOwner.Lease?)
    case leases([StoredLease])
    case parcels([Parcel], hasMore: Bool)
    case struck
    /// The position of the last outbox entry that has arrived.
    case parcelMark(Ordinal)

    /// The number of changes to an object that a store can name, even after they left its log.
    package static let rememberedChanges = 200
    package static let rememberedEmptyings = 20
}
