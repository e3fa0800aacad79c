import SimperiumJSON
import SimperiumWire

/// What a change comes to, if the guard consents.
enum Intent {
    case modify(ChangeDraft)
    case removeAll(Change)
    /// Somebody leaves an object that another user shares.
    case leave(ObjectKey, JSONObject)
}

extension Intent {
    /// In how many other buckets it is made, too.
    var copies: Int {
        if case .modify(let draft) = self { draft.before?.sharers.count ?? 0 } else { 0 }
    }

    var copiedBytes: Int {
        guard copies > 0, case .modify(let draft) = self else { return 0 }
        return copies * (draft.bytes?.count ?? 0)
    }

    /// The same as the guard wants it. It wants nothing else of a removal.
    func amended(to object: JSONObject) -> Intent {
        guard case .modify(let draft) = self, draft.bytes != nil else { return self }
        return .modify(draft.amended(to: object))
    }

    /// The bytes that were gone through for it.
    func effort(for change: Change) -> Int {
        guard case .modify(let draft) = self, let before = draft.before else { return 0 }
        return change.effort(at: before.version, bytes: before.object?.count ?? 0)
    }
}

extension Change {
    /// The bytes that are gone through for it: of the object, and if it starts from another
    /// version, of that one, too, and of both to tell them apart.
    func effort(at version: EntityVersion, bytes: Int) -> Int {
        bytes * (self.version == version ? 1 : 4)
    }
}
