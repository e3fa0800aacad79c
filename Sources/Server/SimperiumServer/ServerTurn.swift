import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork

/// What a server knows of its turns: of this one, and how long those before took at most.
struct ServerTurn {
    /// Whether something was lost of what the turn was to say.
    var isUnsaid = false
    var wallClock = WallClock()
    private var longestWork = Duration.zero
    private var longestCommit = Duration.zero

    mutating func note(work: Duration) {
        if work > longestWork { longestWork = work }
    }

    mutating func note(commit: Duration) {
        if commit > longestCommit { longestCommit = commit }
    }

    /// What an operator is told of this process.
    func gauges(of connectionSet: ConnectionSet) -> Gauges {
        var gauges = Gauges()
        gauges.queuedBytes = connectionSet.heldBytes
        gauges.mostQueuedBytes = connectionSet.mostHeldBytes
        gauges.endedForMemory = connectionSet.endedForMemory
        gauges.longestTurn = Int(longestWork.nanoseconds / 1_000)
        gauges.longestCommit = Int(longestCommit.nanoseconds / 1_000)
        return gauges
    }
}
