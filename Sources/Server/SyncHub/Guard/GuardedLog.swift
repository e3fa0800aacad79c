import SimperiumClock
import SimperiumWire

/// A guarded log that is open.
struct GuardedLog {
    private(set) var `guard`: any Guard
    /// The buckets that the guard has not been shown, or must be shown again.
    private var unseen: Set<BucketName>
    /// The buckets in which a change waits until the guard has seen everything.
    private var waiting: [BucketHandle] = []
    var departures = Departures()

    init(_ guard: any Guard) {
        self.guard = `guard`
        unseen = Set(`guard`.buckets)
    }

    var isSeen: Bool { unseen.isEmpty }

    mutating func wait(_ bucket: BucketHandle) {
        waiting.append(bucket)
    }

    mutating func observe(_ observation: Observation, in bucket: BucketName, at now: Instant) {
        `guard`.observe(observation, in: bucket, at: now)
    }

    mutating func takeDues(as ordinal: Ordinal) -> Dues {
        `guard`.takeDues(as: ordinal)
    }

    /// Takes note that all of a bucket has been shown, and says which others need not wait now.
    mutating func finish(_ bucket: BucketName, at clock: inout HubClock) -> [BucketHandle] {
        observe(.foundAll, in: bucket, at: clock.now)
        unseen.remove(bucket)
        guard isSeen else { return [] }
        observe(.opened(at: clock.stamp()), in: bucket, at: clock.now)
        defer { waiting = [] }
        return waiting
    }

    /// Takes note that the store has failed a bucket, and what waited there is dropped.
    mutating func lose(_ bucket: BucketName, at now: Instant) {
        departures = Departures()
        observe(.lost, in: bucket, at: now)
        unseen.insert(bucket)
    }
}
