package import SimperiumWire

/// A request to a bucket without a channel, for example over HTTP.
package enum CallerRequest: Hashable, Codable, Sendable {
    case change(Change)
    case index(IndexRequest)
    /// Reads an object at a version; nil is the current version.
    case entity(ObjectKey, EntityVersion?)
    /// Reads the changes after a cursor, or after the head if the cursor is nil. If there are none
    /// and `waits` is true, the answer waits for the next change.
    case changes(after: HistoryCursor?, waits: Bool)
    case share(ShareRequest)
    /// Inserts an object and shares it with these users in one step. Inserts nothing if one of the
    /// users can't receive the object.
    case insert(Change, sharedWith: [UserID])
    case sharers(ObjectKey)
}

package struct Caller: Hashable, Codable, Sendable {
    package let identity: Identity
    package let clientID: ClientID
    /// True if the caller's changes may only create objects.
    package let onlyCreates: Bool

    package init(identity: Identity, clientID: ClientID, onlyCreates: Bool = false) {
        self.identity = identity
        self.clientID = clientID
        self.onlyCreates = onlyCreates
    }
}

/// The result of a `CallerRequest`. All JSON is compact.
package enum CallerRequestOutcome: Hashable, Codable, Sendable {
    /// The version and the object after the change, and the change's log entry. The object is nil
    /// after a removal.
    ///
    /// After an `EMPTY` or `DROP`, version and object are nil.
    case accepted(EntityVersion?, object: [UInt8]?, entry: [UInt8])
    case refused(ChangeRefusalReason)
    /// An index page as JSON.
    case index([UInt8])
    /// The object; nil if there is no such object or version.
    case entity(VersionedObjectJSON?)
    /// The changes as a JSON array; nil if the cursor is unknown, or if the changes after it exceed
    /// the limits.
    case changes([UInt8]?)
    case shared
    case notShared(ShareRefusal)
    /// Nothing was inserted. This user accepts no more shared objects, or their bucket already
    /// knows the key.
    case unwelcome(by: UserID)
    case sharers(SharersOrOwner)
    case unavailable
}

package struct VersionedObjectJSON: Hashable, Codable, Sendable {
    package let version: EntityVersion
    package let object: [UInt8]

    package init(version: EntityVersion, object: [UInt8]) {
        self.version = version
        self.object = object
    }
}
