import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Synchronization

/// A guard of some of Kim's buckets that writes down what it is told and asked, and says what a
/// test wants.
struct TestGuard: Guard, Guards {
    /// What is written down outlives the guard, whose hub may drop it or be dropped.
    final class Record: Sendable {
        let observations = Mutex<[Observation]>([])
        let proposals = Mutex<[Proposal]>([])
        /// Keys that may not be written, and what is said of them.
        let verdicts = Mutex<[ObjectKey: Verdict]>([:])
        /// Whose seats it was told to end, how, and what there was then.
        let ends = Mutex<[End]>([])
        /// Since when something runs, by keys.
        let starts = Mutex<[(key: ObjectKey, since: Stamp)]>([])
    }

    struct End: Hashable {
        let clientID: ClientID
        let why: SeatEnd.Why
        /// How much it had observed.
        let observations: Int
    }

    let buckets: [BucketName]
    let rules: Int? = 7
    private let record: Record

    init(of buckets: [BucketName], _ record: Record) {
        self.buckets = buckets
        self.record = record
    }

    func `guard`(for log: LogID) -> (any Guard)? { log == BucketID.todo.log ? self : nil }

    mutating func observe(_ observation: Observation, in bucket: BucketName, at now: Instant) {
        record.observations.withLock { $0.append(observation) }
    }

    func verdict(on proposal: Proposal, at now: Instant) -> Verdict {
        record.proposals.withLock { $0.append(proposal) }
        return record.verdicts.withLock { $0[proposal.key] } ?? .allowed
    }

    func starts(
        in bucket: BucketName, of key: ObjectKey?
    ) -> [(key: ObjectKey, since: Stamp)] {
        record.starts.withLock { starts in
            starts.filter { start in key.map { $0 == start.key } ?? true }
        }
    }

    func ending(of clientID: ClientID, why: SeatEnd.Why, at stamp: Stamp) -> JSONObject? {
        let observed = record.observations.withLock(\.count)
        record.ends.withLock {
            $0.append(End(clientID: clientID, why: why, observations: observed))
        }
        return ["lost": JSON(clientID.text)]
    }
}

extension TestServer {
    var observations: [Observation] { record.observations.withLock { $0 } }
    var ends: [TestGuard.End] { record.ends.withLock { $0 } }
    var proposals: [Proposal] { record.proposals.withLock { $0 } }

    /// Since when something runs, of which the guard tells.
    var starts: [(key: ObjectKey, since: Stamp)] {
        get { record.starts.withLock { $0 } }
        nonmutating set { record.starts.withLock { $0 = newValue } }
    }

    var verdicts: [ObjectKey: Verdict] {
        get { record.verdicts.withLock { $0 } }
        nonmutating set { record.verdicts.withLock { $0 = newValue } }
    }
}
