internal import SimperiumJSON
internal import SimperiumWire

/// How an event's outcome is put together: first what is to be stored, then what that allows to be
/// told and sent.
extension Bucket {
    mutating func tell(_ event: BucketEvent) {
        turn.effects.append(.tell(event))
    }

    mutating func post(_ command: ClientCommand) {
        turn.effects.append(.send(frame(command)))
    }

    /// Posts what the hub owes an answer to.
    mutating func ask(_ command: ClientCommand) {
        link.askedAt = now
        post(command)
    }

    func frame(_ command: ClientCommand) -> [UInt8] {
        ClientMessage.command(command, on: channel).frame
    }

    mutating func move(to version: ChangeVersion?) {
        turn.hasMoved = turn.hasMoved || version != changeVersion
        changeVersion = version
    }

    mutating func finishTurn() -> [Effect] {
        defer { turn = Turn() }
        for key in turn.touched.keys { record(key) }
        tellAbsences()
        var effects: [Effect] = []
        swap(&effects, &turn.effects)
        let changed = turn.willChange.keys
        if !changed.isEmpty { effects.insert(.tell(.willChange(changed)), at: 0) }
        let edits = kind == .durable ? edits : []
        if !edits.isEmpty { effects.insert(.store(edits), at: 0) }
        if unsynced.count != toldPending {
            toldPending = unsynced.count
            effects.append(.tell(.pending(toldPending)))
        }
        return effects
    }

    /// What the turn has left to be stored.
    private var edits: [ReplicaEdit] {
        turn.marks + (turn.hasMoved ? [.move(to: changeVersion)] : [])
            + turn.touched.keys.map { key in
                entries[key].map { .put(key, $0.stored(inFlight: inFlight[key])) } ?? .forget(key)
            }
    }

    /// Enters an object that was touched in the lists by state.
    private mutating func record(_ key: ObjectKey) {
        let place = entries.index(forKey: key)
        let isDraft = place.map { entries.values[$0].draft != nil } ?? false
        let isSuspect = place.map { entries.values[$0].suspect != nil } ?? false
        let isInFlight = place != nil && inFlight[key] != nil
        unsynced.set(key, isMember: isDraft || isInFlight)
        suspects.set(key, isMember: isSuspect)
    }
}

extension Set {
    fileprivate mutating func set(_ element: Element, isMember: Bool) {
        if isMember {
            insert(element)
        } else if !isEmpty {
            // Even an empty set hashes what it is to remove.
            remove(element)
        }
    }
}

extension Sequence<ObjectKey> {
    /// In an order that is the same in every process.
    func inOrder() -> [ObjectKey] {
        sorted { $0.text < $1.text }
    }
}
