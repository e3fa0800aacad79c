import SimperiumClock
import Testing

@Suite("Instants and random numbers")
struct InstantTests {
    @Test("Instants and durations add up to the nanosecond")
    func arithmetic() {
        let instant = Instant.start + .seconds(3) + .nanoseconds(7)

        #expect(instant == Instant(nanoseconds: 3_000_000_007))
        #expect(instant - Instant(milliseconds: 1000) == .nanoseconds(2_000_000_007))
        #expect(Instant.start < instant)
    }

    @Test(
        "A wait in milliseconds never ends early",
        arguments: [(0, 0), (1, 1), (999_999, 1), (1_000_000, 1), (1_000_001, 2), (-5, 0)])
    func rounding(nanoseconds: Int64, milliseconds: Int64) {
        #expect(Duration.nanoseconds(nanoseconds).millisecondsRoundedUp == milliseconds)
    }

    @Test(
        "Whole units are rounded towards zero; a countdown is rounded up, and never below zero",
        arguments: [
            (0, 0, 0, 0), (1, 0, 0, 1), (999_999_999, 999, 0, 1), (1_000_000_000, 1_000, 1, 1),
            (1_000_000_001, 1_000, 1, 2), (61_500_000_000, 61_500, 61, 62), (-1, 0, 0, 0),
            (-1_500_000_000, -1_500, -1, 0),
        ])
    func units(nanoseconds: Int64, milliseconds: Int, seconds: Int, secondsUp: Int) {
        let duration = Duration.nanoseconds(nanoseconds)

        #expect(duration.wholeMilliseconds == milliseconds)
        #expect(duration.wholeSeconds == seconds)
        #expect(duration.secondsRoundedUp == secondsUp)
        #expect((Instant.start + duration).wholeSeconds == seconds)
    }

    @Test(
        "A seed always gives the same numbers, evenly distributed, and chances as often as stated")
    func replay() {
        var random = SeededRandom(seed: 42)
        let numbers = [random.next(), random.next(), random.next()]

        #expect(
            numbers == [
                13_679_457_532_755_275_413, 2_949_826_092_126_892_291, 5_139_283_748_462_763_858,
            ])

        random = SeededRandom(seed: 1)
        var counts = [Int](repeating: 0, count: 6)
        for _ in 0..<6_000 { counts[random.numberBelow(6)] += 1 }

        #expect(counts.allSatisfy { (850...1_150).contains($0) })

        random = SeededRandom(seed: 2)
        let hits = (0..<9_000).count { _ in random.chance(1, in: 3) }

        #expect((2_800...3_200).contains(hits))
        #expect(!(0..<100).contains { _ in random.chance(0, in: 7) })
        #expect((0..<100).allSatisfy { _ in random.chance(7, in: 7) })
        #expect(random.pick([Int]()) == nil)
    }
}
