import SimperiumJSON
import SimperiumWire

/// The effect of a change that waits for the guard's approval.
enum GuardedChange {
    case modify(ChangeDraft)
    case removeAll(Change)
    /// A user leaves an object that another user shares.
    case leave(ObjectKey, JSONObject)
}

extension GuardedChange {
    var copies: Int {
        if case .modify(let draft) = self { draft.before?.sharers.count ?? 0 } else { 0 }
    }

    var copiedBytes: Int {
        guard copies > 0, case .modify(let draft) = self else { return 0 }
        return copies * (draft.bytes?.count ?? 0)
    }

    /// Returns the change with the object that the guard has modified. A removal is never modified.
    func amended(to object: JSONObject) -> GuardedChange {
        guard case .modify(let draft) = self, draft.bytes != nil else { return self }
        return .modify(draft.amended(to: object))
    }

    func processedBytes(for change: Change) -> Int {
        guard case .modify(let draft) = self, let before = draft.before else { return 0 }
        return change.weightedProcessedBytes(at: before.version, bytes: before.object?.count ?? 0)
    }
}

extension Change {
    /// Returns the approximate number of bytes that are processed for a change: the object's size,
    /// or four times as much unless the change names the present version. An earlier version must
    /// be loaded and compared with the present one.
    func weightedProcessedBytes(at version: EntityVersion, bytes: Int) -> Int {
        bytes * (self.version == version ? 1 : 4)
    }
}
