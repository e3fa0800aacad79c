package import SimperiumClock

/// A detector of leaps of the wall clock. A core receives the wall-clock time after each leap, and
/// computes it between leaps.
package struct WallClockLeapDetector: Sendable {
    /// The tolerated difference of the clocks, in milliseconds: a long turn does not count as a
    /// leap.
    private static let tolerance: Int64 = 50

    /// The lead of the wall clock over the loop's clock when the time was last sent, in
    /// milliseconds; nil before the first time.
    private var lead: Int64?

    package init() {}

    /// Returns the wall-clock time to send to the core before the next event; nil if the clock has
    /// not leapt since the last returned time.
    package mutating func detectLeap(at now: Instant) -> ServerTime? {
        let wall = ThisProcess.calendarMilliseconds
        let lead = wall - (now - .start).nanoseconds / 1_000_000
        if let known = self.lead, abs(lead - known) <= Self.tolerance { return nil }
        self.lead = lead
        return ServerTime(milliseconds: wall)
    }
}
