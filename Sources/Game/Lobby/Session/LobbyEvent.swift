package import SimperiumClock
package import SimperiumJSON

/// What happened in the lobby's buckets, as the sync engine tells it.
///
/// What is told of one bucket is in the hub's order, an own change being told where the hub put it:
/// when it is acknowledged. While a bucket is indexed, what changed last is told first; if the
/// connection breaks meanwhile, what has changed since is told again. An object is handed in as the
/// program sees it at that moment, with what it has written itself; if it is gone by then, only its
/// deletion is told.
package enum LobbyEvent: Hashable, Sendable {
    /// Where a change was learned of.
    package enum Source: Hashable, Sendable {
        /// As it happened, or soon after.
        case remote
        /// Found while the whole bucket was read again.
        case index
    }

    case inserted(LobbyBucket, LobbyKey, JSONObject, Source)
    /// `members` are the names of those that changed; nil where that is not known.
    case updated(LobbyBucket, LobbyKey, JSONObject, members: [JSONString]?, Source)
    /// An own deletion is told like any other, as soon as the hub confirms it.
    case deleted(LobbyBucket, LobbyKey)
    /// The hub has an own change. The object is as the program sees it.
    case acknowledged(LobbyBucket, LobbyKey, JSONObject)
    /// The hub refused an own change, which has been dropped with all that was written since, but
    /// for a deletion. The object is this again, or none.
    case refused(LobbyBucket, LobbyKey, LobbyRefusal, JSONObject?)
    /// A Match that was deleted here has changed before the hub heard of that: as it is there,
    /// which need not follow from what was done here.
    case overtaken(LobbyKey, JSONObject)
    case willIndex(LobbyBucket)
    case didIndex(LobbyBucket)
    /// The connections that own these objects broke. Their programs may return until then.
    case away(LobbyBucket, [LobbyKey], Absence)
    case back(LobbyBucket, [LobbyKey])
    /// Since when whoever is to move in a match with a clock has been thinking, by the referee.
    case aged(LobbyBucket, LobbyKey, since: Instant)
    /// The hub has a referee for these buckets, who goes by rules of this version.
    case rules(Int)
    /// All buckets are as the hub has them. From here on nothing is missed until `offline`.
    case caughtUp
    case offline
}
