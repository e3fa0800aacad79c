package import SimperiumJSON
package import SimperiumWire

/// What happens in a guarded bucket, in the order of its log.
///
/// A guard is a fold over these: it has seen all that its verdict needs, in this bucket and others,
/// before the proposal is put to it.
package enum Observation: Hashable, Sendable {
    /// An object that was there when the log was opened, and whose it is by presence. The one that
    /// was changed longest ago comes first.
    case found(ObjectKey, JSONObject, of: ClientID?)
    /// There are no more of these.
    case foundAll
    case inserted(ObjectKey, JSONObject, by: ClientID)
    case modified(ObjectKey, JSONObject, by: ClientID)
    case removed(ObjectKey, by: ClientID)
    /// The store has failed the bucket. It is opened again, and shown anew.
    case lost
}
