internal import SimperiumClock

/// The unread changes of a bucket's reader: one for each object and one for its owner's absence, or
/// `everything` if there are more than `limit`.
package struct ChangeBacklog: UnreadUpdateBacklog {
    private enum ChangeSubject: Hashable {
        case object(ObjectKey)
        /// The presence of the object's owner.
        case owner(of: ObjectKey)
    }

    /// An entry of the queue. The entry is obsolete if the subject's unread change has another
    /// number.
    private struct QueuedChange {
        let subject: ChangeSubject
        let number: Int
    }

    private struct NumberedChange {
        var change: BucketChange
        let number: Int
    }

    let limit: Int
    private var isEverything = true
    private var queue = Queue<QueuedChange>()
    private var unread: [ChangeSubject: NumberedChange] = [:]
    private var lastNumber = 0

    /// Creates a backlog. A limit above 2^30 counts as 2^30.
    package init(limit: Int) {
        self.limit = min(max(limit, 0), 1 << 30)
    }

    /// Replaces all unread changes with `everything`.
    package mutating func collapseToEverything() {
        isEverything = true
        queue = Queue()
        unread = [:]
    }

    /// Merges the insertion of an object with its unread change. `names` are the names of the
    /// object's members. If the object's removal is still unread, the reader receives an update of
    /// these members instead.
    package mutating func mergeInserted(_ key: ObjectKey, names: Set<String>) {
        guard !isEverything else { return }
        if case .deleted = unread[.object(key)]?.change {
            unread[.object(key)]?.change = .updated(key, members: names)
        } else {
            enqueueReplacingUnread(.inserted(key), of: .object(key))
        }
    }

    package mutating func mergeUpdated(_ key: ObjectKey, names: Set<String>) {
        guard !isEverything else { return }
        switch unread[.object(key)]?.change {
        case .inserted: break
        case .updated(_, let earlier):
            unread[.object(key)]?.change = .updated(key, members: earlier.union(names))
        default: enqueueReplacingUnread(.updated(key, members: names), of: .object(key))
        }
    }

    package mutating func mergeDeleted(_ key: ObjectKey) {
        guard !isEverything else { return }
        unread[.owner(of: key)] = nil
        switch unread[.object(key)]?.change {
        case .inserted: unread[.object(key)] = nil
        case .updated: unread[.object(key)]?.change = .deleted(key)
        default: enqueueReplacingUnread(.deleted(key), of: .object(key))
        }
    }

    package mutating func appendOwnerAbsence(_ keys: [ObjectKey], until: ContinuousClock.Instant) {
        for key in keys where !isEverything {
            enqueueReplacingUnread(.away([key], until: until), of: .owner(of: key))
        }
    }

    package mutating func appendOwnerReturn(_ keys: [ObjectKey]) {
        for key in keys where !isEverything {
            enqueueReplacingUnread(.back([key]), of: .owner(of: key))
        }
    }

    /// Puts a change in place of the unread one, at the end of the queue. Collapses all changes to
    /// `everything` if there are too many.
    private mutating func enqueueReplacingUnread(
        _ change: BucketChange, of subject: ChangeSubject
    ) {
        lastNumber += 1
        unread[subject] = NumberedChange(change: change, number: lastNumber)
        queue.append(QueuedChange(subject: subject, number: lastNumber))
        if unread.count > limit { return collapseToEverything() }
        if queue.count > 2 * limit + 16 { queue = Queue(queue.all.filter { isUnread($0) }) }
    }

    private func isUnread(_ queued: QueuedChange) -> Bool {
        unread[queued.subject]?.number == queued.number
    }

    package mutating func next() -> BucketChange? {
        if isEverything {
            isEverything = false
            return .everything
        }
        while let queued = queue.popFirst() {
            if isUnread(queued) { return unread.removeValue(forKey: queued.subject)?.change }
        }
        return nil
    }
}
