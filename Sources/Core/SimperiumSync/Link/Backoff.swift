internal import SimperiumClock

/// How long to wait after failures in a row: each time up to twice as long, a minute at most.
///
/// Up to, because all clients of a hub that restarts would otherwise return at the same moment.
enum Backoff {
    static let longest = Duration.seconds(60)

    static func wait(after failures: Int, _ random: inout SeededRandom) -> Duration {
        let limit = min(Duration.seconds(1 << min(failures - 1, 6)), longest)
        return .nanoseconds(Int64(random.below(UInt64(limit.nanoseconds) + 1)))
    }
}
