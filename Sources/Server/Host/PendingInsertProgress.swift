import SimperiumClock

/// The progress of the delivery of owed objects.
struct PendingInsertProgress {
    /// The number of deliveries under way.
    var open = 0
    /// True if the store has more debts.
    var hasMore = false
    /// True if a delivery has failed since the store was last read.
    var hasFailed = false
    /// The time of the next attempt after a failure.
    var retryAt: Instant?

    /// Resets the state before the store is read from the beginning.
    mutating func reset() {
        hasMore = false
        hasFailed = false
        retryAt = nil
    }
}
