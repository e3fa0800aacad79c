/// How much may come of something: so much at once, and then one thing each pause.
///
/// Things are paid for with time. Whoever has been quiet has some saved up, at most for what may
/// come at once, and whoever is charged for more than that owes, and waits.
package struct RateLimit: Hashable, Sendable {
    /// In nanoseconds: what one thing costs, and what can be saved up.
    private let pause: Int64
    private let savings: Int64
    /// Up to when the time is spent.
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

    /// How long it takes until so many may come again.
    package func span(of count: Int) -> Duration {
        .nanoseconds(Self.price(of: count, each: pause))
    }

    /// When the next thing may come, which may be long ago.
    package var opensAt: Instant { spent + .nanoseconds(pause - savings) }

    /// How long the next thing must wait, or one that costs as much as several.
    package func wait(for count: Int = 1, at now: Instant) -> Duration {
        let price = Self.price(of: count, each: pause)
        return max(.zero, spent - now + .nanoseconds(min(price, savings) - savings))
    }

    /// Lets one thing pass; false if it must wait.
    package mutating func allows(at now: Instant) -> Bool {
        guard wait(at: now) == .zero else { return false }
        charge(1, at: now)
        return true
    }

    /// Counts what came unasked, and says when the next thing may come if that was too much.
    package mutating func use(_ count: Int, at now: Instant) -> Instant? {
        charge(count, at: now)
        return spent - now > .nanoseconds(savings) ? opensAt : nil
    }

    /// Has things paid for, whether there is anything left to pay with or not.
    package mutating func charge(_ count: Int, at now: Instant) {
        let start = max(spent, now)
        let (end, isTooLate) = (start - .start).nanoseconds.addingReportingOverflow(
            Self.price(of: count, each: pause))
        spent = Instant(nanoseconds: isTooLate ? .max : end)
    }

    /// Whether all is paid for, and as much saved up as can be.
    package func isFull(at now: Instant) -> Bool { spent <= now }

    /// Gives back what was charged for too much.
    package mutating func refund(_ count: Int) {
        spent = max(.start, spent + .nanoseconds(-Self.price(of: count, each: pause)))
    }

    /// Lets everything begin anew.
    package mutating func forgive() {
        spent = .start
    }

    /// Nobody owes more than all the time there is.
    private static func price(of count: Int, each pause: Int64) -> Int64 {
        let (price, isTooMuch) = pause.multipliedReportingOverflow(by: Int64(count))
        return isTooMuch ? .max : price
    }
}
