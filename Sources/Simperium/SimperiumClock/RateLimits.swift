/// A rate limit for each of many, of whom only so many are remembered.
package struct RateLimits<Key: Hashable & Sendable>: Sendable {
    /// What everybody begins with.
    private let fresh: RateLimit
    private let capacity: Int
    /// Up to when each has spent its time.
    private var spent: [Key: Instant] = [:]

    /// Beyond `capacity`, those are forgotten who may go on as a stranger may; and everybody, if
    /// hardly any can be.
    package init(_ limit: RateLimit, capacity: Int = 10_000) {
        fresh = limit
        self.capacity = capacity
    }

    /// How many are remembered.
    package var count: Int { spent.count }

    /// How long the next thing of one of them must wait.
    package func wait(of key: Key, at now: Instant) -> Duration {
        limit(of: key).wait(at: now)
    }

    /// Lets something of one of them pass that costs so much; false if it must wait.
    package mutating func allows(_ key: Key, costing price: Int = 1, at now: Instant) -> Bool {
        guard limit(of: key).wait(for: price, at: now) == .zero else { return false }
        charge(key, price, at: now)
        return true
    }

    /// Gives one of them back what was charged for too much.
    package mutating func refund(_ key: Key, _ count: Int) {
        guard spent[key] != nil else { return }
        var limit = limit(of: key)
        limit.refund(count)
        spent[key] = limit.spent
    }

    /// Has one of them pay for things, whether there is anything left to pay with or not.
    package mutating func charge(_ key: Key, _ count: Int, at now: Instant) {
        guard count > 0 else { return }
        if spent.count >= capacity { forget(at: now) }
        var limit = limit(of: key)
        limit.charge(count, at: now)
        spent[key] = limit.spent
    }

    /// Lets one of them begin anew.
    package mutating func forgive(_ key: Key) {
        spent[key] = nil
    }

    private func limit(of key: Key) -> RateLimit {
        var limit = fresh
        if let spent = spent[key] { limit.spent = spent }
        return limit
    }

    private mutating func forget(at now: Instant) {
        spent = spent.filter { $0.value > now }
        // An attack from everywhere at once: no list of its sources would be long enough. And if
        // hardly any were forgotten, the next ones to come would have the list read again.
        if spent.count > capacity / 2 { spent = [:] }
    }
}
