internal import Game
internal import SimperiumClock
internal import SimperiumWire

/// Since when those are thinking who are to move in a match with a clock.
struct MoveClocks: Hashable, Sendable {
    private struct Start: Hashable {
        let moment: Int
        let since: Stamp
    }

    private var openedAt: Stamp?
    private var starts: [ObjectKey: Start] = [:]

    /// Whoever is to move has all their time again.
    mutating func open(at stamp: Stamp) {
        openedAt = stamp
    }

    /// Takes note of the moment of a match with a clock; nil for one that has none, or is gone.
    mutating func follow(_ key: ObjectKey, moment: Int?, at stamp: Stamp) {
        guard let moment else {
            if !starts.isEmpty { starts[key] = nil }
            return
        }
        if starts[key]?.moment != moment { starts[key] = Start(moment: moment, since: stamp) }
    }

    mutating func forgetAll() {
        starts = [:]
    }

    /// Since when the time runs, in one match or in all, in the order of their keys.
    func all(of key: ObjectKey?) -> [(key: ObjectKey, since: Stamp)] {
        let keys = key.map { [$0] } ?? starts.keys.sorted { $0.text < $1.text }
        return keys.compactMap { key in
            starts[key].map { (key, max($0.since, openedAt ?? $0.since)) }
        }
    }

    /// Whether whoever is to move has let the time run out, and a second more.
    func isUp(_ key: ObjectKey, by limit: MoveLimit?, at stamp: Stamp) -> Bool {
        guard let limit, let since = starts[key]?.since else { return false }
        return stamp - max(since, openedAt ?? since) >= limit.duration + MoveLimit.delay
    }
}
