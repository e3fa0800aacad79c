internal import SimperiumJSON
internal import SimperiumWire

/// What a bucket begins with, and how it ends.
extension Bucket {
    mutating func restore(_ stored: StoredReplica) {
        changeVersion = stored.changeVersion
        admission.owner = stored.owner
        objects = Objects(stored)
    }

    /// Objects that are kept stay the user's.
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

    /// Makes the objects a user's, if they have no owner yet.
    mutating func claim(by user: UserName) {
        guard admission.owner == nil, kind != .presence else { return }
        admission.owner = user
        turn.marks.append(.belong(to: user))
    }

    /// Removes the objects of another user, with an event for each.
    mutating func removeAll() {
        let seen = objects.entries.compactMap { $0.value.object == nil ? nil : $0.key }
        forgetAll()
        for key in seen.inOrder() { tell(.deleted(key, .index)) }
    }

    /// Keeps the objects as if no hub had ever heard of them: to another user they are new.
    ///
    /// Objects with presence belong to the client that was connected, and end with that.
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
