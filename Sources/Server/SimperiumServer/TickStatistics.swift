import Host
import SimperiumNetwork

/// The longest tick so far.
struct TickStatistics {
    private var longestWork = Duration.zero

    mutating func recordIfLongest(work: Duration) {
        if work > longestWork { longestWork = work }
    }

    /// Returns the figures of this process's connections and ticks, for an operator.
    func gauges(of connectionSet: ConnectionSet) -> ServerGauges {
        var gauges = ServerGauges()
        gauges.queuedBytes = connectionSet.heldBytes
        gauges.mostQueuedBytes = connectionSet.mostHeldBytes
        gauges.endedForMemory = connectionSet.endedForMemory
        gauges.longestTurn = longestWork
        return gauges
    }
}
