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

/// The reason that there is no connection to the server.
@nonexhaustive
public enum ConnectionFailure: Error, Hashable, Sendable {
    case nameUnknown
    case unreachable
    /// The machine exists, but no program listens on the server's port.
    case refused
    case certificateExpired
    case certificateNotYetValid
    /// The certificate is for a name other than the server's.
    case certificateOfAnother
    /// No authority that this machine trusts has signed the certificate.
    case certificateUntrusted
    case certificateRejected
    /// The server offers no encryption, or none that is safe.
    case unencrypted
    /// The server uses another protocol.
    case notSimperium
    /// The versions of server and client are too different.
    case otherVersion
    /// The server refuses this client, or a proxy in front of it asks for credentials.
    case forbidden
    /// The server accepts no more clients at present.
    case full
    /// The server closed the connection, for example to restart.
    case closedByServer
    /// Another program has taken this program's session over.
    case takenOver
    case lost
    case timedOut
    /// The server sent nothing for longer than the timeout.
    case silent
    /// The server is alive, but has not answered a request.
    case unanswered
    /// Changes arrive faster than the client can apply them.
    case outpaced
    /// The server sent a frame that can't be read.
    case garbled
}

extension ConnectionFailure {
    init(_ failure: SimperiumSync.LinkFailure) {
        switch failure {
        case .nameUnknown: self = .nameUnknown
        case .unreachable: self = .unreachable
        case .refused, .notStarted: self = .refused
        case .certificateRejected(let flaw): self.init(flaw)
        case .unencrypted: self = .unencrypted
        case .notSimperium: self = .notSimperium
        case .otherVersion: self = .otherVersion
        case .forbidden: self = .forbidden
        case .full: self = .full
        case .closedByHub: self = .closedByServer
        case .takenOver: self = .takenOver
        case .lost: self = .lost
        case .timedOut: self = .timedOut
        case .silent: self = .silent
        case .unanswered: self = .unanswered
        case .outpaced: self = .outpaced
        case .garbled: self = .garbled
        }
    }

    private init(_ flaw: CertificateFlaw) {
        switch flaw {
        case .expired: self = .certificateExpired
        case .notYetValid: self = .certificateNotYetValid
        case .wrongHost: self = .certificateOfAnother
        case .untrusted: self = .certificateUntrusted
        case .other: self = .certificateRejected
        }
    }
}

/// The sync statistics of a client.
public struct Statistics: Hashable, Sendable {
    /// The number of objects with unsent or refused edits, and without a change in flight.
    public let unsent: Int
    /// The number of objects with a change in flight that awaits the server's answer.
    public let unacknowledged: Int
    /// The time between the last answered change or heartbeat and its answer; nil before the first
    /// answer.
    public let roundTrip: Duration?
    /// The time of the last message from the server; nil before the first one.
    public let lastHeard: ContinuousClock.Instant?

    init(_ statistics: ReplicaStatistics, at now: Instant) {
        unsent = statistics.unsent
        unacknowledged = statistics.unacknowledged
        roundTrip = statistics.roundTrip
        lastHeard = statistics.lastHeard.map { ContinuousClock.Instant($0, at: now) }
    }
}
