internal import SimperiumJSON
internal import SimperiumWire

/// A bucket's stored state: restoring, changing and dropping it.
extension ReplicaBucket {
    mutating func restore(_ stored: StoredReplica) {
        changeVersion = stored.changeVersion
        signIn.owner = stored.owner
        objects = BucketObjects(stored)
    }

    /// Ends the sign-in. Objects that are kept still belong to the user.
    mutating func signOut(removingObjects: Bool) {
        disconnect()
        signIn.resume = nil
        history = HistoryRequests()
        notified.isIndexing = false
        guard removingObjects || kind == .presence else { return }
        signIn.owner = nil
        dropAllObjects()
        turn.marks.append(.belong(to: nil))
    }

    /// Makes the objects the user's, if they have no owner.
    mutating func claimObjects(by user: UserName) {
        guard signIn.owner == nil, kind != .presence else { return }
        signIn.owner = user
        turn.marks.append(.belong(to: user))
    }

    /// Removes the objects of another user. The program is notified of each.
    mutating func removeAll() {
        let seen = objects.entries.compactMap { $0.value.object == nil ? nil : $0.key }
        dropAllObjects()
        for key in seen.inOrder() { notify(.deleted(key, .index)) }
    }

    /// Turns the objects into drafts that no hub has seen, so that they are sent as another user's
    /// new ones.
    ///
    /// Presence objects are dropped: they belong to the client that was connected, and end with its
    /// connection.
    mutating func detachObjects() {
        let seen = objects.entries.compactMapValues(\.object)
        dropAllObjects()
        guard kind != .presence else { return }
        for (key, object) in seen.sorted(by: { $0.key.text < $1.key.text }) {
            setVisibleObject(object, as: key)
            enqueue(key)
        }
    }

    private mutating func dropAllObjects() {
        objects = BucketObjects()
        notified.absences = [:]
        turn.marks.append(.forgetAll)
        moveCursor(to: nil)
    }
}
