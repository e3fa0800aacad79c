internal import JSONDiff
internal import Simperium

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
        var edits = turn.marks
        if turn.hasMoved { edits.append(.move(to: changeVersion)) }
        for key in turn.touched.keys { edits.append(record(key)) }
        var effects: [Effect] = []
        if kind == .durable, !edits.isEmpty { effects.append(.store(edits)) }
        let changed = turn.willChange.keys
        if !changed.isEmpty { effects.append(.tell(.willChange(changed))) }
        tellAbsences()
        effects += turn.effects
        if unsynced.count != toldPending {
            toldPending = unsynced.count
            effects.append(.tell(.pending(toldPending)))
        }
        return effects
    }

    /// Enters an object that was touched in the lists by state, and says what to store of it.
    private mutating func record(_ key: ObjectKey) -> ReplicaEdit {
        guard let entry = entries[key] else {
            unsynced.remove(key)
            suspects.remove(key)
            return .forget(key)
        }
        let flight = inFlight[key]
        unsynced.set(key, isMember: entry.draft != nil || flight != nil)
        suspects.set(key, isMember: entry.suspect != nil)
        return .put(key, entry.stored(inFlight: flight))
    }
}

extension Set {
    fileprivate mutating func set(_ element: Element, isMember: Bool) {
        if isMember {
            insert(element)
        } else {
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
