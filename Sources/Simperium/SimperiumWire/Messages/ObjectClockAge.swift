package import SimperiumClock

/// The time that a bucket's rules have measured for an object, such as the thinking time of the
/// player to move.
package struct ObjectClockAge: Hashable, Sendable {
    package let key: ObjectKey
    /// The measured time, clamped to a range that programs can calculate with.
    package let milliseconds: Int

    package init(_ key: ObjectKey, milliseconds: Int) {
        self.key = key
        self.milliseconds = min(max(milliseconds, 0), Limits.longestAbsence * 1_000)
    }

    package init(_ key: ObjectKey, _ age: Duration) {
        self.init(key, milliseconds: age.wholeMilliseconds)
    }

    /// Returns the time that the measurement began, if the hub sent the age at `now`.
    package func start(before now: Instant) -> Instant { now + .milliseconds(-milliseconds) }
}
