internal import Game
internal import SimperiumClock

/// The players who wait to be paired, in a queue for each clock and one without a clock.
struct PairingPoolsByClock: Hashable, Sendable {
    private var standard = PairingPool()
    private var clocked: [MoveTimeLimit: PairingPool] = [:]
    /// The clock of each player who waits in a queue with a clock.
    private var limits: [PlayerID: MoveTimeLimit] = [:]

    /// Returns the queue that a player waits in; for all other players, the queue without a clock.
    func pool(of id: PlayerID) -> PairingPool {
        guard let limit = limits[id] else { return standard }
        return clocked[limit] ?? PairingPool()
    }

    /// The non-empty queues: first the queue without a clock, then the queues with a clock, the
    /// shortest clock first.
    var nonEmptyPools: [(clock: MoveTimeLimit?, pool: PairingPool)] {
        let byClock = clocked.sorted { $0.key.rawValue < $1.key.rawValue }
        return ([(nil, standard)] + byClock.map { ($0.key, $0.value) })
            .filter { !$0.1.waiters.isEmpty }
    }

    func contains(_ id: PlayerID) -> Bool { limits[id] != nil || standard.contains(id) }

    func waiter(_ id: PlayerID) -> PairingPool.Waiter? {
        let pool = pool(of: id)
        return pool.index(of: id).map { pool.waiters[$0] }
    }

    /// The players of all queues, in the order of the roster; nil unless at least two queues have
    /// players.
    var mixed: [PairingPool.Waiter]? {
        guard !limits.isEmpty else { return nil }
        let pools = nonEmptyPools
        return pools.count < 2
            ? nil : pools.flatMap(\.pool.waiters).sorted { $0.order < $1.order }
    }

    /// Inserts a player into the queue for `limit`, sorted by `order`, and removes the player from
    /// other queues. If `order` is nil, only removes the player.
    mutating func insertOrRemove(
        _ id: PlayerID, order: Int?, for limit: MoveTimeLimit?, at now: Instant
    ) {
        if let old = limits[id], old != limit || order == nil {
            clocked[old]?.insertOrRemove(id, order: nil, at: now)
            limits[id] = nil
        }
        standard.insertOrRemove(id, order: limit == nil ? order : nil, at: now)
        guard let limit, let order else { return }
        clocked[limit, default: PairingPool()].insertOrRemove(id, order: order, at: now)
        limits[id] = limit
    }
}

/// A queue of free players who wait to be paired, in the order of the roster.
struct PairingPool: Hashable, Sendable {
    /// An entry in the queue. A player who stops waiting and waits again gets a new entry.
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

    /// Inserts a player, sorted by `order`; nil removes the player.
    mutating func insertOrRemove(_ id: PlayerID, order: Int?, at now: Instant) {
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
