package import SimperiumClock

/// How far a client is from having what the hub has.
package enum SyncStatus: Hashable, Codable, Sendable {
    case connecting
    case authorizing
    /// It reads what it lacks: all there is, or what happened since it was last here.
    case indexing
    case synced
    /// There is no connection. `retryAt` is nil if none is wanted, `because` if none was lost.
    case offline(retryAt: Instant?, because: ConnectionFailure?)
    /// The hub does not accept the token. All objects and edits are kept for another one.
    case unauthorized(reason: String)
}
