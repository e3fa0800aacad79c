/// What is asked of a store by whoever copies all that it keeps, a portion at a time, while nobody
/// writes to it.
package enum KeptQuery: Hashable, Sendable {
    case users(after: KeptCursor?)
    case tokens(of: LogID)
    case links(of: LogID)
    /// Those who have buckets. One may be named twice.
    case owners(after: KeptCursor?)
    case buckets(of: LogID)
    case state(BucketID)
    /// Of all objects, also of those that were removed. One may be named twice.
    case keys(after: KeptCursor?, in: BucketID)
    /// The first of these, or as many as fit.
    case objects([ObjectKey], in: BucketID)
    /// What an object was at an earlier version.
    case body(EntityVersion, of: ObjectKey, in: BucketID)
    /// The log behind one of its changes.
    case changes(after: Ordinal, in: BucketID)

    /// How much an answer has at most; one object may be larger.
    package static let portion = Portion(entries: 100, bytes: 1 << 20)
}

/// What a store answers to whoever copies it. Nil is the cursor behind the last.
package enum KeptAnswer: Hashable, Sendable {
    case users([StoredUser], next: KeptCursor?)
    case tokens([StoredToken])
    case links([StoredLink])
    case owners([LogID], next: KeptCursor?)
    case buckets([BucketName])
    case state(StoredBucket)
    case keys([ObjectKey], next: KeptCursor?)
    case objects([KeptObject])
    case body([UInt8]?)
    case changes([StoredChange], hasMore: Bool)
}

/// What another store is to keep as well. A bucket comes before its objects, an object before its
/// versions, and all objects of a bucket before its log.
package enum KeptPart: Hashable, Sendable {
    case user(StoredUser)
    case token(StoredToken)
    case link(StoredLink)
    /// Some object of these buckets belongs to a client: such an object comes next.
    case presence(LogID)
    case bucket(StoredBucket, BucketID)
    case object(KeptObject, in: BucketID)
    case version([UInt8], EntityVersion, of: ObjectKey, in: BucketID)
    case changes([StoredChange], in: BucketID)
}

/// How far a store has told of something: its own words for that.
package struct KeptCursor: Hashable, Sendable {
    package let words: [String]

    package init(_ words: String...) {
        self.words = words
    }
}

/// An object, present or removed, and what is kept of its past.
package struct KeptObject: Hashable, Sendable {
    package let entity: StoredEntity
    /// The ids of the last changes to it, oldest first.
    package let changeIDs: [ChangeID]
    /// The earlier versions that are kept.
    package let versions: [EntityVersion]

    package init(_ entity: StoredEntity, changeIDs: [ChangeID], versions: [EntityVersion]) {
        self.entity = entity
        self.changeIDs = changeIDs
        self.versions = versions
    }

    /// About how much it takes.
    package var size: Int { (entity.object?.count ?? 0) + changeIDs.count * 36 }
}
