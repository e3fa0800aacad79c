import SimperiumWire

/// What a change comes to, if the guard consents.
enum Intent {
    case modify(ChangeDraft)
    case removeAll(Change)
}

extension Intent {
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
