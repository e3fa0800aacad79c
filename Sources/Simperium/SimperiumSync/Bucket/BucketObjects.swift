internal import SimperiumClock
internal import SimperiumWire

/// The objects of one bucket, their changes in flight, and the sets of objects by state.
struct BucketObjects: Sendable {
    var entries: [ObjectKey: ObjectEntry] = [:]
    var inFlight: [ObjectKey: ChangeInFlight] = [:]
    var outbox = Outbox()
    /// The keys of the objects that must be loaded, because their ghosts can't be trusted.
    private(set) var suspects: Set<ObjectKey> = []
    /// The keys of the objects with edits that the hub has not confirmed.
    private(set) var unsynced: Set<ObjectKey> = []
    /// The keys of the unsynced objects with an edit that the hub has refused.
    private(set) var refused: Set<ObjectKey> = []

    init() {}

    init(_ stored: StoredReplica) {
        var waiting: [Outbox.QueuedDraft] = []
        var lastTurn = 0
        for (key, object) in stored.objects {
            entries[key] = ObjectEntry(object)
            inFlight[key] = object.inFlight
            if object.draft != nil || object.inFlight != nil { unsynced.insert(key) }
            if object.suspect != nil { suspects.insert(key) }
            if object.refusal != nil { refused.insert(key) }
            if let turn = object.turn { waiting.append(Outbox.QueuedDraft(turn: turn, key: key)) }
            lastTurn = max(lastTurn, object.inFlight?.turn ?? 0)
        }
        outbox = Outbox(waiting, after: lastTurn)
    }

    /// Marks an object as suspect: it must be loaded in this version or a later one.
    mutating func markForReload(_ key: ObjectKey, _ version: EntityVersion) {
        let known = entries[key]?.suspect ?? version
        entries[key, default: ObjectEntry()].suspect = max(known, version)
        suspects.insert(key)
    }

    /// Updates `unsynced`, `suspects` and `refused` for an object that may have changed.
    mutating func updateStateSets(_ key: ObjectKey) {
        let index = entries.index(forKey: key)
        let isDraft = index.map { entries.values[$0].draft != nil } ?? false
        let isSuspect = index.map { entries.values[$0].suspect != nil } ?? false
        let isInFlight = index != nil && inFlight[key] != nil
        let isRefused = index.map { entries.values[$0].refusal != nil } ?? false
        unsynced.set(key, isMember: isDraft || isInFlight)
        suspects.set(key, isMember: isSuspect)
        refused.set(key, isMember: isRefused)
    }

    /// Returns the edit that stores the object's state, or removes an object without one.
    func storageEdit(of key: ObjectKey) -> ReplicaStoreEdit {
        entries[key].map { .put(key, $0.stored(inFlight: inFlight[key])) } ?? .forget(key)
    }
}

extension Set {
    fileprivate mutating func set(_ element: Element, isMember: Bool) {
        if isMember {
            insert(element)
        } else if !isEmpty {
            // Even an empty set hashes an element to remove.
            remove(element)
        }
    }
}

/// The queue of objects whose drafts wait to be sent.
struct Outbox: Sendable {
    struct QueuedDraft: Sendable {
        let turn: Int
        let key: ObjectKey
    }

    private var tickets = Queue<QueuedDraft>()
    private var lastTurn = 0

    init() {}

    /// Restores the queue from the store. `others` is the highest turn number of the changes in
    /// flight. New turn numbers follow it and those in `waiting`.
    init(_ waiting: [QueuedDraft], after others: Int) {
        let waiting = waiting.sorted { $0.turn < $1.turn }
        tickets = Queue(waiting)
        lastTurn = max(others, waiting.last?.turn ?? 0)
    }

    mutating func nextQueueNumber() -> Int {
        lastTurn += 1
        return lastTurn
    }

    mutating func append(_ key: ObjectKey) -> Int {
        let turn = nextQueueNumber()
        tickets.append(QueuedDraft(turn: turn, key: key))
        return turn
    }

    mutating func popFirst() -> QueuedDraft? { tickets.popFirst() }
}
