/// What a hub asks of whatever keeps its buckets. Each query has an answer of the same name.
package enum StoreQuery: Hashable, Codable, Sendable {
    case bucket(BucketID)
    /// An object as it is now, or the last that is known of it after its removal.
    case entity(ObjectKey, in: BucketID)
    /// An object as it was at an earlier version.
    case version(EntityVersion, of: ObjectKey, in: BucketID)
    /// The log behind a place in it, oldest first.
    case changes(after: Ordinal, in: BucketID, atMost: Portion)
    case index(IndexSlice, of: BucketID)
    /// The objects that have an owner, sorted by key.
    case owned(after: ObjectKey?, in: BucketID, atMost: Portion)
    /// The buckets in which objects have an owner, each once, in an order that never changes.
    case presence(after: BucketID?, atMost: Portion)
    /// The names of a user's buckets, sorted.
    case buckets(of: UserID, in: AppID)
    /// What happened in the buckets of this name, whosever they are, behind a place in the log
    /// that they all share, oldest first. Of what is forgotten there is nothing.
    case everybodysChanges(after: Ordinal, in: BucketName, of: AppID, atMost: Portion)
}

extension StoreQuery {
    /// The one bucket that it is about; nil if it is about many.
    package var subject: BucketID? {
        switch self {
        case .bucket(let id), .entity(_, let id), .version(_, _, let id), .changes(_, let id, _),
            .index(_, let id), .owned(_, let id, _):
            id
        case .presence, .buckets, .everybodysChanges: nil
        }
    }
}

/// Part of a bucket's index: objects, not removals, by their last change.
package struct IndexSlice: Hashable, Codable, Sendable {
    package enum Order: Hashable, Codable, Sendable {
        case newestFirst
        case oldestFirst
    }

    package let order: Order
    /// Only what was last changed after this.
    package let above: Ordinal?
    /// Only what was last changed before this.
    package let below: Ordinal?
    /// Whether anybody wants to see the objects themselves.
    package let hasObjects: Bool
    package let portion: Portion

    package init(
        _ order: Order, above: Ordinal? = nil, below: Ordinal? = nil, hasObjects: Bool,
        atMost portion: Portion
    ) {
        self.order = order
        self.above = above
        self.below = below
        self.hasObjects = hasObjects
        self.portion = portion
    }
}

/// How much an answer may hold. One entry is never too much.
package struct Portion: Hashable, Codable, Sendable {
    package let entries: Int
    /// Of the objects, or of the changes as JSON.
    package let bytes: Int

    package init(entries: Int, bytes: Int = .max) {
        self.entries = entries
        self.bytes = bytes
    }
}

/// What a store answers to a query.
package enum StoreAnswer: Hashable, Codable, Sendable {
    case bucket(StoredBucket)
    /// With the ids of the last changes to the object, oldest first: all of them, or as many as
    /// `rememberedChanges`.
    case entity(StoredEntity, changeIDs: [ChangeID])
    /// There never was such an object, or its removal is so long ago that the store has dropped the
    /// change from the log. Whoever makes it begins at this version.
    case noEntity(beginning: EntityVersion)
    /// As compact JSON; nil if there is no such version, or no longer, or it was a removal.
    case version([UInt8]?)
    /// Nil if the place is neither where the log begins nor that of a change behind it.
    case changes([StoredChange]?, hasMore: Bool)
    case index([StoredEntity], hasMore: Bool)
    case owned([StoredEntity], hasMore: Bool)
    case presence([BucketID], hasMore: Bool)
    case buckets([BucketName])
    case everybodysChanges([UsersChange], hasMore: Bool)

    /// How many changes to an object a store must be able to name, whatever its log still holds.
    package static let rememberedChanges = 200
    package static let rememberedEmptyings = 20
}

/// What a hub has a store keep. There is no answer: see `Hub` about a write that fails.
package enum StoreWrite: Hashable, Codable, Sendable {
    /// Appends a change to the log, unless the bucket's head is another than `expected`; makes
    /// `entity` the object as it is now, keeps its version among the old ones, and drops versions
    /// that are outdated.
    case append(
        StoredChange, entity: StoredEntity, outdated: [EntityVersion], to: BucketID,
        expected: Ordinal)
    /// Lets nobody know any more what happened up to the head: the last act of an `EMPTY`, which is
    /// remembered instead. Versions of removed objects and the ids of changes to them go on.
    case forgetHistory(of: BucketID, emptiedBy: ChangeID)
    /// Forgets what an object was before, but not the changes that made it so.
    case forgetVersions(of: ObjectKey, in: BucketID)
    /// Forgets the bucket itself.
    case drop(BucketID)
}

extension StoreWrite {
    package var bucket: BucketID {
        switch self {
        case .append(_, _, _, let bucket, _), .forgetHistory(let bucket, _),
            .forgetVersions(_, let bucket), .drop(let bucket):
            bucket
        }
    }
}
