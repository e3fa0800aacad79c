import SimperiumClock
import SimperiumWire

/// The retry times of buckets after store failures, and the logs that the store has no room for.
///
/// After a first failure, which a full disk may explain, the hub may open a bucket at once. After
/// each further failure, the hub must wait for longer.
struct BucketRetriesAndFullLogs {
    private static let backoff = Backoff(from: .seconds(1), to: .seconds(60))
    private static let failureMemory = Duration.seconds(600)

    private struct FailureRecord {
        var failures = 0
        var last: Instant
    }

    /// The time that a log counts as full. A full log accepts only removals.
    private static let fullPause = Duration.seconds(10)

    private var records: [BucketID: FailureRecord] = [:]
    /// The time when each full log stops counting as full.
    private var full: [UserLogID: Instant] = [:]

    mutating func recordStoreFull(_ log: UserLogID, at now: Instant) {
        full = full.filter { $0.value > now }
        full[log] = now + Self.fullPause
    }

    func isStoreFull(_ log: UserLogID, at now: Instant) -> Bool {
        full[log].map { now < $0 } ?? false
    }

    mutating func recordFailure(_ bucket: BucketID, at now: Instant) {
        records = records.filter { now - $0.value.last < Self.failureMemory }
        let failures = records[bucket]?.failures ?? 0
        records[bucket] = FailureRecord(failures: failures + 1, last: now)
    }

    /// Returns the time when a bucket may be opened again; nil if it may be opened now.
    func retryTime(of bucket: BucketID, at now: Instant) -> Instant? {
        guard let record = records[bucket] else { return nil }
        let end = record.last + Self.backoff.wait(after: record.failures - 1)
        return now < end ? end : nil
    }
}
