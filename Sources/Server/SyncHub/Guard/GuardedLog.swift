import SimperiumClock
import SimperiumWire

/// An open log with a guard.
///
/// Changes wait until the guard has been shown all buckets of the log. After a failure of the store
/// a bucket is shown again.
struct GuardedLog {
    private(set) var `guard`: any ChangeValidator
    /// The buckets that have not been shown to the guard completely.
    private var unseen: Set<BucketName>
    /// The buckets with a change that waits until all buckets have been shown.
    private var waiting: [BucketHandle] = []
    var departures = ClosedConnectionsWithWork()

    init(_ guard: any ChangeValidator) {
        self.guard = `guard`
        unseen = Set(`guard`.buckets)
    }

    var isSeen: Bool { unseen.isEmpty }

    mutating func addBucketWithWaitingChange(_ bucket: BucketHandle) {
        waiting.append(bucket)
    }

    mutating func observe(_ observation: Observation, in bucket: BucketName, at now: Instant) {
        `guard`.observe(observation, in: bucket, at: now)
    }

    mutating func pendingInsertEdits(as ordinal: SequenceNumber) -> PendingInsertEdits {
        `guard`.pendingInsertEdits(as: ordinal)
    }

    /// Records that all objects of a bucket have been shown. Returns the buckets that can continue,
    /// if all buckets have been shown; otherwise none.
    mutating func finishShowing(_ bucket: BucketName, at clock: inout HubClock) -> [BucketHandle] {
        observe(.foundAll, in: bucket, at: clock.now)
        unseen.remove(bucket)
        guard isSeen else { return [] }
        observe(.opened(at: clock.stamp()), in: bucket, at: clock.now)
        defer { waiting = [] }
        return waiting
    }

    /// Records that the store has failed a bucket, which must be shown again. All departures end.
    mutating func recordLoss(_ bucket: BucketName, at now: Instant) {
        departures = ClosedConnectionsWithWork()
        observe(.lost, in: bucket, at: now)
        unseen.insert(bucket)
    }
}
