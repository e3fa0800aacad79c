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

    /// Returns the time between two timestamps. It wraps on overflow, because peers may send any
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
