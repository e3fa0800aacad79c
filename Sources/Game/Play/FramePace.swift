package import SimperiumClock

/// When a frame may be shown: what a key did at once, everything else at most fifteen times a
/// second.
package struct FramePace: Hashable, Sendable {
    private var limit = RateLimit(atOnce: 1, perSecond: 15)
    /// When the frame is due that was asked for and is not shown yet.
    package private(set) var nextDeadline: Instant?

    package init() {}

    /// Whether to show a frame now. If not, ask again at `nextDeadline`.
    package mutating func allows(at now: Instant, isUrgent: Bool) -> Bool {
        if isUrgent { limit.forgive() }
        let isAllowed = limit.allows(at: now)
        nextDeadline = isAllowed ? nil : limit.opensAt
        return isAllowed
    }
}
