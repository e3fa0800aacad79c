/// The time that a client may return in, after its connection ended without a goodbye.
package struct Absence: Hashable, Codable, Sendable {
    /// The reason that the connection ended, as far as the client sent one.
    package enum Cause: String, Hashable, Codable, CaseIterable, Sendable {
        /// The program is suspended, because its user wants that.
        case paused
        /// The program has ended without being asked to leave, and may start again.
        case gone
        /// The connection broke or timed out.
        case line
    }

    package let since: Instant
    /// The end of the absence. Then the client counts as gone.
    package let until: Instant
    package let cause: Cause

    package init(since: Instant, until: Instant, cause: Cause) {
        self.since = since
        self.until = until
        self.cause = cause
    }

    /// True if no return is possible: the absence ended when it began.
    package var isForGood: Bool { until <= since }
}
