import SimperiumClock
import TestSupport
import Testing

@Suite("Rate limits by key")
struct KeyedRateLimiterTests {
    @Test("Each key is limited independently of the others", arguments: Seeds.batches(100))
    func apart(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let fresh = RateLimiter(atOnce: 1 + random.numberBelow(5), pause: .milliseconds(100))
            var many = KeyedRateLimiter<Int>(fresh)
            var each = [RateLimiter](repeating: fresh, count: 4)
            var now = Instant.start
            for _ in 0..<200 {
                now = now + .milliseconds(random.numberBelow(60))
                let key = random.numberBelow(each.count)
                try #require(many.wait(of: key, at: now) == each[key].wait(at: now), "seed \(seed)")
                switch random.numberBelow(6) {
                case 0:
                    let count = random.numberBelow(4)
                    many.charge(key, count, at: now)
                    each[key].charge(count, at: now)
                case 1:
                    many.reset(key)
                    each[key].reset()
                default:
                    try #require(
                        many.chargeIfAllowed(key, at: now) == each[key].chargeIfAllowed(at: now),
                        "seed \(seed)")
                }
            }
        }
    }

    @Test("Without room, keys without debts are forgotten; if most have debts, all are")
    func memory() {
        var limits = KeyedRateLimiter<Int>(
            RateLimiter(atOnce: 2, pause: .seconds(1)), capacity: 10)
        limits.charge(0, 5, at: .start)
        for key in 1..<10 { #expect(limits.chargeIfAllowed(key, at: .start) == true) }
        #expect(limits.count == 10)

        let now = Instant.start + .seconds(1)
        #expect(limits.chargeIfAllowed(10, at: now) == true)
        #expect(limits.count == 2)
        #expect(limits.wait(of: 0, at: now) == .seconds(3))

        limits = KeyedRateLimiter<Int>(RateLimiter(atOnce: 1, pause: .seconds(60)), capacity: 10)
        for key in 0..<1_000 {
            #expect(limits.chargeIfAllowed(key, at: .start) == true)
            #expect(limits.count <= 10)
        }

        // A key that is charged nothing is not stored.
        limits = KeyedRateLimiter<Int>(RateLimiter(atOnce: 1, pause: .seconds(60)))
        limits.charge(1, 0, at: .start)
        #expect(limits.count == 0)
    }
}
