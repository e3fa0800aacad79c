/// How long to wait after failures in a row: each time twice as long, up to a limit.
package struct Backoff: Hashable, Sendable {
    private let shortest: Int64
    private let longest: Int64

    package init(from shortest: Duration, to longest: Duration) {
        self.shortest = shortest.nanoseconds
        self.longest = longest.nanoseconds
    }

    /// Nothing after no failure, and the shortest wait after the first.
    package func wait(after failures: Int) -> Duration {
        .nanoseconds(nanoseconds(after: failures))
    }

    /// The same, or less by chance: all clients of a server that restarts would otherwise return at
    /// the same moment.
    package func wait(after failures: Int, _ random: inout SeededRandom) -> Duration {
        .nanoseconds(Int64(random.below(UInt64(nanoseconds(after: failures)) + 1)))
    }

    private func nanoseconds(after failures: Int) -> Int64 {
        guard failures > 0 else { return 0 }
        let doublings = failures - 1
        // One bit is the sign.
        guard doublings < shortest.leadingZeroBitCount else { return longest }
        return min(shortest << Int64(doublings), longest)
    }
}
