package import Lobby
package import SimperiumSync

/// That something has happened in the lobby. What it is, `LobbyReplica.event(of:)` tells when its
/// turn has come.
package enum LobbyNews: Hashable, Sendable {
    case bucket(BucketEvent, in: LobbyBucket)
    /// All that the hub has is here.
    case caughtUp
    case offline
}
