/// Items of many owners that wait for a few places: one of an owner at a time, and the owners in
/// turn.
package struct FairQueue<Owner: Hashable, Item> {
    private let places: Int
    private var waiting: [Owner: [Item]] = [:]
    /// Owners of whom something waits and nothing is being done, the next one first.
    private var order: [Owner] = []
    private var busy: Set<Owner> = []

    package init(places: Int) {
        self.places = places
    }

    package mutating func append(_ item: Item, of owner: Owner) {
        if waiting[owner] == nil, !busy.contains(owner) { order.append(owner) }
        waiting[owner, default: []].append(item)
    }

    /// Takes out what may begin now, if anything may. It has a place until `end`.
    package mutating func begin() -> (item: Item, owner: Owner)? {
        guard busy.count < places, let owner = order.first else { return nil }
        order.removeFirst()
        guard var items = waiting.removeValue(forKey: owner) else { return nil }
        let item = items.removeFirst()
        if !items.isEmpty { waiting[owner] = items }
        busy.insert(owner)
        return (item, owner)
    }

    package mutating func end(of owner: Owner) {
        busy.remove(owner)
        if waiting[owner] != nil { order.append(owner) }
    }
}

extension FairQueue: Sendable where Item: Sendable, Owner: Sendable {}
