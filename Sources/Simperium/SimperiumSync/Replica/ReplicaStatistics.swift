package import SimperiumClock

/// The sync statistics of a replica.
package struct ReplicaStatistics: Hashable, Sendable {
    /// The number of objects with edits that were not sent, or were refused.
    package var unsent = 0
    /// The number of objects with a change that the hub has not answered.
    package var unacknowledged = 0
    /// The time between the last answered change or heartbeat and its answer; nil before the first
    /// answer.
    package var roundTrip: Duration?
    package var lastHeard: Instant?
    /// True while a heartbeat is unanswered.
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
