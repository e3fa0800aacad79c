/// When a server did something, by its wall clock: milliseconds since 1970. In the order of one log
/// stamps never go back, whatever happens to the clock.
package struct Stamp: Hashable, Comparable, Codable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static func < (one: Stamp, other: Stamp) -> Bool {
        one.milliseconds < other.milliseconds
    }

    /// How long after another stamp this is; beyond what a peer may claim it does not go.
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
