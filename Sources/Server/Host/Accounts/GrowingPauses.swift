import SimperiumClock

/// For how long those must wait who have failed again and again: longer each time.
struct GrowingPauses<Key: Hashable & Sendable>: Sendable {
    private struct Failures {
        var count: Int
        var last: Instant
    }

    private static var capacity: Int { 10_000 }

    /// How many failures cost nothing.
    private let free: Int
    /// What the next one costs. Each after that costs twice as much, at most `longest`.
    private let first: Duration
    private let longest: Duration
    private var failures: [Key: Failures] = [:]

    init(free: Int, first: Duration, longest: Duration) {
        self.free = free
        self.first = first
        self.longest = longest
    }

    /// How long one of them must wait now.
    func wait(of key: Key, at now: Instant) -> Duration {
        guard let failures = failures[key], failures.count > free else { return .zero }
        return max(.zero, failures.last + pause(after: failures.count) - now)
    }

    /// Takes note of an attempt, which counts as failed until it is forgiven.
    mutating func note(_ key: Key, at now: Instant) {
        if failures.count >= Self.capacity { forget(at: now) }
        let earlier = failures[key].flatMap { now - $0.last < longest * 2 ? $0.count : nil } ?? 0
        failures[key] = Failures(count: earlier + 1, last: now)
    }

    mutating func forgive(_ key: Key) {
        failures[key] = nil
    }

    private func pause(after count: Int) -> Duration {
        min(longest, first * (1 << min(count - free - 1, 20)))
    }

    private mutating func forget(at now: Instant) {
        failures = failures.filter { now - $0.value.last < longest * 2 }
        if failures.count > Self.capacity / 2 { failures = [:] }
    }
}
