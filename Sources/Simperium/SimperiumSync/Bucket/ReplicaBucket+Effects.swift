internal import SimperiumJSON
internal import SimperiumWire

/// The assembly of an event's effects: first the edits to be stored, then the notifications and
/// frames that must not precede them.
extension ReplicaBucket {
    mutating func notify(_ event: BucketEvent) {
        turn.effects.append(.notify(event))
    }

    mutating func sendCommand(_ command: ClientCommand) {
        turn.effects.append(.send(channel.frame(command)))
    }

    /// Sends a command that the hub must answer in time.
    mutating func sendRequest(_ command: ClientCommand) {
        connection.askedAt = now
        sendCommand(command)
    }

    mutating func moveCursor(to version: ChangeVersion?) {
        turn.hasMoved = turn.hasMoved || version != changeVersion
        changeVersion = version
    }

    mutating func finishTurn() -> [Effect] {
        defer { turn = BucketTurn() }
        for key in turn.touched.keys { objects.updateSets(key) }
        notifyOfAbsences()
        var effects: [Effect] = []
        swap(&effects, &turn.effects)
        let changed = turn.willChange.keys
        if !changed.isEmpty { effects.insert(.notify(.willChange(changed)), at: 0) }
        let edits = kind == .durable ? edits : []
        if !edits.isEmpty { effects.insert(.store(edits), at: 0) }
        if objects.unsynced.count != notified.pending {
            notified.pending = objects.unsynced.count
            effects.append(.notify(.pending(notified.pending)))
        }
        return effects
    }

    /// The edits that the turn leaves to the store.
    private var edits: [ReplicaEdit] {
        turn.marks + (turn.hasMoved ? [.move(to: changeVersion)] : [])
            + turn.touched.keys.map(objects.storageEdit(of:))
    }
}

extension Sequence<ObjectKey> {
    /// Sorts the keys, because a set has another order in each process.
    func inOrder() -> [ObjectKey] {
        sorted { $0.text < $1.text }
    }
}
