package import SimperiumClock

/// When a frame may be shown: what a key did at once, everything else at most fifteen times a
/// second.
package struct FramePace: Hashable, Sendable {
    private static let pause = Duration.nanoseconds(1_000_000_000 / 15)

    private var shownAt: Instant?
    /// When the frame is due that was asked for and is not shown yet.
    package private(set) var nextDeadline: Instant?

    package init() {}

    /// Whether to show a frame now. If not, ask again at `nextDeadline`.
    package mutating func allows(at now: Instant, isUrgent: Bool) -> Bool {
        let due = shownAt.map { $0 + Self.pause } ?? now
        guard isUrgent || due <= now else {
            nextDeadline = due
            return false
        }
        shownAt = now
        nextDeadline = nil
        return true
    }
}
