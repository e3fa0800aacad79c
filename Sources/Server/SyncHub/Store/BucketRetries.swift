import SimperiumClock
import SimperiumWire

/// The retry times of buckets after store failures.
///
/// After a first failure, which a full disk may explain, the hub may open a bucket at once. After
/// each further failure, the hub must wait for longer.
struct BucketRetries {
    private static let backoff = Backoff(from: .seconds(1), to: .seconds(60))
    private static let failureMemory = Duration.seconds(600)

    private struct FailureRecord {
        var failures = 0
        var last: Instant
    }

    private var records: [BucketID: FailureRecord] = [:]

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

/// The logs that the store has no room for. A full log accepts only removals.
struct FullLogs {
    /// The time that a log counts as full.
    private static let fullPause = Duration.seconds(10)

    /// The time when each full log stops counting as full.
    private var ends: [UserLogID: Instant] = [:]

    mutating func insert(_ log: UserLogID, at now: Instant) {
        ends = ends.filter { $0.value > now }
        ends[log] = now + Self.fullPause
    }

    func contains(_ log: UserLogID, at now: Instant) -> Bool {
        ends[log].map { now < $0 } ?? false
    }
}
