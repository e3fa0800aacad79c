internal import CSimperiumUV
internal import Glibc
internal import SimperiumClock

/// Knows whether the machine has slept, by a clock that goes on meanwhile and one that does not.
package struct SleepWatch: Sendable {
    /// What is less is no sleep: the two clocks are not read at the same instant.
    private static let least = Duration.seconds(2)

    private var asleep: Duration

    package init() {
        asleep = Self.asleepSoFar
    }

    /// Whether the machine has slept since this was asked last.
    package mutating func hasSlept() -> Bool {
        let before = asleep
        asleep = Self.asleepSoFar
        return asleep - before > Self.least
    }

    private static var asleepSoFar: Duration { time(CLOCK_BOOTTIME) - time(CLOCK_MONOTONIC) }

    private static func time(_ clock: CInt) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
