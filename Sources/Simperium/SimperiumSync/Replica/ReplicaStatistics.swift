package import SimperiumClock

/// How a replica is doing, in numbers.
package struct ReplicaStatistics: Hashable, Sendable {
    /// Objects with edits that the hub has not been sent, or has refused.
    package var unsent = 0
    /// Objects with a change that the hub has not answered.
    package var unacknowledged = 0
    /// How long the hub took to answer, the last time that it had to.
    package var roundTrip: Duration?
    package var lastHeard: Instant?
    /// Whether the hub was asked for a sign of life, and owes it.
    package var isAsking = false

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
