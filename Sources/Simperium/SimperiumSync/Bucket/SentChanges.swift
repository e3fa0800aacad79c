internal import SimperiumClock
internal import SimperiumWire

/// The changes that one connection carried and that the hub has not answered.
struct SentChanges: Sendable {
    private struct UnansweredChange: Equatable, Sendable {
        let key: ObjectKey
        let id: ChangeID
        let at: Instant
    }

    private var unanswered: [ObjectKey: UnansweredChange] = [:]
    /// All sendings in order. Those that were answered since are skipped.
    private var order = Queue<UnansweredChange>()

    func contains(_ key: ObjectKey) -> Bool { unanswered[key] != nil }

    mutating func append(_ change: Change, at now: Instant) {
        let sending = UnansweredChange(key: change.key, id: change.id, at: now)
        unanswered[change.key] = sending
        order.append(sending)
    }

    /// Removes a change and returns the time that it was sent; nil if it wasn't.
    @discardableResult
    mutating func remove(_ key: ObjectKey) -> Instant? {
        let sending = unanswered.removeValue(forKey: key)
        while let first = order.first, unanswered[first.key] != first { order.popFirst() }
        return sending?.at
    }

    /// The time that the longest waiting change was sent; nil if none waits.
    var oldest: Instant? { order.first?.at }
}
