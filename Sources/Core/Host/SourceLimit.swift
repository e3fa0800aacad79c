import SimperiumClock

/// How much comes from one source: so much at once, and then one thing each pause.
struct SourceLimit<Source: Hashable & Sendable>: Sendable {
    /// Beyond this many sources those are forgotten who may go on as anybody may.
    private static var most: Int { 10_000 }

    private let pause: Duration
    private let savings: Duration
    /// Up to when each has spent its time.
    private var spent: [Source: Instant] = [:]

    init(atOnce count: Int, pause: Duration) {
        self.pause = pause
        savings = pause * max(count, 1)
    }

    /// Takes one thing of the source; false if it must wait.
    mutating func allows(_ source: Source, at now: Instant) -> Bool {
        guard wait(of: source, at: now) == .zero else { return false }
        charge(source, 1, at: now)
        return true
    }

    /// How long the source must wait.
    func wait(of source: Source, at now: Instant) -> Duration {
        max(.zero, (spent[source] ?? now) + (pause - savings) - now)
    }

    /// Has the source owe for more than it asked for.
    mutating func charge(_ source: Source, _ count: Int, at now: Instant) {
        guard count > 0 else { return }
        if spent.count >= Self.most { forget(at: now) }
        spent[source] = max(spent[source] ?? now, now) + pause * count
    }

    /// Whoever proves to be the right one may begin anew.
    mutating func forgive(_ source: Source) {
        spent[source] = nil
    }

    private mutating func forget(at now: Instant) {
        spent = spent.filter { $0.value > now }
        // An attack from everywhere at once: no list of its sources would be long enough. And if
        // hardly any were forgotten, the next ones to come would have the list read again.
        if spent.count > Self.most / 2 { spent = [:] }
    }
}
