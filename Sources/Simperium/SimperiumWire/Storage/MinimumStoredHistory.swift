/// The minimum history that a store keeps of each bucket.
package struct MinimumStoredHistory: Hashable, Sendable {
    /// The minimum number of changes that the log keeps.
    package var logLength = 10_000
    /// The minimum number of removed objects that are kept, with the ids of their last changes.
    /// They outlive the log, so that a repeated old change is recognised as applied.
    package var removals = 10_000

    package init() {}

    package init(logLength: Int, removals: Int) {
        self.logLength = logLength
        self.removals = removals
    }
}
