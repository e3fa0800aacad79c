import SimperiumWire

/// The buckets whose leases are being read. Until all are read, a log may have sessions that the
/// hub doesn't know.
struct LeaseReadings {
    private var logs: [BucketHandle: UserLogID] = [:]

    /// Records that a bucket of a log is being opened.
    mutating func insert(_ bucket: BucketHandle, of log: UserLogID) { logs[bucket] = log }

    mutating func remove(_ bucket: BucketHandle) { logs[bucket] = nil }

    func isReading(_ log: UserLogID) -> Bool { logs.values.contains(log) }
}
