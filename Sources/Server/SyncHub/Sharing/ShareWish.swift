package import SimperiumWire

/// What the owner of an object wants for somebody else.
package struct ShareWish: Hashable, Codable, Sendable {
    package enum Purpose: Hashable, Codable, Sendable {
        case share(mayWrite: Bool)
        case unshare
    }

    package let key: ObjectKey
    package let user: UserID
    package let purpose: Purpose
    /// Of the change by which somebody leaves.
    package let changeID: ChangeID

    package init(_ purpose: Purpose, of key: ObjectKey, with user: UserID, id: ChangeID) {
        self.key = key
        self.user = user
        self.purpose = purpose
        changeID = id
    }
}

/// Why an object is not shared, or not with somebody.
package enum ShareRefusal: Error, Hashable, Codable, Sendable {
    /// The objects of this bucket are not shared.
    case notShared
    case noSuchObject
    /// The user was deleted meanwhile.
    case noSuchUser
    /// Only who owns an object shares it.
    case notOwner
    case oneself
    case already
    case notSharer
    case tooMany
    /// The user takes none, or no more. Nobody is told which.
    case unwelcome
    case keyTaken
    /// The object is not what the bucket's schema wants.
    case invalid
}

/// With whom an object is shared: as its owner sees it, or one of these.
package enum SharersFound: Hashable, Codable, Sendable {
    case sharers([Sharer])
    case mirror(of: UserID, mayWrite: Bool)
}

/// How much is shared.
package struct SharingLimits: Hashable, Codable, Sendable {
    /// With how many users an object is, and how many objects of others a user has.
    package var sharers = 100
    package var mirrors = 1_000
}
