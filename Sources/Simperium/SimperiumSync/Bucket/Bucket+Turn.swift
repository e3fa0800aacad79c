internal import SimperiumJSON
internal import SimperiumWire

/// How an event's outcome is put together: first what is to be stored, then what that allows to be
/// told and sent.
extension Bucket {
    mutating func tell(_ event: BucketEvent) {
        turn.effects.append(.tell(event))
    }

    mutating func post(_ command: ClientCommand) {
        turn.effects.append(.send(channel.frame(command)))
    }

    /// Posts what the hub owes an answer to.
    mutating func ask(_ command: ClientCommand) {
        connection.askedAt = now
        post(command)
    }

    mutating func move(to version: ChangeVersion?) {
        turn.hasMoved = turn.hasMoved || version != changeVersion
        changeVersion = version
    }

    mutating func finishTurn() -> [Effect] {
        defer { turn = BucketTurn() }
        for key in turn.touched.keys { objects.record(key) }
        tellAbsences()
        var effects: [Effect] = []
        swap(&effects, &turn.effects)
        let changed = turn.willChange.keys
        if !changed.isEmpty { effects.insert(.tell(.willChange(changed)), at: 0) }
        let edits = kind == .durable ? edits : []
        if !edits.isEmpty { effects.insert(.store(edits), at: 0) }
        if objects.unsynced.count != told.pending {
            told.pending = objects.unsynced.count
            effects.append(.tell(.pending(told.pending)))
        }
        return effects
    }

    /// What the turn has left to be stored.
    private var edits: [ReplicaEdit] {
        turn.marks + (turn.hasMoved ? [.move(to: changeVersion)] : [])
            + turn.touched.keys.map(objects.edit(of:))
    }
}

extension Sequence<ObjectKey> {
    /// In an order that is the same in every process.
    func inOrder() -> [ObjectKey] {
        sorted { $0.text < $1.text }
    }
}
