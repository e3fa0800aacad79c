package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// An event in a guarded bucket, in the order of its log.
///
/// A guard builds its state from these events. Before a proposal, it has been sent all earlier
/// events of all its buckets.
package enum Observation: Hashable, Sendable {
    /// An object that existed when the log was opened, with its owner and the time of its last
    /// change. Objects come in the order of their last change, the oldest first.
    case found(ObjectKey, JSONObject, of: ClientID?, at: ServerTime)
    /// The last object of the bucket has been found.
    case foundAll
    /// All buckets of the log have been shown, with their absences. Live events follow.
    case opened(at: ServerTime)
    case inserted(ObjectKey, JSONObject, by: ClientID, at: ServerTime)
    case modified(ObjectKey, JSONObject, by: ClientID, at: ServerTime)
    case removed(ObjectKey, by: ClientID, at: ServerTime)
    /// The owner of these objects is away. Later the objects are removed, or the owner is back.
    case away([ObjectKey], since: ServerTime)
    case back([ObjectKey], at: ServerTime)
    /// The store has failed the bucket. It will be opened and shown again.
    case lost
}
