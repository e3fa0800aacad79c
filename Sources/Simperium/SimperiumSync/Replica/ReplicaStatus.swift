package import SimperiumClock

/// The status of a replica's connection and sync.
package enum ReplicaStatus: Hashable, Codable, Sendable {
    case connecting
    case authorizing
    /// The client reads the missing data: the whole index, or the changes since its last
    /// connection.
    case indexing
    case synced
    /// There is no connection. `retryAt` is the time of the next dial; nil if none is planned.
    /// `because` is the last failure; nil if there was none.
    case offline(retryAt: Instant?, because: LinkFailure?)
    /// The hub does not accept the token, or the objects belong to another user. All objects and
    /// edits are kept for the next token.
    case unauthorized(reason: String)
}
