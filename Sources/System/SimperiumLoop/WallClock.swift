package import SimperiumClock

/// What a core knows of the wall clock: it goes on by itself, and is told of each leap.
package struct WallClock: Sendable {
    /// By how much the clocks may differ from what was told, in milliseconds: a turn that takes
    /// long is no leap.
    private static let tolerance: Int64 = 50

    /// How far the wall clock was ahead of the present.
    private var lead: Int64?

    package init() {}

    /// What it is to be told before the next event; nil if it knows.
    package mutating func news(at now: Instant) -> Stamp? {
        let wall = ThisProcess.calendarMilliseconds
        let lead = wall - (now - .start).nanoseconds / 1_000_000
        if let known = self.lead, abs(lead - known) <= Self.tolerance { return nil }
        self.lead = lead
        return Stamp(milliseconds: wall)
    }
}
