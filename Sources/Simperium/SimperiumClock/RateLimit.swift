/// A token bucket: `count` uses are allowed at once, and then one in each pause.
///
/// The state is a point in time. Each use moves `spent` forward by its price. Unused time is saved
/// up to the price of `count` uses. A charge beyond that is a debt, and must be waited for.
package struct RateLimit: Hashable, Sendable {
    /// The price of one use, in nanoseconds.
    private let pause: Int64
    /// The most time that can be saved, in nanoseconds.
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

    /// Returns the time that it takes to save for this many uses.
    package func recoveryTime(of count: Int) -> Duration {
        .nanoseconds(Self.price(of: count, each: pause))
    }

    /// The earliest time of the next use; in the past if the use is allowed already.
    package var opensAt: Instant { spent + .nanoseconds(pause - savings) }

    /// Returns the wait until `count` uses are allowed together; zero if they are. A price above
    /// the full savings needs only full savings.
    package func wait(for count: Int = 1, at now: Instant) -> Duration {
        let price = Self.price(of: count, each: pause)
        return max(.zero, spent - now + .nanoseconds(min(price, savings) - savings))
    }

    /// Charges one use and returns true, if the use is allowed now. Otherwise returns false.
    package mutating func chargeIfAllowed(at now: Instant) -> Bool {
        guard wait(at: now) == .zero else { return false }
        charge(1, at: now)
        return true
    }

    /// Charges uses that have already happened. If they exceed the savings, returns the time when
    /// the next use is allowed; otherwise nil.
    package mutating func chargeReportingExcess(_ count: Int, at now: Instant) -> Instant? {
        charge(count, at: now)
        return spent - now > .nanoseconds(savings) ? opensAt : nil
    }

    /// Charges uses even if that makes a debt.
    package mutating func charge(_ count: Int, at now: Instant) {
        let start = max(spent, now)
        let (end, isTooLate) = (start - .start).nanoseconds.addingReportingOverflow(
            Self.price(of: count, each: pause))
        spent = Instant(nanoseconds: isTooLate ? .max : end)
    }

    /// Returns true if the savings are full.
    package func hasFullAllowance(at now: Instant) -> Bool { spent <= now }

    /// Undoes a part of a charge.
    package mutating func refund(_ count: Int) {
        spent = max(.start, spent + .nanoseconds(-Self.price(of: count, each: pause)))
    }

    /// Resets the limit: no debt, and full savings.
    package mutating func reset() {
        spent = .start
    }

    /// Returns the price of several uses in nanoseconds; the largest number if it overflows.
    private static func price(of count: Int, each pause: Int64) -> Int64 {
        let (price, isTooMuch) = pause.multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? .max : price
    }
}
