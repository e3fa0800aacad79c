package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A notification for the program. There is no other way to detect other clients' changes.
///
/// It is sent after the change that it reports is stored.
package enum BucketEvent: Hashable, Codable, Sendable {
    /// The origin of a change that the program did not make.
    package enum Source: Hashable, Codable, Sendable {
        /// The hub sent the change when it happened, or when the client caught up.
        case remote
        /// The change was found when the whole bucket was read again.
        case index
    }

    case willIndex
    /// All objects are loaded. The version is nil if the hub sent none for an empty bucket.
    case didIndex(ChangeVersion?)
    /// The next events change these objects. A program with unsaved edits of one of them should
    /// pass these to `BucketEdit.merge`, so that no side's work is lost.
    case willChange([ObjectKey])
    case inserted(ObjectKey, Source)
    case updated(ObjectKey, members: [JSONString], Source)
    case deleted(ObjectKey, Source)
    case acknowledged(ObjectKey, EntityVersion)
    case deleteAcknowledged(ObjectKey)
    /// The answer to a request for an object's history; nil if the hub no longer has the version.
    case version(EntityReference, JSONObject?)
    case error(BucketError)
    /// The version of the rules that the hub applies to this bucket. Sent once on each connection.
    case rules(Int)
    /// The start of the time that the hub's rules measure for an object, as the hub reports it. For
    /// a change that arrives as it happens, the time starts at its arrival.
    case aged(ObjectKey, since: Instant)
    /// The number of objects that differ from the hub's: unsent, unacknowledged or refused.
    case pending(Int)
    /// The owners of these presence objects lost their connections. They may return until the
    /// absence ends.
    ///
    /// It ends when the objects are `back` or `deleted`. It is sent again if the owners may return
    /// for longer. If an owner returns while this client has no connection, `back` is sent on the
    /// next one.
    case away([ObjectKey], Absence)
    case back([ObjectKey])
}
