import SimperiumWire

/// A user that an object is shared with, as the author of a change in its owner's bucket.
struct RemoteEditor: Sendable {
    let principal: ChangePrincipal
    /// The visitor's own bucket.
    let bucket: BucketID
    /// The client or caller that is sent the result, in the visitor's own bucket.
    let author: WorkRequester
    /// The removal that continues in the visitor's bucket after this change.
    var rest: Removal?

    var user: UserID { bucket.user }

    var identity: ChangePrincipal {
        var identity = principal
        identity.visitor = user
        return identity
    }
}

extension WorkRequester {
    var visitor: RemoteEditor? {
        if case .visitor(let visitor) = self { visitor } else { nil }
    }
}
