package import SimperiumJSON
package import SimperiumWire

/// What went wrong, and what becomes of the edit. None that took effect is dropped by itself.
package enum BucketError: Error, Hashable, Codable, Sendable {
    /// The edit stays as it is, and is not sent again until the program changes or reverts it.
    case refused(ObjectKey, ChangeError, JSONObject?)
    /// The edit did nothing, for no hub takes the object that it would have made, which is here.
    case invalid(ObjectKey, InvalidObject, JSONObject)
    /// The hub has too much to do. The edit is sent again after a while.
    case postponed(ObjectKey, ChangeError)
    /// Several repairs did not help. The next connection tries again.
    case stuck(ObjectKey)
    /// The hub lets this user into other buckets, but not into this one, or not now.
    case denied(AuthorizationFailure)
    /// The hub's index does not end. What it listed so far is here.
    case endlessIndex
}
