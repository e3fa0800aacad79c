/// A query that copies a part of a store, while no server writes to the store.
package enum StoreCopyQuery: Hashable, Sendable {
    case users(after: StoreCopyCursor?)
    /// The users who have buckets. A user may be returned twice.
    case owners(after: StoreCopyCursor?)
    /// The keys of all objects, including removed ones. A key may be returned twice.
    case keys(after: StoreCopyCursor?, in: BucketID)
    /// The objects with these keys, from the first key on, as many as fit in an answer.
    case objects([ObjectKey], in: BucketID)
    /// The list of bans, which only servers that share a Redis have in their store.
    case bans
    /// The tokens or links of a user.
    case account(AccountQuery)
    /// The buckets of a user, or the state, changes or a version of a bucket.
    case data(StoreQuery)

    /// The limit on an answer's size. Only a single object may exceed it.
    package static let portion = StoreAnswerLimit(entries: 100, bytes: 1 << 20)
}

/// The answer to a `StoreCopyQuery`. The cursor `next` is nil after the last entry.
package enum StoreCopyQueryAnswer: Hashable, Sendable {
    case users([StoredUser], next: StoreCopyCursor?)
    case owners([UserLogID], next: StoreCopyCursor?)
    case keys([ObjectKey], next: StoreCopyCursor?)
    case objects([StoreCopyObject])
    case bans([StoreCopyBan])
    case account(AccountQueryAnswer)
    case data(StoreQueryAnswer)
}

/// A part of a store's contents, for writing to another store. A bucket comes before its objects,
/// an object before its versions, and all objects of a bucket before its log.
package enum StoreCopyPart: Hashable, Sendable {
    case user(StoredUser)
    case token(StoredToken)
    case link(StoredDeviceLink)
    case bucket(StoredBucket, BucketID)
    case object(StoreCopyObject, in: BucketID)
    case version([UInt8], EntityVersion, of: ObjectKey, in: BucketID)
    case changes([StoredChange], in: BucketID)
    case ban(StoreCopyBan)
}

/// A line of the list of bans, under the address, name or key that it bans.
package struct StoreCopyBan: Hashable, Sendable {
    package let target: String
    package let line: String

    package init(target: String, line: String) {
        self.target = target
        self.line = line
    }
}

/// A position in a store's contents, in the store's own form.
package struct StoreCopyCursor: Hashable, Sendable {
    package let words: [String]

    package init(_ words: String...) {
        self.words = words
    }
}

/// An object, present or removed, with its kept history.
package struct StoreCopyObject: Hashable, Sendable {
    package let entity: StoredEntity
    /// The ids of the last changes, the oldest first.
    package let changeIDs: [ChangeID]
    /// The earlier versions that the store has.
    package let versions: [EntityVersion]

    package init(_ entity: StoredEntity, changeIDs: [ChangeID], versions: [EntityVersion]) {
        self.entity = entity
        self.changeIDs = changeIDs
        self.versions = versions
    }

    /// The approximate size in bytes.
    package var size: Int { (entity.object?.count ?? 0) + changeIDs.count * 36 }
}
