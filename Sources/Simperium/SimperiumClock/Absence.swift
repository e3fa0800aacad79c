/// That somebody's connection ended without a goodbye, so that they may return.
package struct Absence: Hashable, Codable, Sendable {
    /// How the connection ended, as far as it said.
    package enum Cause: String, Hashable, Codable, CaseIterable, Sendable {
        /// The program sleeps, because its user wants that.
        case paused
        /// The program has ended without being asked to leave, and may be started again.
        case gone
        /// The line broke, or fell silent.
        case line
    }

    package let since: Instant
    /// After that they have left.
    package let until: Instant
    package let cause: Cause

    package init(since: Instant, until: Instant, cause: Cause) {
        self.since = since
        self.until = until
        self.cause = cause
    }

    /// Whether they have left as it began: they can't come back.
    package var isForGood: Bool { until <= since }
}
