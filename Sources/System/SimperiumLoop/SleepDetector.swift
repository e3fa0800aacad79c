internal import CSimperiumUV
internal import Glibc
package import SimperiumClock

/// A detector of the machine's sleep. It compares two clocks: one runs while the machine sleeps,
/// the other stops.
package struct SleepDetector: Sendable {
    /// The longest sleep that is ignored, because the two clocks are not read at the same instant.
    private static let least = Duration.seconds(2)

    private var asleep: Duration

    package init() {
        asleep = Self.asleepSoFar
    }

    /// Returns true if the machine has slept for more than two seconds since the last call, or
    /// since `init`.
    package mutating func hasSleptSinceLastCall() -> Bool {
        let before = asleep
        asleep = Self.asleepSoFar
        return asleep - before > Self.least
    }

    private static var asleepSoFar: Duration { time(CLOCK_BOOTTIME) - time(CLOCK_MONOTONIC) }

    fileprivate static func time(_ clock: CInt) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Loop {
    /// The current time by a clock that also runs while the machine sleeps.
    package static var bootNow: Instant { .start + SleepDetector.time(CLOCK_BOOTTIME) }
}
