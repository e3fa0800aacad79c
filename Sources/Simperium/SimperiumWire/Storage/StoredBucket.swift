package import SimperiumClock

/// The state of a bucket. A bucket that was never written to has the default values, apart from
/// `others`.
package struct StoredBucket: Hashable, Codable, Sendable {
    /// The position of the last change; zero if there is none.
    package var head = SequenceNumber.zero
    /// The position just before the log's first change. Changes up to this position have been
    /// dropped.
    package var floor = SequenceNumber.zero
    /// The number of the user's own objects.
    package var count = 0
    /// The number of copies of other users' objects.
    package var mirrors = 0
    /// The number of the user's buckets, set only if this bucket was never written to.
    package var others = 0
    /// The server's time of the last change.
    package var stamp = ServerTime(milliseconds: 0)
    /// The first version of a new object. It is higher than all dropped versions, because a client
    /// may still have an object under a dropped version.
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

    /// Drops the log up to the head, and records the id of the `EMPTY`.
    package mutating func forgetLogUpToHead(emptiedBy change: ChangeID) {
        floor = head
        emptyings = (emptyings + [change]).suffix(StoreAnswer.rememberedEmptyings)
    }
}
