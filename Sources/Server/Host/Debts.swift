import SimperiumClock

/// What is being paid of what the store says is owed.
struct Debts {
    /// How many payments are under way.
    var open = 0
    /// Whether the store has more to tell.
    var hasMore = false
    /// Whether something could not be paid since it was asked last.
    var hasFailed = false
    /// When what could not be paid is tried again.
    var retryAt: Instant?

    /// The store is asked, from the beginning.
    mutating func begin() {
        hasMore = false
        hasFailed = false
        retryAt = nil
    }
}
