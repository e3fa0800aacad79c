import SimperiumClock
import SimperiumWire

/// Buckets that the store has failed, and how long each is left in peace: not at all after the
/// first time, which a full disk may explain, and longer after each further one.
struct StoreBackoff {
    private static let shortestRest = Duration.seconds(1)
    private static let longestRest = Duration.seconds(60)
    /// A bucket that has not failed for so long is as good as any other.
    private static let memory = Duration.seconds(600)

    private struct Record {
        var rest: Duration?
        var last: Instant

        var end: Instant { last + (rest ?? .zero) }
    }

    private var records: [BucketID: Record] = [:]

    mutating func note(_ bucket: BucketID, at now: Instant) {
        records = records.filter { now - $0.value.last < Self.memory }
        var record = Record(rest: nil, last: now)
        if let earlier = records[bucket] {
            record.rest = earlier.rest.map { min($0 * 2, Self.longestRest) } ?? Self.shortestRest
        }
        records[bucket] = record
    }

    /// When a bucket may be opened again; nil if it may be now.
    func rest(of bucket: BucketID, at now: Instant) -> Instant? {
        records[bucket].flatMap { now < $0.end ? $0.end : nil }
    }
}
