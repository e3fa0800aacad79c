import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Synchronization

/// A guard of some of Kim's buckets. It records its observations and questions, and returns the
/// verdicts that a test sets.
struct TestGuard: ChangeValidator, ChangeValidatorProvider {
    /// The record outlives the guard, whose hub may drop it or be dropped.
    final class Record: Sendable {
        let observations = Mutex<[GuardedBucketEvent]>([])
        let proposals = Mutex<[ProposedChange]>([])
        /// The verdicts on keys that may not be written.
        let verdicts = Mutex<[ObjectKey: ValidationResult]>([:])
        /// The sessions that it was asked to end: the client, the cause, and the time.
        let ends = Mutex<[End]>([])
        /// The start times of what the rules count, by key.
        let starts = Mutex<[(key: ObjectKey, since: ServerTime)]>([])
    }

    struct End: Hashable {
        let clientID: ClientID
        let why: SessionEndReason
        /// The number of its observations at that time.
        let observations: Int
    }

    let buckets: [BucketName]
    let rules: Int? = 7
    private let record: Record

    init(of buckets: [BucketName], _ record: Record) {
        self.buckets = buckets
        self.record = record
    }

    func changeValidator(for log: UserLogID) -> (any ChangeValidator)? {
        log == BucketID.todo.log ? self : nil
    }

    mutating func observe(_ observation: GuardedBucketEvent, in bucket: BucketName, at now: Instant)
    {
        record.observations.withLock { $0.append(observation) }
    }

    func validate(_ proposal: ProposedChange, at now: Instant) -> ValidationResult {
        record.proposals.withLock { $0.append(proposal) }
        return record.verdicts.withLock { $0[proposal.key] } ?? .allowed
    }

    func clockStartTimes(
        in bucket: BucketName, of key: ObjectKey?
    ) -> [(key: ObjectKey, since: ServerTime)] {
        record.starts.withLock { starts in
            starts.filter { start in key.map { $0 == start.key } ?? true }
        }
    }

    func sessionOutcome(of clientID: ClientID, reason: SessionEndReason, at stamp: ServerTime)
        -> JSONObject?
    {
        let observed = record.observations.withLock(\.count)
        record.ends.withLock {
            $0.append(End(clientID: clientID, why: reason, observations: observed))
        }
        return ["lost": JSON(clientID.text)]
    }
}

extension TestHub {
    var observations: [GuardedBucketEvent] { record.observations.withLock { $0 } }
    var ends: [TestGuard.End] { record.ends.withLock { $0 } }
    var proposals: [ProposedChange] { record.proposals.withLock { $0 } }

    /// The start times of what the rules count.
    var starts: [(key: ObjectKey, since: ServerTime)] {
        get { record.starts.withLock { $0 } }
        nonmutating set { record.starts.withLock { $0 = newValue } }
    }

    var verdicts: [ObjectKey: ValidationResult] {
        get { record.verdicts.withLock { $0 } }
        nonmutating set { record.verdicts.withLock { $0 = newValue } }
    }
}
