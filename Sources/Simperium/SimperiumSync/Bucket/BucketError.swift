package import SimperiumJSON
package import SimperiumWire

/// A failure of a bucket, and the edit's fate. An edit that took effect is never dropped.
package enum BucketError: Error, Hashable, Codable, Sendable {
    /// The hub refused the edit. It stays, and is not sent again until the program changes or
    /// reverts it.
    case refused(ObjectKey, ChangeError, JSONObject?)
    /// The edit had no effect, because no hub would accept the object that it makes, which is the
    /// last value.
    case invalid(ObjectKey, InvalidObject, JSONObject)
    /// The hub is overloaded. The edit is sent again later.
    case postponed(ObjectKey, ChangeError)
    /// Repeated repairs of the object failed. The next connection tries again.
    case stuck(ObjectKey)
    /// The hub accepts the user in other buckets, but refuses this one at present.
    case denied(AuthorizationFailure)
    /// The hub's index does not end. The objects that it has listed so far are kept.
    case endlessIndex
}
