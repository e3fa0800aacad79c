import SimperiumClock
import TestSupport
import Testing

@Suite("Rate limits")
struct RateLimiterTests {
    /// A model of the limit: time is saved up, and each thing spends some of it.
    private struct Savings {
        let pause: Duration
        let most: Duration
        var saved: Duration
        var last = Instant.start

        init(atOnce count: Int, pause: Duration) {
            self.pause = pause
            most = pause * count
            saved = most
        }

        mutating func pass(to now: Instant) {
            saved = min(most, saved + (now - last))
            last = now
        }
    }

    @Test(
        "A limit agrees with its model under random uses",
        arguments: Seeds.batches(200))
    func purse(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let (most, pause) = (
                1 + random.numberBelow(10), Duration.milliseconds(1 + random.numberBelow(500))
            )
            var limit = RateLimiter(atOnce: most, pause: pause)
            var savings = Savings(atOnce: most, pause: pause)
            var now = Instant.start
            for _ in 0..<200 {
                now = now + .milliseconds(random.chance(1, in: 3) ? random.numberBelow(2_000) : 0)
                savings.pass(to: now)
                try #require(
                    limit.hasFullAllowance(at: now) == (savings.saved == savings.most),
                    "seed \(seed)")
                try #require(
                    limit.wait(at: now) == max(.zero, pause - savings.saved), "seed \(seed)")
                switch random.numberBelow(3) {
                case 0:
                    let isAllowed = savings.saved >= pause
                    if isAllowed { savings.saved -= pause }
                    try #require(limit.chargeIfAllowed(at: now) == isAllowed, "seed \(seed)")
                case 1:
                    let count = random.numberBelow(2 * most)
                    savings.saved -= pause * count
                    let opening = savings.saved < .zero ? now + (pause - savings.saved) : nil
                    try #require(
                        limit.chargeReportingExcess(count, at: now) == opening, "seed \(seed)")
                default:
                    limit.charge(1, at: now)
                    savings.saved -= pause
                }
            }
        }
    }

    @Test("A caller that waits as long as stated is allowed, and not before; debts count")
    func waiting() {
        var limit = RateLimiter(atOnce: 3, perSecond: 4)
        let now = Instant(milliseconds: 10_000)
        for _ in 0..<3 { #expect(limit.chargeIfAllowed(at: now) == true) }

        #expect(limit.chargeIfAllowed(at: now) == false)
        #expect(limit.wait(at: now) == .milliseconds(250))
        #expect(limit.nextUseAt == now + .milliseconds(250))
        #expect(limit.chargeIfAllowed(at: now + .milliseconds(249)) == false)
        #expect(limit.chargeIfAllowed(at: now + .milliseconds(250)) == true)

        // A charge beyond all savings needs a longer wait, unless it is reset.
        limit = RateLimiter(atOnce: 2, perMinute: 60)
        let later = Instant(milliseconds: 5_000)
        limit.charge(10, at: later)

        #expect(limit.wait(at: later) == .seconds(9))
        #expect(!limit.hasFullAllowance(at: later + .milliseconds(9_999)))
        #expect(limit.hasFullAllowance(at: later + .seconds(10)))
        limit.reset()
        #expect(limit.hasFullAllowance(at: later))

        // Extreme numbers don't overflow.
        let last = Instant(milliseconds: 1_000)
        var endless = RateLimiter(atOnce: .max, pause: .seconds(1))
        #expect(endless.chargeReportingExcess(1_000_000, at: last) == nil)
        #expect(endless.chargeIfAllowed(at: last) == true)

        limit = RateLimiter(atOnce: 0, perSecond: 0)
        #expect(limit.chargeIfAllowed(at: last) == true)
        #expect(limit.chargeIfAllowed(at: last) == false)
        limit.charge(.max, at: last)
        limit.charge(.max, at: last)
        #expect(limit.chargeIfAllowed(at: last + .seconds(1_000_000)) == false)
    }
}
