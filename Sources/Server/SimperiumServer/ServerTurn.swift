import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork

/// What a server knows of its turns: of this one, and how long those before took at most.
struct ServerTurn {
    var wallClock = WallClock()
    private var longestWork = Duration.zero

    mutating func note(work: Duration) {
        if work > longestWork { longestWork = work }
    }

    /// What an operator is told of this process.
    func gauges(of connectionSet: ConnectionSet) -> Gauges {
        var gauges = Gauges()
        gauges.queuedBytes = connectionSet.heldBytes
        gauges.mostQueuedBytes = connectionSet.mostHeldBytes
        gauges.endedForMemory = connectionSet.endedForMemory
        gauges.longestTurn = longestWork.microseconds
        return gauges
    }
}

extension Duration {
    var microseconds: Int { Int(nanoseconds / 1_000) }
}
