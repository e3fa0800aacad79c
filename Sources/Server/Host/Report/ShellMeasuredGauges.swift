/// The figures that the host's shell measures, because the host does no I/O.
package struct ShellMeasuredGauges: Hashable, Sendable {
    /// The number of received and unsent bytes that wait in all connections now.
    package var queuedBytes = 0
    /// The highest value that `queuedBytes` has had.
    package var mostQueuedBytes = 0
    /// The number of connections that were closed because too many bytes waited.
    package var endedForMemory = 0
    /// The longest time that the loop needed for one event with its effects.
    package var longestTick = Duration.zero
    /// The longest time from the start of a store batch until it was stored.
    package var longestCommit = Duration.zero
    /// The worst event that an acknowledged change survives.
    package var durability = ReportedDurability.memory
    /// The fault of a store that can't be used now, or that is damaged; nil if no store has a
    /// fault.
    package var storeFailure: String?
    /// The figures of a server in a cluster; nil for a server with its own store.
    package var node: NodeAndRedisHealth?
    /// The counts of the server's other hosts.
    package var others: [Host.HostCounts] = []

    package init() {}

    /// The worst event that an acknowledged change survives, as `/healthz` names it.
    package enum ReportedDurability: String, Hashable, Sendable {
        /// A power cut.
        case disk
        /// The end of the process.
        case process
        /// None. The data is lost when the process ends.
        case memory
        /// Unknown, because Redis does not show its settings.
        case unknown
    }
}
