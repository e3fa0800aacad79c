package import Clockwork

/// How far a client is from having what the hub has.
package enum SyncStatus: Hashable, Sendable {
    case connecting
    case authorizing
    case indexing
    case synced
    case offline(retryAt: Instant)
    case unauthorized(reason: String)
}
