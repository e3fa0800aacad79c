internal import Game
internal import SimperiumClock

/// Those who want to be paired and are free, in the order of the roster.
struct Pool: Hashable, Sendable {
    /// Somebody's place in the line, for as long as they keep it.
    struct Place: Hashable, Sendable {
        let order: Int
        let id: PlayerID
        let since: Instant
    }

    private(set) var places: [Place] = []
    private var orders: [PlayerID: Int] = [:]

    func contains(_ id: PlayerID) -> Bool { orders[id] != nil }

    func index(of id: PlayerID) -> Int? {
        orders[id].map { firstIndex(from: $0) }
    }

    /// Puts somebody at their place, or takes them out if `order` is nil.
    mutating func set(_ id: PlayerID, order: Int?, at now: Instant) {
        guard orders[id] != order else { return }
        if let index = index(of: id) { places.remove(at: index) }
        orders[id] = order
        guard let order else { return }
        places.insert(Place(order: order, id: id, since: now), at: firstIndex(from: order))
    }

    private func firstIndex(from order: Int) -> Int {
        var range = places.startIndex..<places.endIndex
        while let middle = range.middle {
            range =
                places[middle].order < order
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

extension Range<Int> {
    fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
