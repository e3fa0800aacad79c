package import SimperiumWire
import SyncHub

/// What a hub has applied to one bucket, and what of it its store may have forgotten by now.
package struct AppliedChanges {
    private struct Past {
        /// Before this, nothing is remembered for sure.
        var beginning = 0
        var removal: Removal?
    }

    private struct Removal {
        let count: Int
        let removals: Int
    }

    private let limits: StoreLimits
    private var count = 0
    private var removals = 0
    private var counts: [String: Int] = [:]
    private var pasts: [ObjectKey: Past] = [:]
    /// `EMPTY`s that were begun, and not known to be finished: said again, each goes on with what
    /// is there by then.
    private var emptyings: Set<ChangeID> = []

    package init(_ limits: StoreLimits) {
        self.limits = limits
    }

    package mutating func begin(emptying id: ChangeID) { emptyings.insert(id) }

    package mutating func finish(emptying id: ChangeID) { emptyings.remove(id) }

    /// False if it was applied before, and the store can't have forgotten that it was: the object
    /// was not removed since, or the log still tells of that, or too few others were after it.
    package mutating func note(_ change: StoredChange, _ entity: StoredEntity) -> Bool {
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
