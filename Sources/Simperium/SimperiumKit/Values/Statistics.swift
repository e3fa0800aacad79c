internal import SimperiumClock
internal import SimperiumSync

/// How a client is doing, in numbers.
public struct Statistics: Hashable, Sendable {
    /// Objects with edits that the server has not been sent, or has refused.
    public let unsent: Int
    /// Objects with a change that the server has not answered.
    public let unacknowledged: Int
    /// How long the server took to answer, the last time that it had to.
    public let roundTrip: Duration?
    public let lastHeard: ContinuousClock.Instant?

    init(_ statistics: ReplicaStatistics, at now: Instant) {
        unsent = statistics.unsent
        unacknowledged = statistics.unacknowledged
        roundTrip = statistics.roundTrip
        lastHeard = statistics.lastHeard.map { ContinuousClock.Instant($0, at: now) }
    }
}
