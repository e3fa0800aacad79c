internal import SimperiumClock

/// Lets frames pass until there were a few, and then at a steady rate.
struct FrameGate: Hashable, Sendable {
    private var rate: RateLimit
    /// When the next frame may pass; nil if it may at any time.
    private(set) var opensAt: Instant?

    init(atOnce most: Int, perSecond: Int) {
        rate = RateLimit(atOnce: most, perSecond: perSecond)
    }

    var isOpen: Bool { opensAt == nil }

    mutating func pass(at now: Instant) {
        opensAt = rate.use(1, at: now)
    }

    mutating func wake(at now: Instant) {
        if let opening = opensAt, opening <= now { opensAt = nil }
    }
}
