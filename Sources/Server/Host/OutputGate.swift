package import SimperiumWire
package import SyncHub

/// The record of unstored and lost writes that determines when a server's outputs may leave.
///
/// The hub runs ahead of its store. An output waits until all writes so far to its subjects are
/// stored. A subject is a log or the accounts. A frame's subjects are the logs of its connection;
/// an HTTP answer's subjects are those of its call. The shell holds the waiting bytes.
///
/// Writes are stored in batches, in their order. `sealBatch` closes the current batch, and
/// `recordStored` records that a batch is stored. A log with a refused write is lost until
/// `recordRecovery`. Outputs that depend on a lost log never leave.
package struct OutputGate: Sendable {
    package typealias Batch = UInt64

    package enum OutputReceiver: Hashable, Sendable {
        case connection(ConnectionID)
        case call(CallID)
        /// A delivery of pending inserts, by its number.
        case delivery(Int)
    }

    package enum OutputReleaseTime: Hashable, Sendable {
        case now
        /// As soon as this batch is stored.
        case after(Batch)
        case never
    }

    private struct OutputReceiverWait {
        /// The last batch that the receiver's outputs wait for.
        var batch: Batch
        /// The subjects with unstored writes that the waiting outputs depend on.
        var subjects: Set<StoreFailureDomain>
    }

    /// The logs that a connection's frames depend on. A single log, the usual case, needs no array.
    private enum ConnectionLogs {
        case one(StoreFailureDomain)
        case several([StoreFailureDomain])

        var all: [StoreFailureDomain] {
            switch self {
            case .one(let log): [log]
            case .several(let logs): logs
            }
        }
    }

    /// The number of the current batch. This batch collects the writes.
    package private(set) var current: Batch = 1
    /// The last batch that contains a write to the subject, for each subject with unstored writes.
    private var unstored: [StoreFailureDomain: Batch] = [:]
    private var lostSubjects: Set<StoreFailureDomain> = []
    private var logs: [ConnectionID: ConnectionLogs] = [:]
    private var waits: [OutputReceiver: OutputReceiverWait] = [:]

    package init() {}

    /// True if no output has to wait.
    package var isOpen: Bool { unstored.isEmpty && lostSubjects.isEmpty && waits.isEmpty }

    /// Records that the frames of a connection depend on a log from now on.
    package mutating func addDependency(of connection: ConnectionID, on log: UserLogID) {
        let subject = StoreFailureDomain.log(log)
        guard let known = logs[connection] else { return logs[connection] = .one(subject) }
        if !known.all.contains(subject) { logs[connection] = .several(known.all + [subject]) }
    }

    package mutating func removeConnection(_ connection: ConnectionID) {
        logs[connection] = nil
        waits[.connection(connection)] = nil
    }

    package mutating func removeCall(_ call: CallID) {
        waits[.call(call)] = nil
    }

    /// Records a write to these subjects in the current batch.
    package mutating func recordWrite(to subjects: [StoreFailureDomain]) {
        for subject in subjects { unstored[subject] = current }
    }

    /// Records an output to a connection: a frame, or the close. Returns the output's release time.
    package mutating func scheduleOutput(to connection: ConnectionID) -> OutputReleaseTime {
        guard !isOpen else { return .now }
        return switch logs[connection] {
        case .one(let log): scheduleOutput(.connection(connection), CollectionOfOne(log))
        case .several(let logs): scheduleOutput(.connection(connection), logs)
        case nil: scheduleOutput(.connection(connection), [])
        }
    }

    /// Records an output that depends on these subjects, and returns the output's release time. An
    /// output is never released before an earlier output to the same receiver.
    package mutating func scheduleOutput<Subjects: Sequence<StoreFailureDomain>>(
        _ receiver: OutputReceiver, _ subjects: Subjects
    ) -> OutputReleaseTime {
        guard !isOpen else { return .now }
        var wait = waits[receiver]
        for subject in subjects {
            if lostSubjects.contains(subject) { return .never }
            guard let batch = unstored[subject] else { continue }
            var longer = wait ?? OutputReceiverWait(batch: batch, subjects: [])
            longer.batch = max(longer.batch, batch)
            longer.subjects.insert(subject)
            wait = longer
        }
        guard let wait else { return .now }
        waits[receiver] = wait
        return .after(wait.batch)
    }

    /// Closes the current batch, and begins the next. Returns the number of the closed batch.
    package mutating func sealBatch() -> Batch {
        defer { current += 1 }
        return current
    }

    /// Records that a batch is stored, except for refused writes. Returns the receivers whose
    /// outputs may leave now, and all waiting connections, because their earlier frames may leave.
    package mutating func recordStored(_ batch: Batch) -> [OutputReceiver] {
        unstored = unstored.filter { $0.value > batch }
        var (released, remaining) = ([OutputReceiver](), [OutputReceiver: OutputReceiverWait]())
        for (receiver, wait) in waits {
            if wait.batch > batch { remaining[receiver] = wait }
            if wait.batch <= batch || receiver.isConnection { released.append(receiver) }
        }
        waits = remaining
        return released
    }

    package var unstoredSubjects: Set<StoreFailureDomain> { Set(unstored.keys) }

    /// Returns true if a write to these subjects must not reach the store, because it may depend on
    /// a refused write.
    package func refusesWrites(to subjects: [StoreFailureDomain]) -> Bool {
        !lostSubjects.isEmpty && !lostSubjects.isDisjoint(with: subjects)
    }

    /// Records that writes to these subjects are lost. Further writes to the logs are refused until
    /// `recordRecovery`. Writes to the accounts are not refused.
    ///
    /// Returns the receivers with outputs that depend on the lost writes. The caller must drop all
    /// waiting outputs to these receivers.
    package mutating func recordLoss(of subjects: Set<StoreFailureDomain>) -> [OutputReceiver] {
        for subject in subjects where subject != .accounts { lostSubjects.insert(subject) }
        for subject in subjects { unstored[subject] = nil }
        let retracted = waits.filter { !$0.value.subjects.isDisjoint(with: subjects) }
        for receiver in retracted.keys { waits[receiver] = nil }
        return Array(retracted.keys)
    }

    /// Records that the hub has handled the loss of a subject's writes, and uses the store's data
    /// again.
    package mutating func recordRecovery(of subject: StoreFailureDomain) {
        lostSubjects.remove(subject)
    }
}

extension OutputGate.OutputReceiver {
    fileprivate var isConnection: Bool {
        if case .connection = self { true } else { false }
    }
}
