package import SimperiumWire
package import SyncHub

/// The order between a server's outputs and the writes that they depend on.
///
/// The hub runs ahead of its store. An output waits until the store has kept all writes so far of
/// the subjects that it depends on: for a frame, the logs of its connection; for an HTTP answer,
/// the subjects of the call. Nothing else makes it wait. The shell holds the bytes.
///
/// Writes are kept in batches, in their order. `seal` ends the batch that collects, and
/// `recordStored` records that the store has one. A subject whose write was refused is *fallen*
/// until the hub knows: outputs that depend on it never leave.
package struct OutputGate: Sendable {
    package typealias Batch = UInt64

    /// A receiver of outputs that may have to wait.
    package enum Receiver: Hashable, Sendable {
        case connection(ConnectionID)
        case call(CallID)
        /// A delivery from one log to others.
        case delivery(Int)
    }

    /// The verdict on an output: it may leave now, later or never.
    package enum ReleaseTime: Hashable, Sendable {
        case now
        /// As soon as this batch is kept.
        case after(Batch)
        case never
    }

    private struct PendingOutput {
        /// The last batch that an output of the receiver waits for.
        var batch: Batch
        /// The subjects with writes that any of its waiting outputs depend on.
        var subjects: Set<StoreFailureDomain>
    }

    /// The logs that a connection's frames depend on. Mostly it is one, which needs no array.
    private enum Logs {
        case one(StoreFailureDomain)
        case several([StoreFailureDomain])

        var all: [StoreFailureDomain] {
            switch self {
            case .one(let log): [log]
            case .several(let logs): logs
            }
        }
    }

    /// The batch that collects writes.
    package private(set) var current: Batch = 1
    /// The last batch with a write to each subject, of the batches that are not kept.
    private var unkept: [StoreFailureDomain: Batch] = [:]
    private var fallen: Set<StoreFailureDomain> = []
    private var logs: [ConnectionID: Logs] = [:]
    private var waits: [Receiver: PendingOutput] = [:]

    package init() {}

    /// True if no output has to wait.
    package var isOpen: Bool { unkept.isEmpty && fallen.isEmpty && waits.isEmpty }

    /// Records that the frames of a connection depend on a log from now on.
    package mutating func addDependency(_ connection: ConnectionID, _ log: UserLogID) {
        let subject = StoreFailureDomain.log(log)
        guard let known = logs[connection] else { return logs[connection] = .one(subject) }
        if !known.all.contains(subject) { logs[connection] = .several(known.all + [subject]) }
    }

    /// Forgets a connection that has ended.
    package mutating func removeConnection(_ connection: ConnectionID) {
        logs[connection] = nil
        waits[.connection(connection)] = nil
    }

    /// Forgets a call whose caller is gone.
    package mutating func removeCall(_ call: CallID) {
        waits[.call(call)] = nil
    }

    /// Records a write in the batch that collects.
    package mutating func recordWrite(_ subjects: [StoreFailureDomain]) {
        for subject in subjects { unkept[subject] = current }
    }

    /// Returns the release time of a frame, or of the close of a connection.
    package mutating func releaseTime(to connection: ConnectionID) -> ReleaseTime {
        guard !isOpen else { return .now }
        return switch logs[connection] {
        case .one(let log): releaseTime(.connection(connection), CollectionOfOne(log))
        case .several(let logs): releaseTime(.connection(connection), logs)
        case nil: releaseTime(.connection(connection), [])
        }
    }

    /// Returns the release time of an output that depends on these subjects. It leaves behind all
    /// earlier outputs to the same receiver.
    package mutating func releaseTime<Subjects: Sequence<StoreFailureDomain>>(
        _ receiver: Receiver, _ subjects: Subjects
    ) -> ReleaseTime {
        guard !isOpen else { return .now }
        var wait = waits[receiver]
        for subject in subjects {
            if fallen.contains(subject) { return .never }
            guard let batch = unkept[subject] else { continue }
            var longer = wait ?? PendingOutput(batch: batch, subjects: [])
            longer.batch = max(longer.batch, batch)
            longer.subjects.insert(subject)
            wait = longer
        }
        guard let wait else { return .now }
        waits[receiver] = wait
        return .after(wait.batch)
    }

    /// Ends the batch that collects, and begins the next.
    package mutating func seal() -> Batch {
        defer { current += 1 }
        return current
    }

    /// Records that the store has all of a batch but the refused subjects. Returns the receivers
    /// whose outputs may leave now, and all connections that wait, because their earlier frames may
    /// leave.
    package mutating func recordStored(_ batch: Batch) -> [Receiver] {
        unkept = unkept.filter { $0.value > batch }
        var (released, remaining) = ([Receiver](), [Receiver: PendingOutput]())
        for (receiver, wait) in waits {
            if wait.batch > batch { remaining[receiver] = wait }
            if wait.batch <= batch || receiver.isConnection { released.append(receiver) }
        }
        waits = remaining
        return released
    }

    /// The subjects with writes that are not kept.
    package var unkeptSubjects: Set<StoreFailureDomain> { Set(unkept.keys) }

    /// Returns true if a write follows from one that was refused. It must not reach the store.
    package func refusesWrites(_ subjects: [StoreFailureDomain]) -> Bool {
        !fallen.isEmpty && !fallen.isDisjoint(with: subjects)
    }

    /// Records that writes of these subjects are lost. Returns the receivers with outputs that
    /// depend on them; all that waits for these receivers must be dropped.
    package mutating func recordLoss(_ subjects: Set<StoreFailureDomain>) -> [Receiver] {
        for subject in subjects where subject != .accounts { fallen.insert(subject) }
        for subject in subjects { unkept[subject] = nil }
        let retracted = waits.filter { !$0.value.subjects.isDisjoint(with: subjects) }
        for receiver in retracted.keys { waits[receiver] = nil }
        return Array(retracted.keys)
    }

    /// Records that the hub knows of the loss, and has begun again with the store's data.
    package mutating func recordRecovery(_ subject: StoreFailureDomain) {
        fallen.remove(subject)
    }
}

extension OutputGate.Receiver {
    fileprivate var isConnection: Bool {
        if case .connection = self { true } else { false }
    }
}
