internal import SimperiumClock
internal import SimperiumSync

/// The status of a client's connection and sync.
@nonexhaustive
public enum SyncStatus: Hashable, Sendable {
    case connecting
    case authorizing
    /// The client reads the missing data: the whole index, or the changes since its last
    /// connection.
    case indexing
    case synced
    /// There is no connection. `retryAt` is the time of the next try; nil if none is planned.
    /// `because` is the last failure; nil if there was none.
    case offline(retryAt: ContinuousClock.Instant?, because: ConnectionFailure?)
    /// The server does not accept the token, or the objects in this client belong to another user.
    /// All objects and edits are kept.
    case unauthorized(reason: String)
    /// The server refuses this bucket, but not the user's token, or it does not serve the app. The
    /// client asks again from time to time.
    case denied(BucketName, reason: String)

    init(_ status: SimperiumSync.ReplicaStatus, at now: Instant) {
        switch status {
        case .connecting: self = .connecting
        case .authorizing: self = .authorizing
        case .indexing: self = .indexing
        case .synced: self = .synced
        case .offline(let retryAt, let reason):
            self = .offline(
                retryAt: retryAt.map { ContinuousClock.Instant($0, at: now) },
                because: reason.map { ConnectionFailure($0) })
        case .unauthorized(let reason): self = .unauthorized(reason: reason)
        }
    }
}

extension ContinuousClock.Instant {
    /// Creates the instant from a time of a loop's clock. `now` is the present time of that clock.
    init(_ instant: Instant, at now: Instant) {
        self = ContinuousClock.now + (instant - now)
    }
}
