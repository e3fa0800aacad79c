package import SimperiumClock

/// How long what a bucket's rules count in an object had run when the hub said so, such as the time
/// of whoever is to move.
package struct ObjectAge: Hashable, Sendable {
    package let key: ObjectKey
    /// Of the range that programs can reckon with, whatever a peer says.
    package let milliseconds: Int

    package init(_ key: ObjectKey, milliseconds: Int) {
        self.key = key
        self.milliseconds = min(max(milliseconds, 0), Limits.longestAbsence * 1_000)
    }

    package init(_ key: ObjectKey, _ age: Duration) {
        self.init(key, milliseconds: age.wholeMilliseconds)
    }

    /// Since when it runs, if that was said at `now`.
    package func start(before now: Instant) -> Instant { now + .milliseconds(-milliseconds) }
}
