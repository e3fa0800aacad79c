internal import SimperiumJSON
internal import SimperiumWire

/// What a bucket begins with, and how it ends.
extension Bucket {
    mutating func restore(_ stored: StoredReplica) {
        changeVersion = stored.changeVersion
        admission.owner = stored.owner
        objects = Objects(stored)
    }

    mutating func signOut(removingObjects: Bool) {
        disconnect()
        admission.resume = nil
        history = HistoryRequests()
        told.isIndexing = false
        admission.owner = nil
        if removingObjects {
            forgetAll()
        } else {
            detach()
        }
        turn.marks.append(.belong(to: nil))
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
