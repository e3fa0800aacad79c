package import SimperiumJSON
package import SimperiumWire

/// An edit by the program. It takes effect at once, with or without a connection.
///
/// An update of a missing object, for example one that another client has just deleted, does
/// nothing.
package enum BucketEdit: Hashable, Codable, Sendable {
    /// Creates an object, or replaces all members of an existing one.
    case put(ObjectKey, JSONObject)
    /// Changes some members. Other clients' changes to other members at the same time are kept.
    case update(ObjectKey, setting: JSONObject, removing: [JSONString] = [])
    /// Applies the difference between `from`, which the program once read, and `to`, which it has
    /// now, to the present object. An editor uses it to save a text that other users edit at the
    /// same time. An object that was deleted meanwhile is created again if `from` and `to` differ,
    /// except in a presence bucket.
    case merge(ObjectKey, from: JSONObject, to: JSONObject)
    case delete(ObjectKey)
    /// Drops an object's edits that were not sent or were refused.
    case revert(ObjectKey)
}
