internal import SimperiumClock

/// The unread changes of a bucket's reader: one for each object and one for its owner's absence, or
/// `everything` if there are more than `limit`.
package struct ChangeBacklog: UnreadUpdateBacklog {
    /// The unread changes of an object or of its owner's presence, merged into one.
    fileprivate enum MergedUnreadChange {
        case inserted
        case updated(Set<String>)
        case deleted
        case away(until: ContinuousClock.Instant)
        case back
    }

    /// An entry of the queue. The entry is obsolete if the object's pending change has another
    /// number.
    private struct QueuedChange {
        let key: ObjectKey
        let number: Int
        /// True for an absence or return of the object's owner, false for a change of the object.
        let isOwnerPresence: Bool
    }

    private struct NumberedChange {
        var change: MergedUnreadChange
        let number: Int
    }

    let limit: Int
    private var isEverything = true
    private var queue = Queue<QueuedChange>()
    private var objects: [ObjectKey: NumberedChange] = [:]
    private var owners: [ObjectKey: NumberedChange] = [:]
    private var lastNumber = 0

    /// Creates a backlog. A limit above 2^30 counts as 2^30.
    package init(limit: Int) {
        self.limit = min(max(limit, 0), 1 << 30)
    }

    /// Replaces all unread changes with `everything`.
    package mutating func collapseToEverything() {
        isEverything = true
        queue = Queue()
        objects = [:]
        owners = [:]
    }

    /// Merges the insertion of an object with its unread change. `names` are the names of the
    /// object's members. If the object's removal is still unread, the reader receives an update of
    /// these members instead.
    package mutating func mergeInserted(_ key: ObjectKey, names: Set<String>) {
        guard !isEverything else { return }
        if case .deleted = objects[key]?.change {
            objects[key]?.change = .updated(names)
        } else {
            enqueueReplacingUnread(.inserted, key)
        }
    }

    package mutating func mergeUpdated(_ key: ObjectKey, names: Set<String>) {
        guard !isEverything else { return }
        switch objects[key]?.change {
        case .inserted: break
        case .updated(let earlier): objects[key]?.change = .updated(earlier.union(names))
        case .deleted, .away, .back, nil: enqueueReplacingUnread(.updated(names), key)
        }
    }

    package mutating func mergeDeleted(_ key: ObjectKey) {
        guard !isEverything else { return }
        owners[key] = nil
        switch objects[key]?.change {
        case .inserted: objects[key] = nil
        case .updated: objects[key]?.change = .deleted
        case .deleted, .away, .back, nil: enqueueReplacingUnread(.deleted, key)
        }
    }

    package mutating func appendOwnerAbsence(_ keys: [ObjectKey], until: ContinuousClock.Instant) {
        for key in keys where !isEverything {
            enqueueReplacingUnread(.away(until: until), key, isOwnerPresence: true)
        }
    }

    package mutating func appendOwnerReturn(_ keys: [ObjectKey]) {
        for key in keys where !isEverything {
            enqueueReplacingUnread(.back, key, isOwnerPresence: true)
        }
    }

    /// Puts a change in place of the unread one, at the end of the queue. Collapses all changes to
    /// `everything` if there are too many.
    private mutating func enqueueReplacingUnread(
        _ change: MergedUnreadChange, _ key: ObjectKey, isOwnerPresence: Bool = false
    ) {
        lastNumber += 1
        let pending = NumberedChange(change: change, number: lastNumber)
        if isOwnerPresence { owners[key] = pending } else { objects[key] = pending }
        queue.append(
            QueuedChange(key: key, number: lastNumber, isOwnerPresence: isOwnerPresence))
        if objects.count + owners.count > limit { return collapseToEverything() }
        if queue.count > 2 * limit + 16 { removeObsoleteEntries() }
    }

    /// Removes obsolete entries, so that one entry is left for each pending change.
    private mutating func removeObsoleteEntries() {
        queue = Queue(queue.all.filter { pendingChange(of: $0) != nil })
    }

    private func pendingChange(of queued: QueuedChange) -> NumberedChange? {
        let pending = queued.isOwnerPresence ? owners[queued.key] : objects[queued.key]
        return pending?.number == queued.number ? pending : nil
    }

    package mutating func next() -> BucketChange? {
        if isEverything {
            isEverything = false
            return .everything
        }
        while let queued = queue.popFirst() {
            guard let pending = pendingChange(of: queued) else { continue }
            if queued.isOwnerPresence {
                owners[queued.key] = nil
            } else {
                objects[queued.key] = nil
            }
            return pending.change.publicChange(of: queued.key)
        }
        return nil
    }
}

extension ChangeBacklog.MergedUnreadChange {
    fileprivate func publicChange(of key: ObjectKey) -> BucketChange {
        switch self {
        case .inserted: .inserted(key)
        case .updated(let names): .updated(key, members: names)
        case .deleted: .deleted(key)
        case .away(let until): .away([key], until: until)
        case .back: .back([key])
        }
    }
}
