/// The unread changes of a bucket's reader: one for each object, or `everything` if there are too
/// many.
package struct ChangeBacklog: Backlog {
    /// The sum of an object's changes since the reader last received one.
    fileprivate enum Change {
        case inserted
        case updated(Set<String>)
        case deleted
        case away(until: ContinuousClock.Instant)
        case back
    }

    /// A position in the queue. It is empty if the number is not that of the object's pending
    /// change.
    private struct Place {
        let key: ObjectKey
        let number: Int
        /// True for an absence of the object's owner, false for a change of the object.
        let isOfOwner: Bool
    }

    private struct Pending {
        var change: Change
        let number: Int
    }

    let limit: Int
    private var isEverything = true
    private var queue: [Place] = []
    private var first = 0
    private var objects: [ObjectKey: Pending] = [:]
    private var owners: [ObjectKey: Pending] = [:]
    private var lastNumber = 0

    package init(limit: Int) {
        self.limit = limit
    }

    /// Replaces all unread changes by `everything`.
    package mutating func appendEverything() {
        isEverything = true
        (queue, first) = ([], 0)
        objects = [:]
        owners = [:]
    }

    /// `names` are the object's members. If the reader does not know of the object's removal yet,
    /// it receives them as changed members.
    package mutating func appendInserted(_ key: ObjectKey, names: Set<String>) {
        guard !isEverything else { return }
        if case .deleted = objects[key]?.change {
            objects[key]?.change = .updated(names)
        } else {
            append(.inserted, key)
        }
    }

    package mutating func appendUpdated(_ key: ObjectKey, names: Set<String>) {
        guard !isEverything else { return }
        switch objects[key]?.change {
        case .inserted: break
        case .updated(let earlier): objects[key]?.change = .updated(earlier.union(names))
        case .deleted, .away, .back, nil: append(.updated(names), key)
        }
    }

    package mutating func appendDeleted(_ key: ObjectKey) {
        guard !isEverything else { return }
        owners[key] = nil
        switch objects[key]?.change {
        case .inserted: objects[key] = nil
        case .updated: objects[key]?.change = .deleted
        case .deleted, .away, .back, nil: append(.deleted, key)
        }
    }

    package mutating func appendAway(_ keys: [ObjectKey], until: ContinuousClock.Instant) {
        for key in keys where !isEverything { append(.away(until: until), key, ofOwner: true) }
    }

    package mutating func appendBack(_ keys: [ObjectKey]) {
        for key in keys where !isEverything { append(.back, key, ofOwner: true) }
    }

    private mutating func append(
        _ change: Change, _ key: ObjectKey, ofOwner isOfOwner: Bool = false
    ) {
        lastNumber += 1
        let pending = Pending(change: change, number: lastNumber)
        if isOfOwner { owners[key] = pending } else { objects[key] = pending }
        queue.append(Place(key: key, number: lastNumber, isOfOwner: isOfOwner))
        if objects.count + owners.count > limit { return appendEverything() }
        if queue.count - first > 2 * limit + 16 { tidy() }
    }

    /// Removes empty positions. There is one full position for each pending change.
    private mutating func tidy() {
        queue = queue[first...].filter { pending(at: $0) != nil }
        first = 0
    }

    private func pending(at place: Place) -> Pending? {
        let pending = place.isOfOwner ? owners[place.key] : objects[place.key]
        return pending?.number == place.number ? pending : nil
    }

    package mutating func next() -> BucketChange? {
        if isEverything {
            isEverything = false
            return .everything
        }
        while first < queue.count {
            let place = queue[first]
            first += 1
            if first == queue.count { (queue, first) = ([], 0) }
            guard let pending = pending(at: place) else { continue }
            if place.isOfOwner { owners[place.key] = nil } else { objects[place.key] = nil }
            return pending.change.asTold(of: place.key)
        }
        return nil
    }
}

extension ChangeBacklog.Change {
    fileprivate func asTold(of key: ObjectKey) -> BucketChange {
        switch self {
        case .inserted: .inserted(key)
        case .updated(let names): .updated(key, members: names)
        case .deleted: .deleted(key)
        case .away(let until): .away([key], until: until)
        case .back: .back([key])
        }
    }
}
