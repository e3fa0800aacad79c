package import SimperiumClock

/// A bucket as a whole. One that was never written to is as good as any other.
package struct StoredBucket: Hashable, Codable, Sendable {
    /// The last change.
    package var head = Ordinal.zero
    /// Where the log begins: what a client with an earlier cursor missed is no longer known.
    package var floor = Ordinal.zero
    /// How many objects there are of the user's own.
    package var count = 0
    /// How many there are of others, who share them.
    package var mirrors = 0
    /// When the last change was made, by the server's stamps.
    package var stamp = Stamp(milliseconds: 0)
    /// Where the versions of an object begin of which nothing is known: above those of all that was
    /// forgotten, for a client may hold what it was under any of them.
    package var beginning = EntityVersion.first
    /// The ids of the `EMPTY`s that were carried out last, the oldest first.
    package private(set) var emptyings: [ChangeID] = []

    package init(emptyings: [ChangeID] = []) {
        self.emptyings = emptyings
    }

    /// Takes note that an object has come, or has gone.
    package mutating func note(_ entity: StoredEntity, existed: Bool) {
        let difference = (entity.isRemoved ? 0 : 1) - (existed ? 1 : 0)
        if entity.isMirror { mirrors += difference } else { count += difference }
    }

    /// Forgets the log up to the head.
    package mutating func forgetHistory(emptiedBy change: ChangeID) {
        floor = head
        emptyings = (emptyings + [change]).suffix(StoreAnswer.rememberedEmptyings)
    }
}
