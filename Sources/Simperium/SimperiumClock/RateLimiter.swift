/// A token bucket: `count` uses are allowed at once, and then one in each pause.
///
/// The state is a point in time. Each use moves `spent` forward by its price. Unused time is saved
/// up to the price of `count` uses. A charge beyond the savings is a debt, which delays the next
/// use.
package struct RateLimiter: Hashable, Sendable {
    /// The price of one use, in nanoseconds.
    private let pause: Int64
    /// The maximum time that can be saved, in nanoseconds.
    private let savings: Int64
    /// The time when the savings will be full; in the past if they are full.
    var spent = Instant.start

    package init(atOnce count: Int, pause: Duration) {
        self.pause = pause.nanoseconds
        savings = Self.price(of: max(count, 1), each: self.pause)
    }

    package init(atOnce count: Int, perSecond rate: Int) {
        self.init(atOnce: count, pause: .nanoseconds(1_000_000_000 / max(rate, 1)))
    }

    package init(atOnce count: Int, perMinute rate: Int) {
        self.init(atOnce: count, pause: .nanoseconds(60_000_000_000 / max(rate, 1)))
    }

    /// Returns the time that the limiter needs to save up for this many uses.
    package func recoveryTime(of count: Int) -> Duration {
        .nanoseconds(Self.price(of: count, each: pause))
    }

    /// The earliest time of the next use; in the past if the use is allowed already.
    package var nextUseAt: Instant { spent + .nanoseconds(pause - savings) }

    /// Returns the wait for the next use; zero if it is allowed now.
    package func wait(at now: Instant) -> Duration {
        max(.zero, spent - now + .nanoseconds(pause - savings))
    }

    /// Charges a use and returns true if a use is allowed now; otherwise returns false.
    package mutating func chargeIfAllowed(at now: Instant) -> Bool {
        guard wait(at: now) == .zero else { return false }
        charge(1, at: now)
        return true
    }

    /// Charges uses that have already happened. If the uses exceed the savings, returns the time of
    /// the next allowed use; otherwise nil.
    package mutating func chargeReportingExcess(_ count: Int, at now: Instant) -> Instant? {
        charge(count, at: now)
        return spent - now > .nanoseconds(savings) ? nextUseAt : nil
    }

    /// Charges uses even if that makes a debt.
    package mutating func charge(_ count: Int, at now: Instant) {
        let start = max(spent, now)
        let (end, isTooLate) = (start - .start).nanoseconds.addingReportingOverflow(
            Self.price(of: count, each: pause))
        spent = Instant(nanoseconds: isTooLate ? .max : end)
    }

    package func hasFullAllowance(at now: Instant) -> Bool { spent <= now }

    package mutating func refund(_ count: Int) {
        spent = max(.start, spent + .nanoseconds(-Self.price(of: count, each: pause)))
    }

    /// Resets the limiter: no debt, and full savings.
    package mutating func reset() {
        spent = .start
    }

    /// Returns the price of several uses in nanoseconds; the largest number if it overflows.
    private static func price(of count: Int, each pause: Int64) -> Int64 {
        let (price, isTooMuch) = pause.multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? .max : price
    }
}

/// One rate limiter for each of many keys, with bounded memory.
package struct KeyedRateLimiter<Key: Hashable & Sendable>: Sendable {
    /// The state of a new key.
    private let fresh: RateLimiter
    private let capacity: Int
    /// The value of `RateLimiter.spent` for each key.
    private var spent: [Key: Instant] = [:]

    /// Creates limiters without any key. If `capacity` keys are known, a charge first removes the
    /// keys with full savings. If more than half of `capacity` remain, it removes all keys.
    package init(_ fresh: RateLimiter, capacity: Int = 10_000) {
        self.fresh = fresh
        self.capacity = capacity
    }

    package var count: Int { spent.count }

    package func wait(of key: Key, at now: Instant) -> Duration {
        limiter(of: key).wait(at: now)
    }

    /// Charges a use to a key and returns true if a use is allowed now; otherwise returns false.
    package mutating func chargeIfAllowed(_ key: Key, at now: Instant) -> Bool {
        guard wait(of: key, at: now) == .zero else { return false }
        charge(key, 1, at: now)
        return true
    }

    package mutating func refund(_ key: Key, _ count: Int) {
        guard spent[key] != nil else { return }
        var limiter = limiter(of: key)
        limiter.refund(count)
        spent[key] = limiter.spent
    }

    /// Charges uses to a key even if that makes a debt.
    package mutating func charge(_ key: Key, _ count: Int, at now: Instant) {
        guard count > 0 else { return }
        if spent.count >= capacity { removeIdleOrAllKeys(at: now) }
        var limiter = limiter(of: key)
        limiter.charge(count, at: now)
        spent[key] = limiter.spent
    }

    package mutating func reset(_ key: Key) {
        spent[key] = nil
    }

    private func limiter(of key: Key) -> RateLimiter {
        var limiter = fresh
        if let spent = spent[key] { limiter.spent = spent }
        return limiter
    }

    private mutating func removeIdleOrAllKeys(at now: Instant) {
        spent = spent.filter { $0.value > now }
        // In an attack from many sources, no table would be large enough. If only a few keys were
        // removed, the next ones would cause this search again.
        if spent.count > capacity / 2 { spent = [:] }
    }
}

/// The pause after consecutive failures: it doubles with each failure, up to a limit.
package struct Backoff: Hashable, Sendable {
    private let shortest: Int64
    private let longest: Int64

    package init(from shortest: Duration, to longest: Duration) {
        self.shortest = shortest.nanoseconds
        self.longest = longest.nanoseconds
    }

    /// Returns the pause: zero without a failure, and the shortest pause after the first one.
    package func wait(after failures: Int) -> Duration {
        .nanoseconds(nanoseconds(after: failures))
    }

    /// Returns a random duration between zero and the pause, so that the clients of a restarting
    /// server don't all return at the same moment.
    package func randomPartOfWait(after failures: Int, _ random: inout SeededRandom) -> Duration {
        .nanoseconds(Int64(random.numberBelow(UInt64(nanoseconds(after: failures)) + 1)))
    }

    private func nanoseconds(after failures: Int) -> Int64 {
        guard failures > 0 else { return 0 }
        let doublings = failures - 1
        // A shift by more would reach the sign bit.
        guard doublings < shortest.leadingZeroBitCount else { return longest }
        return min(shortest << Int64(doublings), longest)
    }
}
