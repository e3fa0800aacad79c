/// A token bucket: a number of things may happen at once, and then one in each pause.
///
/// It is kept as a point in time. Each thing moves `spent` forward by its price. Unused time is
/// saved up to the price of the first number; a charge beyond that is a debt, and must be waited
/// for.
package struct RateLimit: Hashable, Sendable {
    /// The price of one thing, in nanoseconds.
    private let pause: Int64
    /// The most that can be saved, in nanoseconds.
    private let savings: Int64
    /// The time up to the present debt; in the past if something is saved.
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

    /// Returns the time that it takes to save for this many things.
    package func recoveryTime(of count: Int) -> Duration {
        .nanoseconds(Self.price(of: count, each: pause))
    }

    /// The earliest time of the next thing, which may be long ago.
    package var opensAt: Instant { spent + .nanoseconds(pause - savings) }

    /// Returns the wait until the next thing is allowed, or one that costs as much as several.
    package func wait(for count: Int = 1, at now: Instant) -> Duration {
        let price = Self.price(of: count, each: pause)
        return max(.zero, spent - now + .nanoseconds(min(price, savings) - savings))
    }

    /// Charges one thing if it is allowed now. Otherwise returns false.
    package mutating func chargeIfAllowed(at now: Instant) -> Bool {
        guard wait(at: now) == .zero else { return false }
        charge(1, at: now)
        return true
    }

    /// Charges things that have happened already. Returns the time of the next one if that was too
    /// much; otherwise nil.
    package mutating func chargeUse(_ count: Int, at now: Instant) -> Instant? {
        charge(count, at: now)
        return spent - now > .nanoseconds(savings) ? opensAt : nil
    }

    /// Charges things even if that makes a debt.
    package mutating func charge(_ count: Int, at now: Instant) {
        let start = max(spent, now)
        let (end, isTooLate) = (start - .start).nanoseconds.addingReportingOverflow(
            Self.price(of: count, each: pause))
        spent = Instant(nanoseconds: isTooLate ? .max : end)
    }

    /// Returns true if nothing is owed and the savings are full.
    package func hasFullAllowance(at now: Instant) -> Bool { spent <= now }

    /// Undoes a part of a charge.
    package mutating func refund(_ count: Int) {
        spent = max(.start, spent + .nanoseconds(-Self.price(of: count, each: pause)))
    }

    /// Resets the limit: no debt, and full savings.
    package mutating func reset() {
        spent = .start
    }

    /// Returns the price of several things. A product beyond the range is the longest time there
    /// is.
    private static func price(of count: Int, each pause: Int64) -> Int64 {
        let (price, isTooMuch) = pause.multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? .max : price
    }
}
