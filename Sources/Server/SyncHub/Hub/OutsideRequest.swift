package import SimperiumWire

/// What a caller wants of a bucket without being on one of its channels.
package enum OutsideRequest: Hashable, Codable, Sendable {
    case change(Change)
    case index(IndexRequest)
    /// Nil for the present version.
    case entity(ObjectKey, EntityVersion?)
    /// If there are none, and it is wanted, waits for the next one. Nil is the present.
    case changes(after: Cursor?, waits: Bool)
    case share(ShareWish)
    /// With whom an object is shared.
    case sharers(ObjectKey)
}

/// The author of a request from outside.
package struct Caller: Hashable, Codable, Sendable {
    package let identity: Identity
    package let clientID: ClientID

    package init(identity: Identity, clientID: ClientID) {
        self.identity = identity
        self.clientID = clientID
    }
}

/// What became of a request from outside. All JSON is compact.
package enum Outcome: Hashable, Codable, Sendable {
    /// The object as it is now, nil after a removal; and the change as every client hears it.
    ///
    /// There is neither version nor object after an `EMPTY` or `DROP`.
    case accepted(EntityVersion?, object: [UInt8]?, entry: [UInt8])
    case refused(ChangeError)
    /// An index page as JSON.
    case index([UInt8])
    /// Nil if there is no such object or version.
    case entity(FoundEntity?)
    /// An array of changes as JSON; nil if the cursor is unknown.
    case changes([UInt8]?)
    /// What was wanted of sharing is so from now on.
    case shared
    case notShared(ShareRefusal)
    case sharers(SharersFound)
    /// The bucket can't be reached now.
    case unavailable
}

/// An object at some version, as compact JSON.
package struct FoundEntity: Hashable, Codable, Sendable {
    package let version: EntityVersion
    package let object: [UInt8]

    package init(version: EntityVersion, object: [UInt8]) {
        self.version = version
        self.object = object
    }
}
