package import SimperiumClock
package import SimperiumWire

/// The identity and the options of a replica, fixed for its life.
package struct ReplicaSettings: Hashable, Codable, Sendable {
    package let app: AppID
    /// The id of this installation: random, and kept on this device only. The hub resumes a session
    /// only for the client id that began it.
    package let clientID: ClientID
    /// The id of this run of the program, different in each run.
    package let run: RunID
    /// The seed of randomness that need not be secret, such as the pauses before dialling again.
    package let seed: UInt64
    package var extensions: InitRequest.Extensions = [.away, .resume, .restored]
    package var pace = RedialPace.patient
    /// The session that this run continues, from an earlier run with the same `clientID`; nil for
    /// none.
    package var seat: ResumeToken?
    /// The secret that this client chooses for the session; nil unless the client is the door (the
    /// SSH server).
    package var ownSecret: ResumeSecret?
    /// The preferred hall for a session that has no hall yet; nil for no preference.
    package var hall: RequestedHall?
    package var library = "simperium-swift"
    package var libraryVersion = "0.3.0"

    package init(app: AppID, clientID: ClientID, run: RunID, seed: UInt64) {
        self.app = app
        self.clientID = clientID
        self.run = run
        self.seed = seed
    }
}

package enum ReplicaStatus: Hashable, Codable, Sendable {
    case connecting
    case authorizing
    /// The client reads the whole index, the changes since its last connection, or single objects.
    case indexing
    case synced
    /// There is no connection. `retryAt` is the time of the next dial, if one is planned; `because`
    /// is the last failure, if any.
    case offline(retryAt: Instant?, because: LinkFailure?)
    /// The hub does not accept the token, or the objects belong to another user. All objects and
    /// edits are kept for the next token.
    case unauthorized(reason: String)
}

package struct ReplicaStatistics: Hashable, Sendable {
    /// The number of objects with unsent or refused edits, and without a change in flight.
    package var unsent = 0
    /// The number of objects with a change in flight.
    package var unacknowledged = 0
    /// The number of objects with edits that the hub has not accepted.
    package var unsentOrUnacknowledged: Int { unsent + unacknowledged }
    /// The time from the sending of a change or heartbeat to its answer, for the last answer; nil
    /// before the first answer.
    package var roundTrip: Duration?
    package var lastHeard: Instant?
    package var awaitsHeartbeatAnswer = false

    package init(
        unsent: Int = 0, unacknowledged: Int = 0, roundTrip: Duration? = nil,
        lastHeard: Instant? = nil
    ) {
        self.unsent = unsent
        self.unacknowledged = unacknowledged
        self.roundTrip = roundTrip
        self.lastHeard = lastHeard
    }
}
