internal import SimperiumClock

/// The growing pauses between restarts of a process that keeps ending.
package struct RestartBackoff: Hashable, Sendable {
    package enum ProcessEnd: Hashable, Sendable {
        /// The process refused to start.
        case refused
        /// The process ended for another reason, this long after its start. `hasBegun` is true if
        /// the process had started to work.
        case ended(after: Duration, hasBegun: Bool)
    }

    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(30))
    /// A run of at least this length resets the count of failures.
    private static let healthyRunTime = Duration.seconds(60)

    /// The number of runs that ended in a row, including the last one. A long run starts the count
    /// again at 1.
    private var failures = 0
    private var hasBegun = false

    package init() {}

    /// Returns the pause before the next run; nil if the process refused to start and no run has
    /// started to work. The configuration is then wrong, and a restart is useless. After a run that
    /// worked, the process may refuse only because the previous process still holds the address.
    package mutating func pauseBeforeRestart(after end: ProcessEnd) -> Duration? {
        var runTime = Duration.zero
        switch end {
        case .refused: guard hasBegun else { return nil }
        case .ended(let time, let hasBegun):
            if hasBegun { self.hasBegun = true }
            runTime = time
        }
        failures = runTime >= Self.healthyRunTime ? 1 : failures + 1
        return Self.backoff.wait(after: failures)
    }
}
