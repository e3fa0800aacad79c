import SimperiumWire

/// Which buckets have not said yet what is owned there. Until they have, a seat may turn up that is
/// not known.
struct SeatReadings {
    /// One time that a bucket's leases are read. They count up.
    struct Number: Comparable {
        /// That of a bucket's opening, on which whoever comes waits in any case.
        static let opening = Number(value: 0)

        fileprivate var value: UInt64

        static func < (one: Number, other: Number) -> Bool { one.value < other.value }
    }

    private struct Expected {
        let log: LogID
        /// What has been asked for already, and may be answered by what was the case before now.
        var begun: Number?
        /// What is asked for once the bucket gets to it.
        var waiting: Number?
    }

    /// What is known once all have been done that were asked for up to now.
    private(set) var latest = Number.opening
    private var expected: [BucketHandle: Expected] = [:]

    /// Takes note that a bucket of a log is being opened.
    mutating func open(_ bucket: BucketHandle, of log: LogID) {
        expected[bucket] = Expected(log: log, begun: .opening)
    }

    /// Has a bucket read its leases from now on; nil if it is going to do so anyway. What it has
    /// begun with does not count.
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

    /// Whether one up to that is still to be done in a log.
    func isExpecting(of log: LogID, upTo number: Number) -> Bool {
        expected.values.contains { bucket in
            guard bucket.log == log else { return false }
            return [bucket.begun, bucket.waiting].contains { $0.map { $0 <= number } ?? false }
        }
    }
}
