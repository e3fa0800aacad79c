/// Whose leaving takes an object along, in a bucket with presence.
package struct EntityOwner: Hashable, Codable, Sendable {
    /// The claim that one channel has on the objects it inserted.
    package typealias Lease = Ordinal

    package let lease: Lease
    /// In whose name the object is removed.
    package let clientID: ClientID
    /// What proves the same client when it comes back on another connection.
    package let secret: ResumeSecret?

    /// The lease that all connections of one user share, where the option `presence` is `user`.
    package static let sharedLease = Ordinal.zero

    package init(lease: Lease, clientID: ClientID, secret: ResumeSecret?) {
        self.lease = lease
        self.clientID = clientID
        self.secret = secret
    }
}

/// An object as it is now.
package struct StoredEntity: Hashable, Codable, Sendable {
    package let key: ObjectKey
    package let version: EntityVersion
    /// Whether this is what is remembered of an object after its removal.
    package let isRemoved: Bool
    /// The object as compact JSON; nil after a removal, and where nobody asked for it.
    package let object: [UInt8]?
    /// The last change to it, which is its place in the index.
    package let changed: Ordinal
    package let owner: EntityOwner?

    package init(
        key: ObjectKey, version: EntityVersion, isRemoved: Bool, object: [UInt8]?,
        changed: Ordinal, owner: EntityOwner? = nil
    ) {
        self.key = key
        self.version = version
        self.isRemoved = isRemoved
        self.object = object
        self.changed = changed
        self.owner = owner
    }
}

/// A change that was accepted, as the log of its bucket has it.
package struct StoredChange: Hashable, Codable, Sendable {
    package let place: Ordinal
    package let key: ObjectKey
    /// The object's version after the change (`ev`).
    package let version: EntityVersion
    /// The change to the same object before this one; nil for a creation, also after a removal.
    package let previous: Ordinal?
    package let changeID: ChangeID
    /// The change as JSON, as every client hears it.
    package let entry: [UInt8]

    package init(
        place: Ordinal, key: ObjectKey, version: EntityVersion, previous: Ordinal?,
        changeID: ChangeID, entry: [UInt8]
    ) {
        self.place = place
        self.key = key
        self.version = version
        self.previous = previous
        self.changeID = changeID
        self.entry = entry
    }
}

/// A change in a bucket of one among many users.
package struct UsersChange: Hashable, Codable, Sendable {
    package let user: UserID
    package let change: StoredChange

    package init(user: UserID, change: StoredChange) {
        self.user = user
        self.change = change
    }
}

/// A bucket as a whole. One that was never written to is as good as any other.
package struct StoredBucket: Hashable, Codable, Sendable {
    /// The last change.
    package var head = Ordinal.zero
    /// Where the log begins: of a client whose cursor is earlier nobody knows what it missed.
    package var floor = Ordinal.zero
    /// How many objects there are.
    package var count = 0
    /// Where the versions of an object begin of which nothing is known: above those of all that was
    /// forgotten, for somebody may hold what it was under any of them.
    package var beginning = EntityVersion.first
    /// The ids of the `EMPTY`s that were carried out last, the oldest first.
    package private(set) var emptyings: [ChangeID] = []

    package init(emptyings: [ChangeID] = []) {
        self.emptyings = emptyings
    }

    /// Forgets the log up to the head.
    package mutating func forgetHistory(emptiedBy change: ChangeID) {
        floor = head
        emptyings = (emptyings + [change]).suffix(StoreAnswer.rememberedEmptyings)
    }
}
