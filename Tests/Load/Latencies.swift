internal import SimperiumClock

/// Durations, in buckets that are exact to one part in 32, and the longest.
struct Latencies: Hashable, Sendable {
    /// The number of buckets for each doubling.
    private static let steps = 32

    private var counts = [Int](repeating: 0, count: 64 * Latencies.steps)
    private(set) var count = 0
    private(set) var longest = Duration.zero

    init() {}

    mutating func add(_ duration: Duration) {
        counts[Self.index(of: duration.nanoseconds)] += 1
        count += 1
        longest = max(longest, duration)
    }

    /// Returns the duration that this many of a thousand don't exceed; nil if there are none.
    func duration(perMille share: Int) -> Duration? {
        guard count > 0 else { return nil }
        var left = max(1, (count * share + 999) / 1_000)
        for (index, count) in counts.enumerated() {
            left -= count
            if left <= 0 { return min(.nanoseconds(Self.end(of: index)), longest) }
        }
        return longest
    }

    /// Small numbers have buckets of their own. Each later doubling has the same number of buckets.
    private static func index(of nanoseconds: Int64) -> Int {
        guard nanoseconds >= steps else { return max(0, Int(nanoseconds)) }
        let doublings = 63 - nanoseconds.leadingZeroBitCount - steps.trailingZeroBitCount
        return doublings * steps + Int(nanoseconds >> doublings)
    }

    /// The longest duration in a bucket.
    private static func end(of index: Int) -> Int64 {
        guard index >= steps * 2 else { return Int64(index) }
        let doublings = index / steps - 1
        return (Int64(index % steps + steps + 1) << doublings) - 1
    }
}
