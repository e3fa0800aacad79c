/// A server's wall-clock time, in milliseconds since 1970. Within one log stamps never decrease,
/// even if the clock is set back.
package struct Stamp: Hashable, Comparable, Codable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (one: Stamp, other: Stamp) -> Bool {
        one.milliseconds < other.milliseconds
    }

    /// Returns the time between two stamps. It wraps on overflow, because peers may send any
    /// number.
    package static func - (later: Stamp, earlier: Stamp) -> Duration {
        .milliseconds(later.milliseconds.subtractingReportingOverflow(earlier.milliseconds).0)
    }

    package static func - (stamp: Stamp, duration: Duration) -> Stamp {
        stamp + (.zero - duration)
    }

    package static func + (stamp: Stamp, duration: Duration) -> Stamp {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000
        return Stamp(milliseconds: stamp.milliseconds &+ milliseconds)
    }
}
