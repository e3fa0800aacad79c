internal import SimperiumClock
internal import SimperiumSync

/// How far a client is from having what its server has.
@nonexhaustive
public enum SyncStatus: Hashable, Sendable {
    case connecting
    case authorizing
    /// It reads what it lacks: all there is, or what happened since it was last here.
    case indexing
    case synced
    /// There is no connection. `retryAt` is nil if none is wanted, `because` if none was lost.
    case offline(retryAt: ContinuousClock.Instant?, because: ConnectionFailure?)
    /// The server does not accept the token, or the objects in this client belong to another user
    /// than the token. All objects and edits are kept.
    case unauthorized(reason: String)

    init(_ status: SimperiumSync.SyncStatus, at now: Instant) {
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
    /// The same moment as a loop's clock tells it, which says `now`.
    init(_ instant: Instant, at now: Instant) {
        self = ContinuousClock.now + (instant - now)
    }
}
