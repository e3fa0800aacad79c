import SimperiumWire

/// Somebody with whom an object is shared, as the author of a change at its owner's.
struct Visitor: Sendable {
    let acting: ActingIdentity
    /// The visitor's own bucket.
    let bucket: BucketID
    /// Who hears there what becomes of it.
    let author: Author
    /// What is left to be removed there after this.
    var rest: Removal?

    var user: UserID { bucket.user }

    var identity: ActingIdentity {
        var identity = acting
        identity.visitor = user
        return identity
    }
}

extension Author {
    var visitor: Visitor? {
        if case .visitor(let visitor) = self { visitor } else { nil }
    }
}
