internal import SimperiumJSON
internal import SimperiumWire

/// A bucket's stored state: restoring, changing and dropping it.
extension Bucket {
    mutating func restore(_ stored: StoredReplica) {
        changeVersion = stored.changeVersion
        admission.owner = stored.owner
        objects = Objects(stored)
    }

    /// Ends the sign-in. Objects that are kept still belong to the user.
    mutating func signOut(removingObjects: Bool) {
        disconnect()
        admission.resume = nil
        history = HistoryRequests()
        told.isIndexing = false
        guard removingObjects || kind == .presence else { return }
        admission.owner = nil
        forgetAll()
        turn.marks.append(.belong(to: nil))
    }

    /// Makes the objects the user's, if they have no owner.
    mutating func claim(by user: UserName) {
        guard admission.owner == nil, kind != .presence else { return }
        admission.owner = user
        turn.marks.append(.belong(to: user))
    }

    /// Removes the objects of another user. The program is notified of each.
    mutating func removeAll() {
        let seen = objects.entries.compactMap { $0.value.object == nil ? nil : $0.key }
        forgetAll()
        for key in seen.inOrder() { tell(.deleted(key, .index)) }
    }

    /// Turns the objects into drafts that no hub has seen, so that they are sent as another user's
    /// new ones.
    ///
    /// Presence objects are dropped: they belong to the client that was connected, and end with its
    /// connection.
    mutating func detach() {
        let seen = objects.entries.compactMapValues(\.object)
        forgetAll()
        guard kind != .presence else { return }
        for (key, object) in seen.sorted(by: { $0.key.text < $1.key.text }) {
            show(object, as: key)
            enqueue(key)
        }
    }

    private mutating func forgetAll() {
        objects = Objects()
        told.absences = [:]
        turn.marks.append(.forgetAll)
        move(to: nil)
    }
}
