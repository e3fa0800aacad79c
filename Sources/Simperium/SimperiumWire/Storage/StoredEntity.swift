package import SimperiumClock

/// The present state of an object.
package struct StoredEntity: Hashable, Codable, Sendable {
    package let key: ObjectKey
    package let version: EntityVersion
    /// True if the object is removed, and this is its last known state.
    package let isRemoved: Bool
    /// The object as compact JSON; nil after a removal, or if it was not requested.
    package var object: [UInt8]?
    /// The last change to the object. The index is sorted by it.
    package let changed: SequenceNumber
    package var owner: PresenceObjectOwner?
    /// The time of the last change.
    package let stamp: ServerTime
    package var sharing: SharedOriginalOrCopy?

    package init(
        key: ObjectKey, version: EntityVersion, isRemoved: Bool, object: [UInt8]?,
        changed: SequenceNumber, owner: PresenceObjectOwner? = nil,
        stamp: ServerTime = ServerTime(milliseconds: 0), sharing: SharedOriginalOrCopy? = nil
    ) {
        self.key = key
        self.version = version
        self.isRemoved = isRemoved
        self.object = object
        self.changed = changed
        self.owner = owner
        self.stamp = stamp
        self.sharing = sharing
    }

    package var isMirror: Bool { sharing?.isMirror == true }
}

/// An accepted change in its bucket's log.
package struct StoredChange: Hashable, Codable, Sendable {
    package let ordinal: SequenceNumber
    package let key: ObjectKey
    /// The object's version after the change (`ev`).
    package let version: EntityVersion
    /// The previous change to the object; nil for a creation, also after a removal.
    package let previous: SequenceNumber?
    /// The id of the change, qualified by the author if that is not the bucket's user.
    package let changeID: ChangeID
    /// The change as JSON, in the form that every client receives.
    package let entry: [UInt8]
    /// The author; nil if it is the bucket's user.
    package let author: UserID?

    package init(
        ordinal: SequenceNumber, key: ObjectKey, version: EntityVersion, previous: SequenceNumber?,
        changeID: ChangeID, entry: [UInt8], author: UserID? = nil
    ) {
        self.ordinal = ordinal
        self.key = key
        self.version = version
        self.previous = previous
        self.changeID = changeID
        self.entry = entry
        self.author = author
    }
}

/// A change in a user's bucket, for a reader of many users' changes.
package struct ChangeWithBucketUser: Hashable, Codable, Sendable {
    package let user: UserID
    package let change: StoredChange

    package init(user: UserID, change: StoredChange) {
        self.user = user
        self.change = change
    }
}

/// The state of a bucket. A bucket that was never written to has the default values, apart from
/// `others`.
package struct StoredBucket: Hashable, Codable, Sendable {
    /// The position of the last change; zero if there is none.
    package var head = SequenceNumber.zero
    /// The earliest position that clients can catch up from: that of the last dropped change; zero
    /// if none was dropped.
    package var floor = SequenceNumber.zero
    /// The number of the user's own objects.
    package var count = 0
    /// The number of copies of other users' objects.
    package var mirrors = 0
    /// The number of the user's buckets, set only if this bucket was never written to.
    package var others = 0
    /// The server's time of the last change.
    package var stamp = ServerTime(milliseconds: 0)
    /// The first version of a new object, above all dropped versions that clients may still have.
    package var beginning = EntityVersion.first
    /// The ids of the last `EMPTY` changes, the oldest first.
    package private(set) var emptyings: [ChangeID] = []

    package init(emptyings: [ChangeID] = []) {
        self.emptyings = emptyings
    }

    /// Updates the counts after an object was added, changed or removed.
    package mutating func updateCounts(_ entity: StoredEntity, existed: Bool) {
        let difference = (entity.isRemoved ? 0 : 1) - (existed ? 1 : 0)
        if entity.isMirror { mirrors += difference } else { count += difference }
    }

    /// Moves the floor to the head, so that clients get no earlier changes, and records the id of
    /// the `EMPTY`.
    package mutating func forgetLogUpToHead(emptiedBy change: ChangeID) {
        floor = head
        emptyings = (emptyings + [change]).suffix(StoreQueryAnswer.rememberedEmptyings)
    }
}

/// The owner of an object in a bucket with presence. The hub removes the object when the owner
/// leaves.
package struct PresenceObjectOwner: Hashable, Codable, Sendable {
    /// The id of a lease: of a channel's claim on the objects that the channel inserted.
    package typealias Lease = SequenceNumber

    package let lease: Lease
    /// The client id that the hub sends as the author of the object's removal.
    package let clientID: ClientID
    /// The digest of the secret that proves, on another connection, that the client is the same.
    package var secret: SecretDigest?
    /// The number of the session that the secret belongs to; zero for a secret of a single channel.
    package var seat: Int
    /// The number of server starts since the client was last connected.
    package var restarts: Int

    /// The lease that all connections of a user share if the option `presence` is `user`.
    package static let sharedLease = SequenceNumber.zero

    package init(
        lease: Lease, clientID: ClientID, secret: SecretDigest?, seat: Int = 0, restarts: Int = 0
    ) {
        self.lease = lease
        self.clientID = clientID
        self.secret = secret
        self.seat = seat
        self.restarts = restarts
    }
}

/// The end of a session, for a client that returns too late, perhaps to another process.
package struct StoredSessionEnd: Hashable, Codable, Sendable {
    package let app: AppID
    package let user: UserID
    package let clientID: ClientID
    /// The digest of the secret that the client could have resumed the session with.
    package let secret: SecretDigest
    package let end: SessionEnd
    package let stamp: ServerTime

    package init(
        app: AppID, user: UserID, clientID: ClientID, secret: SecretDigest, end: SessionEnd,
        stamp: ServerTime
    ) {
        self.app = app
        self.user = user
        self.clientID = clientID
        self.secret = secret
        self.end = end
        self.stamp = stamp
    }

    /// Returns true if both ends are of the same session. A store then replaces the earlier end by
    /// the later one.
    package func isEndOfSameSession(as other: StoredSessionEnd) -> Bool {
        app == other.app && user == other.user && clientID == other.clientID
            && secret == other.secret
    }
}
