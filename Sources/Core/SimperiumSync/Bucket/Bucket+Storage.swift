internal import SimperiumJSON
internal import SimperiumWire

/// What a bucket begins with, and how it ends.
extension Bucket {
    mutating func restore(_ stored: StoredReplica) {
        changeVersion = stored.changeVersion
        owner = stored.owner
        var waiting: [Outbox.Place] = []
        var lastTurn = 0
        for (key, object) in stored.objects {
            entries[key] = Entry(object)
            inFlight[key] = object.inFlight
            if object.draft != nil || object.inFlight != nil { unsynced.insert(key) }
            if object.suspect != nil { suspects.insert(key) }
            if let turn = object.turn { waiting.append(Outbox.Place(turn: turn, key: key)) }
            lastTurn = max(lastTurn, object.inFlight?.turn ?? 0)
        }
        outbox = Outbox(waiting, after: lastTurn)
    }

    mutating func signOut(removingObjects: Bool) {
        disconnect()
        resume = nil
        historyRequests = []
        hasToldIndexing = false
        owner = nil
        if removingObjects {
            forgetAll()
        } else {
            detach()
        }
        turn.marks.append(.belong(to: nil))
    }

    /// Keeps the objects as if no hub had ever heard of them: to another user they are new.
    ///
    /// Objects with presence belong to whoever was connected, and end with that.
    mutating func detach() {
        let objects = entries.compactMapValues(\.object)
        forgetAll()
        guard kind != .presence else { return }
        for (key, object) in objects.sorted(by: { $0.key.text < $1.key.text }) {
            show(object, as: key)
            enqueue(key)
        }
    }

    private mutating func forgetAll() {
        entries = [:]
        inFlight = [:]
        suspects = []
        unsynced = []
        absences = [:]
        outbox = Outbox()
        turn.marks.append(.forgetAll)
        move(to: nil)
    }
}
