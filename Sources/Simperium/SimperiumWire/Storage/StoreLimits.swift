/// How much of a bucket's past a store remembers at least.
package struct StoreLimits: Hashable, Sendable {
    /// Changes.
    package var logLength = 10_000
    /// Objects that were removed, with the ids of what changed them last. They outlive the log, so
    /// that somebody who returns from far away and says again what had been applied is told so.
    package var removals = 10_000

    package init() {}

    package init(logLength: Int, removals: Int) {
        self.logLength = logLength
        self.removals = removals
    }
}
