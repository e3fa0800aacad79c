/// Figures that only the program around a host can measure.
package struct ServerGauges: Hashable, Sendable {
    /// Bytes that the process holds now, to be sent to clients or received from them.
    package var queuedBytes = 0
    /// The most bytes that the process has held so far.
    package var mostQueuedBytes = 0
    /// Connections that were ended because the process held too many bytes.
    package var endedForMemory = 0
    /// The longest time for one event with its effects.
    package var longestTurn = Duration.zero
    /// The longest time for one commit.
    package var longestCommit = Duration.zero
    /// The events that an acknowledged change survives.
    package var durability = Durability.memory
    /// The fault of the store, if it can't be used now or is damaged.
    package var storeFailure: String?
    /// The figures of a server of a cluster; nil for a server that has a store of its own.
    package var node: NodeGauges?
    /// The counts of the other services of the same server.
    package var others: [Host.Tally] = []

    package init() {}

    /// The events that an acknowledged change survives, as `/healthz` names them.
    package enum Durability: String, Hashable, Sendable {
        /// A power cut.
        case disk
        /// The end of the process.
        case process
        /// None: the data ends with the process.
        case memory
        /// Redis does not show its settings.
        case unknown
    }
}
