import SimperiumClock

/// The failures of a server's store.
struct StoreHealth: Hashable {
    private(set) var failedWrites = 0
    private(set) var failedReads = 0
    private var lastFailure: Instant?

    mutating func countFailedWrite(at now: Instant) {
        failedWrites += 1
        lastFailure = now
    }

    mutating func countFailedRead(at now: Instant) {
        failedReads += 1
        lastFailure = now
    }

    mutating func add(_ other: StoreHealth) {
        failedWrites += other.failedWrites
        failedReads += other.failedReads
        lastFailure = [lastFailure, other.lastFailure].compactMap(\.self).max()
    }

    /// Returns true if a read or a write failed within the last `memory`. A log that fails
    /// repeatedly is not used for a while, so a short time without failures proves nothing.
    func isFailing(at now: Instant, memory: Duration) -> Bool {
        lastFailure.map { now - $0 < memory } == true
    }
}
