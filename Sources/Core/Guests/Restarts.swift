internal import SimperiumClock

/// How long to wait before something is started once more that keeps ending.
package struct Restarts: Hashable, Sendable {
    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(30))
    /// Whatever has lived so long, ended for some new reason.
    private static let goodLife = Duration.seconds(60)

    /// How many lives in a row were short, the last one included.
    private var failures = 0

    package init() {}

    /// The wait after a life of that length.
    package mutating func wait(after life: Duration) -> Duration {
        failures = life >= Self.goodLife ? 1 : failures + 1
        return Self.backoff.wait(after: failures)
    }
}
