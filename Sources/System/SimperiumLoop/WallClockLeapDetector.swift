package import SimperiumClock

/// A detector of leaps of the wall clock. After each leap, an app sends its core the wall-clock
/// time. Between leaps, the core computes the time from the loop's clock.
package struct WallClockLeapDetector: Sendable {
    /// The largest change of `lead` that does not count as a leap, in milliseconds. `lead` always
    /// varies a little, because the two clocks are read one after the other.
    private static let tolerance: Int64 = 50

    /// The lead of the wall clock over the loop's clock when a time was last returned, in
    /// milliseconds; nil before the first call.
    private var lead: Int64?

    package init() {}

    /// Returns the wall-clock time to send to the core before the next event; nil if the clock has
    /// not leapt since the last returned time. The first call returns a time.
    package mutating func detectLeap(at now: Instant) -> ServerTime? {
        let wall = ThisProcess.calendarMilliseconds
        let lead = wall - (now - .start).nanoseconds / 1_000_000
        if let known = self.lead, abs(lead - known) <= Self.tolerance { return nil }
        self.lead = lead
        return ServerTime(milliseconds: wall)
    }
}
