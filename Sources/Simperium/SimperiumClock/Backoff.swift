/// The pause after consecutive failures: it doubles with each failure, up to a limit.
package struct Backoff: Hashable, Sendable {
    private let shortest: Int64
    private let longest: Int64

    package init(from shortest: Duration, to longest: Duration) {
        self.shortest = shortest.nanoseconds
        self.longest = longest.nanoseconds
    }

    /// Returns the pause after this number of failures: zero without a failure, and the shortest
    /// pause after the first one.
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
