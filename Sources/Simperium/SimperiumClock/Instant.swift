// SimperiumClock: time as a value, and small parts for any machine: queues, limits, random numbers.
// Not here: clocks and timers (SimperiumLoop).
// Start with `Instant`; then `ServerTime`, a server's time; `TurnQueue`; `RateLimit`.

/// A point in time, as the time since a fixed start that its owner chooses.
///
/// A core never reads a clock. Its caller passes the present time.
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
    /// Whole nanoseconds, rounded towards zero. The range is 292 years.
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
