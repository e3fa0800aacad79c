package import SimperiumWire

/// Has the logs of users closed who were deleted, at whichever node.
///
/// That a log is to be closed is noted in one step with the deletion, and struck off once it is:
/// should the node end that has deleted, another one does the rest. It can't be closed as long as
/// anything is left there, or on its way from there: then that is seen to, and somebody looks again
/// later. To close a log once more does no harm.
package struct LogClosing: Sendable {
    package enum Event: Hashable, Sendable {
        /// The node lives, and looks whether there is anything to be done.
        case renewed
        case died
        case found(EngineOutcome)
        case closed(SharedLogID, EngineOutcome)
    }

    package enum Effect: Hashable, Sendable {
        /// To be answered by `found`: one is on its way at most.
        case find(AccountDeed)
        /// To be answered by `closed`.
        case close(SharedLogID)
        case strikeOff(AccountDeed)
        /// What is in these is to be dropped, and what is on its way from there carried.
        case clear([BucketID])
        /// Has what dropped buckets left swept up by who follows it.
        case open(SharedLogID)
    }

    /// For so long nobody else looks at what one does.
    package static let claim = Duration.seconds(5)

    private var isAsking = false

    package init() {}

    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .renewed:
            guard !exchange(&isAsking, with: true) else { return [] }
            return [.find(.closings(for: Self.claim))]
        case .died:
            isAsking = false
            return []
        case .found(let outcome):
            isAsking = false
            guard case .answered(.logs(let logs)) = outcome else { return [] }
            return logs.map { .close($0) }
        case .closed(let log, .answered(.done)): return [.strikeOff(.closed(log))]
        case .closed(let log, .answered(.owing(let buckets))):
            return buckets.isEmpty ? [.open(log)] : [.clear(buckets.map { log.bucket($0) })]
        case .closed: return []
        }
    }
}
