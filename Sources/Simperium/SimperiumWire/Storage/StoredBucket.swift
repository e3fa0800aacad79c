package import SimperiumClock

/// The state of a bucket. A bucket that was never written to has the default values.
package struct StoredBucket: Hashable, Codable, Sendable {
    /// The last change.
    package var head = SequenceNumber.zero
    /// The position where the log begins. Changes before it have been dropped.
    package var floor = SequenceNumber.zero
    /// The number of the user's own objects.
    package var count = 0
    /// The number of copies of other users' objects.
    package var mirrors = 0
    /// The number of buckets of the user, if this one was never written to.
    package var others = 0
    /// The time of the last change, by the server's stamps.
    package var stamp = ServerTime(milliseconds: 0)
    /// The first version of an unknown object. It is above all dropped versions, because a client
    /// may still have an object under one of them.
    package var beginning = EntityVersion.first
    /// The ids of the last `EMPTY`s, the oldest first.
    package private(set) var emptyings: [ChangeID] = []

    package init(emptyings: [ChangeID] = []) {
        self.emptyings = emptyings
    }

    /// Updates the counts after an object was added, changed or removed.
    package mutating func updateCounts(_ entity: StoredEntity, existed: Bool) {
        let difference = (entity.isRemoved ? 0 : 1) - (existed ? 1 : 0)
        if entity.isMirror { mirrors += difference } else { count += difference }
    }

    /// Drops the log up to the head.
    package mutating func forgetHistory(emptiedBy change: ChangeID) {
        floor = head
        emptyings = (emptyings + [change]).suffix(StoreAnswer.rememberedEmptyings)
    }
}
