package import SimperiumJSON
package import SimperiumWire

/// An edit by the program, which takes effect at once. An update of a missing object, for example
/// one that was just deleted, does nothing.
package enum BucketEdit: Hashable, Codable, Sendable {
    /// Creates an object, or replaces all members of an existing one.
    case put(ObjectKey, JSONObject)
    /// Changes some members. Other clients' changes to other members at the same time are kept.
    case update(ObjectKey, setting: JSONObject, removing: [JSONString] = [])
    /// Merges an edit into the present object. `from` is the object as the program read it; `to` is
    /// the same object after the edit. An editor can save a text in this way while other users edit
    /// the same text. An object that was deleted meanwhile is created again if `from` and `to`
    /// differ, except in a presence bucket.
    case merge(ObjectKey, from: JSONObject, to: JSONObject)
    case delete(ObjectKey)
    /// Drops an object's edits that were not sent or were refused.
    case revert(ObjectKey)

    package var key: ObjectKey {
        switch self {
        case .put(let key, _), .update(let key, _, _), .merge(let key, _, _), .delete(let key),
            .revert(let key):
            key
        }
    }
}

package enum BucketLifetime: Hashable, Codable, Sendable {
    /// Kept in a store. Objects and unsent edits survive a restart of the program.
    case durable
    /// Kept until the program ends.
    case memory
    /// Kept as in `memory`. The hub removes objects when their owners leave. A removal is final:
    /// pending edits don't restore the object.
    case presence
}

/// The reason that an object can't be sent to any hub.
package enum UnsendableObjectReason: Hashable, Codable, Sendable {
    case tooDeep
    case tooLarge

    /// Checks an object's depth, then its size; nil if both are within the limits. The size of an
    /// object that is too deep is not measured.
    package init?(_ object: JSONObject) {
        if object.isDeeper(than: Limits.depth) {
            self = .tooDeep
        } else if object.hasMoreBytesThan(Limits.object) {
            self = .tooLarge
        } else {
            return nil
        }
    }
}
