import SimperiumClock

/// The progress of the deliveries of pending inserts.
struct PendingInsertProgress {
    /// The number of deliveries under way.
    var open = 0
    /// True if the store has more debts.
    var hasMore = false
    /// True if a delivery has failed since the store was last read.
    var hasFailed = false
    /// The time when the store is read next; nil if that is not planned.
    var retryAt: Instant?

    /// Resets the state before the store is read again. Deliveries under way still count.
    mutating func reset() {
        hasMore = false
        hasFailed = false
        retryAt = nil
    }
}
