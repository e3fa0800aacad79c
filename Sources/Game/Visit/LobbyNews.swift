package import Lobby
package import SimperiumSync
package import SimperiumWire

/// That something has happened in the lobby. What it is, `LobbyReplica.event(of:)` tells when its
/// turn has come.
package enum LobbyNews: Hashable, Sendable {
    case bucket(BucketEvent, in: LobbyBucket)
    /// A Match that was deleted here has changed before the hub heard of that.
    case overtaken(ObjectKey)
    /// All that the hub has is here.
    case caughtUp
    case offline
}
