internal import SimperiumClock

/// The pauses between restarts of a process that keeps ending. They grow.
package struct RestartBackoff: Hashable, Sendable {
    /// The end of a run.
    package enum End: Hashable, Sendable {
        /// The process refused to start.
        case refused
        /// The process ended otherwise, with the time since its start.
        case ended(after: Duration, hasBegun: Bool)
    }

    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(30))
    /// A longer run than this resets the count of failures.
    private static let goodLife = Duration.seconds(60)

    /// The number of short runs in a row, including the last one.
    private var failures = 0
    private var hasBegun = false

    package init() {}

    /// Returns the pause after a run; nil if a restart is useless. A process that never started
    /// can't start with its configuration. After a first start it may have to wait for the remains
    /// of an earlier run.
    package mutating func wait(after end: End) -> Duration? {
        switch end {
        case .refused: return hasBegun ? wait(afterLifeOf: .zero) : nil
        case .ended(let life, let hasBegun):
            if hasBegun { self.hasBegun = true }
            return wait(afterLifeOf: life)
        }
    }

    private mutating func wait(afterLifeOf life: Duration) -> Duration {
        failures = life >= Self.goodLife ? 1 : failures + 1
        return Self.backoff.wait(after: failures)
    }
}
