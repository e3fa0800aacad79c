/// A queue of work with a limit (`places`) on the items in work at one time. It is fair to owners:
/// each owner has at most one item in work, and owners take turns.
///
/// Order of calls: `append` items at any time. Call `startNext` until it returns nil, at first and
/// after each `append` and `finish`. Call `finish` once for each returned item.
package struct FairQueue<Owner: Hashable, Item> {
    private let places: Int
    private var waiting: [Owner: [Item]] = [:]
    /// The owners with waiting items and none in work, the next one first.
    private var order: [Owner] = []
    private var busy: Set<Owner> = []

    package init(places: Int) {
        self.places = places
    }

    package mutating func append(_ item: Item, of owner: Owner) {
        if waiting[owner] == nil, !busy.contains(owner) { order.append(owner) }
        waiting[owner, default: []].append(item)
    }

    /// Removes and returns the next item; nil if the limit is reached, or if each owner with
    /// waiting items has an item in work. The item is in work until `finish`.
    package mutating func startNext() -> (item: Item, owner: Owner)? {
        guard busy.count < places, let owner = order.first else { return nil }
        order.removeFirst()
        guard var items = waiting.removeValue(forKey: owner) else { return nil }
        let item = items.removeFirst()
        if !items.isEmpty { waiting[owner] = items }
        busy.insert(owner)
        return (item, owner)
    }

    package mutating func finish(of owner: Owner) {
        busy.remove(owner)
        if waiting[owner] != nil { order.append(owner) }
    }
}

extension FairQueue: Sendable where Item: Sendable, Owner: Sendable {}
