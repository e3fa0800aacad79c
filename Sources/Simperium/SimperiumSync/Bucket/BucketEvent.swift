package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// What a program hears of a bucket. It is the only way it learns of what others did.
///
/// Each is told after what it speaks of is stored.
package enum BucketEvent: Hashable, Codable, Sendable {
    /// Where a change came from that the program did not make.
    package enum Source: Hashable, Codable, Sendable {
        /// As it happened, or soon after.
        case remote
        /// Found while the whole bucket was read again.
        case index
    }

    case willIndex
    /// All objects are here; nil if the hub names no version for an empty bucket.
    case didIndex(ChangeVersion?)
    /// These are changed by the events that follow. A program with unsaved edits to one of them
    /// hands these in by `BucketEdit.merge`, and loses neither side's work.
    case willChange([ObjectKey])
    case inserted(ObjectKey, Source)
    case updated(ObjectKey, members: [JSONString], Source)
    case deleted(ObjectKey, Source)
    case acknowledged(ObjectKey, EntityVersion)
    case deleteAcknowledged(ObjectKey)
    /// The answer to a request for an object's history; nil if the hub no longer has the version.
    case version(EntityReference, JSONObject?)
    case error(BucketError)
    /// The hub has rules of its own for this bucket, of this version. Told once on each connection.
    case rules(Int)
    /// Since when what the hub's rules count in an object runs, as the hub said it. What comes as
    /// it happens runs since then.
    case aged(ObjectKey, since: Instant)
    /// So many objects are not as the hub has them: unsent, unacknowledged, or refused.
    case pending(Int)
    /// The lines of those who own these presence objects broke. They may return until then.
    ///
    /// That is so until they are `back` or `deleted`, or it is told anew because they may return
    /// for longer. An owner who returns while there is no connection is
    /// told to be back on the next.
    case away([ObjectKey], Absence)
    case back([ObjectKey])
}
