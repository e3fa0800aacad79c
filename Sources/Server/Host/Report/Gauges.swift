/// Figures that only the program around a host can measure.
package struct Gauges: Hashable, Sendable {
    /// Bytes that the process holds, to be sent to clients or received from them: now, and the most
    /// so far.
    package var queuedBytes = 0
    package var mostQueuedBytes = 0
    /// Connections that were ended because the process held too many bytes.
    package var endedForMemory = 0
    /// The longest time for one event with its effects, and for one commit.
    package var longestTurn = Duration.zero
    package var longestCommit = Duration.zero
    /// The events that an acknowledged change survives.
    package var durability = Durability.memory
    /// The reason if the store can't be used now, or is damaged.
    package var storeFailure: String?
    /// Nil for a server that has a store of its own.
    package var node: NodeGauges?
    /// The counts of the other services of the same server.
    package var others: [Host.Tally] = []

    package init() {}

    /// The promise of a server, as `/healthz` names it.
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
