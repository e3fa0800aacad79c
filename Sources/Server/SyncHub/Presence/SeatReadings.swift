import SimperiumWire

/// The buckets whose leases are being read. Until they are, a log may have sessions that this hub
/// doesn't know.
struct SeatReadings {
    /// The number of one reading of a bucket's leases. Numbers increase.
    struct Number: Comparable {
        /// The reading when a bucket is opened. Every client waits for it.
        static let opening = Number(value: 0)

        fileprivate var value: UInt64

        static func < (one: Number, other: Number) -> Bool { one.value < other.value }
    }

    private struct Expected {
        let log: LogID
        /// The reading that is under way. Its result may be older than a request that comes now.
        var begun: Number?
        /// The reading that the bucket begins when it gets to it.
        var waiting: Number?
    }

    /// The last reading that was requested.
    private(set) var latest = Number.opening
    private var expected: [BucketHandle: Expected] = [:]

    /// Records that a bucket of a log is being opened.
    mutating func open(_ bucket: BucketHandle, of log: LogID) {
        expected[bucket] = Expected(log: log, begun: .opening)
    }

    /// Requests a new reading of a bucket's leases. Returns nil if one is waiting to begin; a
    /// reading that has begun doesn't count.
    mutating func ask(_ bucket: BucketHandle, of log: LogID) -> Number? {
        guard expected[bucket]?.waiting == nil else { return nil }
        latest.value += 1
        expected[bucket, default: Expected(log: log)].waiting = latest
        return latest
    }

    mutating func begin(_ number: Number, by bucket: BucketHandle) {
        guard expected[bucket]?.waiting == number else { return }
        expected[bucket]?.waiting = nil
        expected[bucket]?.begun = number
    }

    mutating func end(_ number: Number, by bucket: BucketHandle) {
        guard expected[bucket]?.begun == number else { return }
        expected[bucket]?.begun = nil
        if expected[bucket]?.waiting == nil { expected[bucket] = nil }
    }

    mutating func forget(_ bucket: BucketHandle) { expected[bucket] = nil }

    /// True if a reading up to that number is unfinished in the log.
    func isExpecting(of log: LogID, upTo number: Number) -> Bool {
        expected.values.contains { bucket in
            guard bucket.log == log else { return false }
            return [bucket.begun, bucket.waiting].contains { $0.map { $0 <= number } ?? false }
        }
    }
}
