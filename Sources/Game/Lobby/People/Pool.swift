internal import Game
internal import SimperiumClock

/// Those who want to be paired and are free, in the order of the roster.
struct Pool: Hashable, Sendable {
    /// A person who waits, for as long as they do so without a break.
    struct Waiter: Hashable, Sendable {
        let order: Int
        let id: PlayerID
        let since: Instant
    }

    private(set) var waiters: [Waiter] = []
    private var orders: [PlayerID: Int] = [:]

    func contains(_ id: PlayerID) -> Bool { orders[id] != nil }

    func index(of id: PlayerID) -> Int? {
        orders[id].map { firstIndex(from: $0) }
    }

    /// Two who both wait.
    func waiters(_ one: PlayerID, _ other: PlayerID) -> (Waiter, Waiter)? {
        guard let one = index(of: one), let other = index(of: other) else { return nil }
        return (waiters[one], waiters[other])
    }

    /// Puts a person where their order is, or takes them out if `order` is nil.
    mutating func set(_ id: PlayerID, order: Int?, at now: Instant) {
        guard orders[id] != order else { return }
        if let index = index(of: id) { waiters.remove(at: index) }
        orders[id] = order
        guard let order else { return }
        waiters.insert(Waiter(order: order, id: id, since: now), at: firstIndex(from: order))
    }

    private func firstIndex(from order: Int) -> Int {
        waiters.partitionPoint { $0.order < order }
    }
}
