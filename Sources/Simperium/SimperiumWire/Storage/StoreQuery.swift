package import SimperiumClock

/// A hub's query of the store of its buckets. Most queries have an answer with the same name.
package enum StoreQuery: Hashable, Codable, Sendable {
    case bucket(BucketID)
    /// The present state of an object, or its last known state after a removal.
    case entity(ObjectKey, in: BucketID)
    /// An earlier version of an object.
    case version(EntityVersion, of: ObjectKey, in: BucketID)
    /// The changes in the log after this one, the oldest first.
    case changes(after: SequenceNumber, in: BucketID, atMost: StoreAnswerLimit)
    case index(IndexSliceQuery, of: BucketID)
    /// The objects that have an owner, sorted by key.
    case owned(after: ObjectKey?, in: BucketID, atMost: StoreAnswerLimit)
    /// The buckets with objects that have an owner, each once, in a fixed order.
    case presence(after: BucketID?, atMost: StoreAnswerLimit)
    /// The ends of sessions after a time, the latest first.
    case seatEnds(after: ServerTime, atMost: Int)
    /// The names of a user's buckets, sorted.
    case buckets(of: UserID, in: AppID)
    /// The number of other users' objects that a user has copies of.
    case mirrors(of: UserID, in: AppID)
    /// The changes in all buckets with this name, of all users, after a position in their common
    /// log. The oldest change is first. Changes that were dropped are missing.
    case everybodysChanges(
        after: SequenceNumber, in: BucketName, of: AppID, atMost: StoreAnswerLimit)
    /// The owner of a name in its folded form. The host answers this query from its accounts.
    case nameOwner(String, of: AppID)
    /// The pending inserts that are due, the oldest first.
    case debts(atMost: Int)

    /// The bucket that the query is about; nil if the query is not about a single bucket.
    package var queriedBucket: BucketID? {
        switch self {
        case .bucket(let id), .entity(_, let id), .version(_, _, let id), .changes(_, let id, _),
            .index(_, let id), .owned(_, let id, _):
            id
        case .presence, .seatEnds, .buckets, .mirrors, .everybodysChanges,
            .nameOwner, .debts:
            nil
        }
    }
}

package enum StoreQueryAnswer: Hashable, Codable, Sendable {
    case bucket(StoredBucket)
    /// The object, and the ids of its last changes, oldest first: at least `rememberedChanges` ids,
    /// or all.
    case entity(StoredEntity, changeIDs: [ChangeID])
    /// The object never existed or was dropped. A new object must begin at this version.
    case noEntity(beginning: EntityVersion)
    /// The object as compact JSON; nil if the version never existed, was dropped, or was a removal.
    case version([UInt8]?)
    /// The changes; nil if the requested position is neither the log's floor nor one of the log's
    /// changes.
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
    /// The number of an object's latest changes whose ids outlive the log.
    package static let rememberedChanges = 200
    package static let rememberedEmptyings = 20
}

/// A request for a part of a bucket's index: present objects, sorted by their last change.
package struct IndexSliceQuery: Hashable, Codable, Sendable {
    package enum LastChangeOrder: Hashable, Codable, Sendable {
        case newestFirst
        case oldestFirst
    }

    package let order: LastChangeOrder
    /// The lower bound: the slice has only objects that were last changed after this change.
    package let above: SequenceNumber?
    /// The upper bound: the slice has only objects that were last changed before this change.
    package let below: SequenceNumber?
    package let hasObjects: Bool
    package let portion: StoreAnswerLimit

    package init(
        _ order: LastChangeOrder, above: SequenceNumber? = nil, below: SequenceNumber? = nil,
        hasObjects: Bool,
        atMost portion: StoreAnswerLimit
    ) {
        self.order = order
        self.above = above
        self.below = below
        self.hasObjects = hasObjects
        self.portion = portion
    }
}

/// The limit on the size of a store's answer. A single entry may exceed it.
package struct StoreAnswerLimit: Hashable, Codable, Sendable {
    package let entries: Int
    /// The maximum total size, in bytes, of the answer's objects, or of its changes as JSON.
    package let bytes: Int

    package init(entries: Int, bytes: Int = .max) {
        self.entries = entries
        self.bytes = bytes
    }
}
