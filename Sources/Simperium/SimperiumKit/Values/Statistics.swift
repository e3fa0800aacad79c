internal import SimperiumClock
internal import SimperiumSync

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
