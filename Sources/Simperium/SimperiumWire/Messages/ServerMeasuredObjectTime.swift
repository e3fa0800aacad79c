package import SimperiumClock

/// The time that a bucket's rules have measured for an object, such as the thinking time of the
/// player to move.
package struct ServerMeasuredObjectTime: Hashable, Sendable {
    package let key: ObjectKey
    /// The measured time, clamped to the range from 0 to a day.
    package let milliseconds: Int

    package init(_ key: ObjectKey, milliseconds: Int) {
        self.key = key
        self.milliseconds = min(max(milliseconds, 0), Limits.longestAbsence * 1_000)
    }

    package init(_ key: ObjectKey, _ age: Duration) {
        self.init(key, milliseconds: age.wholeMilliseconds)
    }

    /// Returns the start of the measurement. `now` is the time when the hub sent the age.
    package func measurementStart(before now: Instant) -> Instant {
        now + .milliseconds(-milliseconds)
    }
}
