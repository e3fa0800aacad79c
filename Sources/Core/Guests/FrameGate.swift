internal import SimperiumClock

/// Lets frames pass until there were a few, and then at a steady rate.
struct FrameGate: Hashable, Sendable {
    private var allowance: Allowance
    /// When the next frame may pass; nil if it may at any time.
    private(set) var opensAt: Instant?

    init(atOnce most: Int, perSecond: Int, at now: Instant) {
        allowance = Allowance(atOnce: most, perSecond: perSecond, at: now)
    }

    var isOpen: Bool { opensAt == nil }

    mutating func pass(at now: Instant) {
        opensAt = allowance.use(1, at: now)
    }

    mutating func wake(at now: Instant) {
        if let opening = opensAt, opening <= now { opensAt = nil }
    }
}
