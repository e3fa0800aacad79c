package import SimperiumClock

/// The progress of a client towards the hub's state.
package enum ReplicaStatus: Hashable, Codable, Sendable {
    case connecting
    case authorizing
    /// The client reads the missing data: the whole index, or the changes since its last
    /// connection.
    case indexing
    case synced
    /// There is no connection. `retryAt` is nil if none is wanted; `because` is nil if none was
    /// lost.
    case offline(retryAt: Instant?, because: LinkFailure?)
    /// The hub does not accept the token. All objects and edits are kept for another token.
    case unauthorized(reason: String)
}
