package import SimperiumWire
import SyncHub

/// The changes that a hub has applied to one bucket, and a model of those that its store may have
/// forgotten.
package struct AppliedChanges {
    private struct Past {
        /// Changes before this number may be forgotten.
        var beginning = 0
        var removal: Removal?
    }

    private struct Removal {
        let count: Int
        let removals: Int
    }

    private let limits: MinimumStoredHistory
    private var count = 0
    private var removals = 0
    private var counts: [String: Int] = [:]
    private var pasts: [ObjectKey: Past] = [:]
    /// The `EMPTY`s that have begun and may be unfinished. A repeated one continues with the
    /// objects that are there by then.
    private var emptyings: Set<ChangeID> = []

    package init(_ limits: MinimumStoredHistory) {
        self.limits = limits
    }

    package mutating func begin(emptying id: ChangeID) { emptyings.insert(id) }

    package mutating func finish(emptying id: ChangeID) { emptyings.remove(id) }

    /// Records a change. Returns false if it was applied before and the store can't have forgotten
    /// that: the object was not removed since, or the log still contains the removal, or too few
    /// removals followed.
    package mutating func record(_ change: StoredChange, _ entity: StoredEntity) -> Bool {
        defer { count += 1 }
        var past = pasts[change.key, default: Past()]
        if let removal = past.removal, isForgotten(removal) { past.beginning = count }
        past.removal = nil
        if entity.isRemoved {
            past.removal = Removal(count: count, removals: removals)
            removals += 1
        }
        pasts[change.key] = past
        let name = "\(change.key) \(change.changeID)"
        guard let earlier = counts.updateValue(count, forKey: name) else { return true }
        return earlier < past.beginning || emptyings.contains(change.changeID)
    }

    private func isForgotten(_ removal: Removal) -> Bool {
        count - removal.count > limits.logLength && removals - removal.removals > limits.removals
    }
}
