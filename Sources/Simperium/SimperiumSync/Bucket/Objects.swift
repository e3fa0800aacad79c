internal import SimperiumWire

/// The objects of one bucket, the changes of them that the hub has not answered, and which of them
/// wait for something.
struct Objects: Sendable {
    var entries: [ObjectKey: Entry] = [:]
    var inFlight: [ObjectKey: ChangeInFlight] = [:]
    var outbox = Outbox()
    /// Keys whose entries name a version to be loaded, and keys that the hub has otherwise.
    private(set) var suspects: Set<ObjectKey> = []
    private(set) var unsynced: Set<ObjectKey> = []

    init() {}

    init(_ stored: StoredReplica) {
        var waiting: [Outbox.Ticket] = []
        var lastTurn = 0
        for (key, object) in stored.objects {
            entries[key] = Entry(object)
            inFlight[key] = object.inFlight
            if object.draft != nil || object.inFlight != nil { unsynced.insert(key) }
            if object.suspect != nil { suspects.insert(key) }
            if let turn = object.turn { waiting.append(Outbox.Ticket(turn: turn, key: key)) }
            lastTurn = max(lastTurn, object.inFlight?.turn ?? 0)
        }
        outbox = Outbox(waiting, after: lastTurn)
    }

    /// Notes that the object must be loaded in this version or a later one.
    mutating func suspect(_ key: ObjectKey, _ version: EntityVersion) {
        let known = entries[key]?.suspect ?? version
        entries[key, default: Entry()].suspect = max(known, version)
        suspects.insert(key)
    }

    /// Enters an object that was touched in the lists by state.
    mutating func record(_ key: ObjectKey) {
        let index = entries.index(forKey: key)
        let isDraft = index.map { entries.values[$0].draft != nil } ?? false
        let isSuspect = index.map { entries.values[$0].suspect != nil } ?? false
        let isInFlight = index != nil && inFlight[key] != nil
        unsynced.set(key, isMember: isDraft || isInFlight)
        suspects.set(key, isMember: isSuspect)
    }

    /// What is to be stored of an object.
    func edit(of key: ObjectKey) -> ReplicaEdit {
        entries[key].map { .put(key, $0.stored(inFlight: inFlight[key])) } ?? .forget(key)
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
