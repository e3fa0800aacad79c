import SimperiumClock
import Testing

@Suite("Backoff")
struct BackoffTests {
    private let backoff = Backoff(from: .milliseconds(300), to: .seconds(10))

    @Test("Each pause is twice the one before, from the shortest to the longest")
    func doubling() {
        for (failures, milliseconds) in [
            (-1, 0), (0, 0), (1, 300), (2, 600), (3, 1_200), (6, 9_600), (7, 10_000), (8, 10_000),
            (63, 10_000), (64, 10_000), (65, 10_000), (1_000_000, 10_000), (Int.max, 10_000),
        ] {
            #expect(
                backoff.wait(after: failures) == .milliseconds(milliseconds), "\(failures)")
        }
        let cut = Backoff(from: .seconds(9), to: .seconds(4))
        #expect(cut.wait(after: 1) == .seconds(4))
    }

    @Test("A random pause is anything from zero to the whole")
    func chance() {
        var random = SeededRandom(seed: 5)
        let waits = (0..<2_000).map { _ in backoff.randomPartOfWait(after: 3, &random) }

        #expect(waits.allSatisfy { (.zero ... .milliseconds(1_200)).contains($0) })
        for tenth in 0..<10 {
            let share = waits.count { Int($0 / .milliseconds(120)) == tenth }
            #expect((140...260).contains(share))
        }
        #expect(backoff.randomPartOfWait(after: 0, &random) == .zero)
    }
}
