/// The answer of a store to a `StoreQuery`.
package enum StoreAnswer: Hashable, Codable, Sendable {
    case bucket(StoredBucket)
    /// The object, and the ids of its last changes, the oldest first: all ids, or at least the last
    /// `rememberedChanges`.
    case entity(StoredEntity, changeIDs: [ChangeID])
    /// The object never existed, or its removal is so old that the store has dropped it. A new
    /// object must begin at this version.
    case noEntity(beginning: EntityVersion)
    /// The object as compact JSON; nil if the version never existed, was dropped, or was a removal.
    case version([UInt8]?)
    /// The changes; nil if the ordinal is neither the log's floor nor one of its changes.
    case changes([StoredChange]?, hasMore: Bool)
    case index([StoredEntity], hasMore: Bool)
    case owned([StoredEntity], hasMore: Bool)
    case presence([BucketID], hasMore: Bool)
    case seatEnds([StoredSessionEnd])
    case buckets([BucketName])
    case mirrors(Int)
    /// The changes; nil if the requested position is unknown.
    case everybodysChanges([ChangeWithBucketUser]?, hasMore: Bool)
    case nameOwner(UserID?)
    case debts([PendingCrossLogInsert], hasMore: Bool)
    /// The number of an object's latest changes whose ids the store keeps, even after they left its
    /// log.
    package static let rememberedChanges = 200
    package static let rememberedEmptyings = 20
}
