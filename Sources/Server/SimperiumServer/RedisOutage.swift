package import SimperiumClock

/// A failure of Redis in the log, which needs a second line when Redis answers again.
package struct RedisOutage: Sendable {
    /// The time of the latest log line about the failure; nil if Redis answers.
    private var loggedAt: Instant?

    package init() {}

    package mutating func recordLogged(at now: Instant) { loggedAt = now }

    /// Ends the failure if the server's last answered call to Redis was sent after the log line.
    /// Returns true if a failure has ended. `renewal` is nil if no call was answered.
    package mutating func endsWithRenewal(at renewal: Instant?) -> Bool {
        guard let loggedAt, let renewal, renewal > loggedAt else { return false }
        self.loggedAt = nil
        return true
    }
}
