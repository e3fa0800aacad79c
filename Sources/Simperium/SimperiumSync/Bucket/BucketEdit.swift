package import SimperiumJSON
package import SimperiumWire

/// What a program does to an object. It takes effect at once, with or without a connection.
///
/// An update of an object that is not there, as when another client just deleted it, does nothing.
package enum BucketEdit: Hashable, Codable, Sendable {
    /// Makes an object, or replaces all of the one that is there.
    case put(ObjectKey, JSONObject)
    /// Changes some members and leaves the others to clients that change them at the same time.
    case update(ObjectKey, setting: JSONObject, removing: [JSONString] = [])
    /// Makes the change that leads from what the program once read to what it has now, to the
    /// object as it is by now. So an editor hands in text that was typed while others typed, too;
    /// or while they deleted the object, which then returns.
    case merge(ObjectKey, from: JSONObject, to: JSONObject)
    case delete(ObjectKey)
    /// Drops what has not been sent, or was refused.
    case revert(ObjectKey)
}
