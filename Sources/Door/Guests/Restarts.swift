internal import SimperiumClock

/// Whether, and after how long, something is started once more that keeps ending.
package struct Restarts: Hashable, Sendable {
    /// How a life has ended.
    package enum End: Hashable, Sendable {
        /// By its own word that it can't begin.
        case refused
        /// Otherwise, so long after it was started.
        case ended(after: Duration, hasBegun: Bool)
    }

    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(30))
    /// Whatever has lived so long, ended for some new reason.
    private static let goodLife = Duration.seconds(60)

    /// How many lives in a row were short, the last one included.
    private var failures = 0
    private var hasBegun = false

    package init() {}

    /// The wait after a life with that end; nil if it is in vain. What could never begin can't be
    /// had as it was asked for, and what has begun once may have to wait for what an earlier life
    /// has left.
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
