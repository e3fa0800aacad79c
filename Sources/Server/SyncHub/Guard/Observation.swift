package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// What happens in a guarded bucket, in the order of its log.
///
/// A guard is a fold over these: it has seen all that its verdict needs, in this bucket and others,
/// before the proposal is put to it.
package enum Observation: Hashable, Sendable {
    /// An object that was there when the log was opened, and whose it is by presence. The one that
    /// was changed longest ago comes first. The stamp is that of its last change.
    case found(ObjectKey, JSONObject, of: ClientID?, at: Stamp)
    /// There are no more of these.
    case foundAll
    /// All of the log has been shown; what is away by then has been told, too. From here on the
    /// guard follows.
    case opened(at: Stamp)
    case inserted(ObjectKey, JSONObject, by: ClientID, at: Stamp)
    case modified(ObjectKey, JSONObject, by: ClientID, at: Stamp)
    case removed(ObjectKey, by: ClientID, at: Stamp)
    /// The owner of these objects is away. They are removed, or back.
    case away([ObjectKey], since: Stamp)
    case back([ObjectKey], at: Stamp)
    /// The store has failed the bucket. It is opened again, and shown anew.
    case lost
}
