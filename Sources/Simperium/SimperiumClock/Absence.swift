/// The absence of a client that may return, after its connection ended without a goodbye.
package struct Absence: Hashable, Codable, Sendable {
    /// The reason that the connection ended.
    package enum Cause: String, Hashable, Codable, CaseIterable, Sendable {
        /// The program is suspended, because its user paused it.
        case paused
        /// The program ended although its user did not leave, and may start again.
        case gone
        /// The connection broke or timed out, or the client sent no reason.
        case line
    }

    package let since: Instant
    /// The end of the absence. After it, the client can't return.
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
