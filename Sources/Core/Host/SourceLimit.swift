import Clockwork

/// How often somebody may try a password: so many times at once, and then one each pause.
struct AttemptLimit<Source: Hashable & Sendable>: Sendable {
    /// Beyond this many sources those are forgotten who may try as often as anybody.
    private static var most: Int { 10_000 }

    private let pause: Duration
    private let savings: Duration
    /// Up to when each has spent its time.
    private var spent: [Source: Instant] = [:]

    init(attempts: Int, pause: Duration) {
        self.pause = pause
        savings = pause * max(attempts, 1)
    }

    /// False if the source must wait.
    mutating func allows(_ source: Source, at now: Instant) -> Bool {
        if spent.count >= Self.most { forget(at: now) }
        let end = max(spent[source] ?? now, now) + pause
        guard end <= now + savings else { return false }
        spent[source] = end
        return true
    }

    /// Whoever proves to be the right one has all attempts again.
    mutating func forgive(_ source: Source) {
        spent[source] = nil
    }

    private mutating func forget(at now: Instant) {
        spent = spent.filter { $0.value > now }
        // An attack from everywhere at once: no list of its sources would be long enough.
        if spent.count >= Self.most { spent = [:] }
    }
}
