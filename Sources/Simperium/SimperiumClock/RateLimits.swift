/// One rate limit for each of many keys, with bounded memory.
package struct RateLimits<Key: Hashable & Sendable>: Sendable {
    /// The state of a new key.
    private let fresh: RateLimit
    private let capacity: Int
    /// The value of `RateLimit.spent` for each key.
    private var spent: [Key: Instant] = [:]

    /// Creates limits without any key. At `capacity`, keys in the state of a new key are removed.
    /// If more than half of `capacity` remain, all keys are removed.
    package init(_ limit: RateLimit, capacity: Int = 10_000) {
        fresh = limit
        self.capacity = capacity
    }

    /// The number of keys in memory.
    package var count: Int { spent.count }

    /// Returns the wait until the key's next use is allowed.
    package func wait(of key: Key, at now: Instant) -> Duration {
        limit(of: key).wait(at: now)
    }

    /// Charges `price` to a key and returns true, if that is allowed now. Otherwise returns false.
    package mutating func chargeIfAllowed(_ key: Key, costing price: Int = 1, at now: Instant)
        -> Bool
    {
        guard limit(of: key).wait(for: price, at: now) == .zero else { return false }
        charge(key, price, at: now)
        return true
    }

    /// Undoes a part of a charge.
    package mutating func refund(_ key: Key, _ count: Int) {
        guard spent[key] != nil else { return }
        var limit = limit(of: key)
        limit.refund(count)
        spent[key] = limit.spent
    }

    /// Charges uses to a key even if that makes a debt.
    package mutating func charge(_ key: Key, _ count: Int, at now: Instant) {
        guard count > 0 else { return }
        if spent.count >= capacity { removeIdleKeys(at: now) }
        var limit = limit(of: key)
        limit.charge(count, at: now)
        spent[key] = limit.spent
    }

    /// Resets a key to the state of a new one.
    package mutating func reset(_ key: Key) {
        spent[key] = nil
    }

    private func limit(of key: Key) -> RateLimit {
        var limit = fresh
        if let spent = spent[key] { limit.spent = spent }
        return limit
    }

    private mutating func removeIdleKeys(at now: Instant) {
        spent = spent.filter { $0.value > now }
        // In an attack from many sources no list would be long enough. And if only a few keys were
        // removed, the next ones would cause this search again.
        if spent.count > capacity / 2 { spent = [:] }
    }
}
