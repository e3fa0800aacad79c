import SimperiumClock

/// How the store has done: what it failed to do, and whether it still fails.
struct StoreHealth {
    private(set) var failedWrites = 0
    private(set) var failedReads = 0
    /// Whether a part of it was found damaged when the server began.
    var isDamaged = false
    private var lastFailure: Instant?

    mutating func countFailedWrite(at now: Instant) {
        failedWrites += 1
        lastFailure = now
    }

    mutating func countFailedRead(at now: Instant) {
        failedReads += 1
        lastFailure = now
    }

    /// A failure counts until nothing has failed for `memory`: what fails again and again is left
    /// alone meanwhile, so that silence alone says little.
    func isFailing(at now: Instant, memory: Duration) -> Bool {
        isDamaged || lastFailure.map { now - $0 < memory } == true
    }
}
