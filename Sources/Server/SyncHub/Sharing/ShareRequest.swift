package import SimperiumWire

/// A request to share an object with a user, or to stop sharing it.
package struct ShareRequest: Hashable, Codable, Sendable {
    package enum Purpose: Hashable, Codable, Sendable {
        case share(mayWrite: Bool)
        case unshare
    }

    package let key: ObjectKey
    package let user: UserID
    package let purpose: Purpose
    /// The id of the removal, if the request makes a user leave the object.
    package let changeID: ChangeID

    package init(_ purpose: Purpose, of key: ObjectKey, with user: UserID, id: ChangeID) {
        self.key = key
        self.user = user
        self.purpose = purpose
        changeID = id
    }
}

package enum ShareRefusal: Hashable, Codable, Sendable {
    /// Objects of this bucket can't be shared.
    case notShared
    case noSuchObject
    /// The user was deleted meanwhile.
    case noSuchUser
    /// Only the owner may share the object, or end the sharing with another user.
    case notOwner
    case oneself
    /// The object is already shared with the user, with the same right to write.
    case already
    /// The object is not shared with the user.
    case notSharer
    case tooMany
    /// The user accepts no shared objects, or has too many. The caller can't distinguish the two
    /// cases.
    case unwelcome
    case keyTaken
    /// The object doesn't match the bucket's schema.
    case invalid
}

/// The users that an object is shared with; for a user's copy, the owner and the right to write.
package enum SharersOrOwner: Hashable, Codable, Sendable {
    case sharers([SharingRecipient])
    case mirror(of: UserID, mayWrite: Bool)
}

package struct SharingLimits: Hashable, Codable, Sendable {
    /// The maximum number of users that one object is shared with.
    package var sharers = 100
    /// The maximum number of objects that are shared with one user.
    package var mirrors = 1_000
}
