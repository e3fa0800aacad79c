// SimperiumClock: time as a value, and small parts for any machine: queues, limits, random numbers.
// Not here: clocks and timers (SimperiumLoop).
// Start with `Instant`; then `ServerTime`, a server's time; `SerialEventQueue`; `RateLimiter`.

/// A point in time, as the time since an arbitrary but fixed start.
///
/// A core never reads a clock. The core's caller passes the present time.
package struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let nanoseconds: Int64

    package static let start = Instant(nanoseconds: 0)

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package init(milliseconds: Int64) {
        nanoseconds = milliseconds * 1_000_000
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (instant: Instant, wait: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + wait.nanoseconds)
    }

    package static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }

    /// Whole seconds since the start, rounded towards zero, for a clock on a screen.
    package var wholeSeconds: Int { (self - .start).wholeSeconds }

    package var description: String { "\(self - .start)" }
}

extension Instant: Codable {
    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}

/// Returns the sooner of two deadlines; nil means never.
package func sooner(_ left: Instant?, _ right: Instant?) -> Instant? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}

extension Duration {
    /// Whole nanoseconds, rounded towards zero. Traps if the duration exceeds 292 years.
    package var nanoseconds: Int64 { Int64(attoseconds / 1_000_000_000) }

    /// Whole milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int { Int(nanoseconds / 1_000_000) }

    /// Whole milliseconds, rounded up, so that a timer never fires early.
    package var millisecondsRoundedUp: Int64 {
        let nanoseconds = nanoseconds
        return nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0)
    }

    /// Whole seconds, rounded towards zero, for the time since an event.
    package var wholeSeconds: Int { Int(components.seconds) }

    /// Whole seconds, rounded up, and at least zero, for a countdown.
    package var secondsRoundedUp: Int {
        let (seconds, attoseconds) = components
        return max(0, Int(seconds) + (attoseconds > 0 ? 1 : 0))
    }
}

/// A server's wall-clock time, in milliseconds since 1970. Within one log, timestamps never
/// decrease, even if the clock is set back.
package struct ServerTime: Hashable, Comparable, Codable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (one: ServerTime, other: ServerTime) -> Bool {
        one.milliseconds < other.milliseconds
    }

    /// Returns the time between two timestamps. The subtraction wraps, because peers may send any
    /// number.
    package static func - (later: ServerTime, earlier: ServerTime) -> Duration {
        .milliseconds(later.milliseconds.subtractingReportingOverflow(earlier.milliseconds).0)
    }

    package static func - (stamp: ServerTime, duration: Duration) -> ServerTime {
        stamp + (.zero - duration)
    }

    package static func + (stamp: ServerTime, duration: Duration) -> ServerTime {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000
        return ServerTime(milliseconds: stamp.milliseconds &+ milliseconds)
    }
}

/// The absence of a client whose connection has ended although its user did not leave. The client
/// may return until the absence ends; never, if the absence is final, as after close code 4004.
package struct Absence: Hashable, Codable, Sendable {
    package enum Cause: String, Hashable, Codable, CaseIterable, Sendable {
        /// The program is suspended, because its user paused it.
        case paused
        /// The program ended although its user did not leave. The user may start it again.
        case gone
        /// The connection broke or timed out, or the client named neither of the other causes.
        case line
    }

    package let since: Instant
    /// The end of the absence. The client can't return after this time.
    package let until: Instant
    package let cause: Cause

    package init(since: Instant, until: Instant, cause: Cause) {
        self.since = since
        self.until = until
        self.cause = cause
    }

    /// True if the client can't return at all, because the absence ends at the moment it begins.
    package var isFinal: Bool { until <= since }
}

/// A day of the Gregorian calendar, in UTC.
package struct CivilDate: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Creates the date that is this number of days after 1 January 1970.
    package init(daysSince1970 days: Int) {
        // Years are counted from March on, so that a leap day is the last day of its year.
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        year = era * 400 + yearOfEra + (monthFromMarch < 10 ? 0 : 1)
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    }

    /// The date in the form `2026-11-23`.
    package var text: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
}

extension Int {
    /// Returns the number in decimal, padded with leading zeros to `width` digits.
    package func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
