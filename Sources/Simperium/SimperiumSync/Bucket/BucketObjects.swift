internal import SimperiumClock
internal import SimperiumWire

/// The objects of one bucket, their changes in flight, and the sets of objects by state.
struct BucketObjects: Sendable {
    var entries: [ObjectKey: ObjectEntry] = [:]
    /// The changes in flight. An object with a change in flight keeps its entry, even a blank one.
    var inFlight: [ObjectKey: ChangeInFlight] = [:]
    var draftQueue = WaitingDraftQueue()
    /// The keys of the objects that must be loaded, because their ghosts can't be trusted.
    private(set) var keysToReload: Set<ObjectKey> = []
    /// The keys of the objects with edits that the hub has not confirmed.
    private(set) var unsynced: Set<ObjectKey> = []
    /// The keys of the unsynced objects with an edit that the hub has refused.
    private(set) var refused: Set<ObjectKey> = []

    init() {}

    init(_ stored: StoredReplicaBucket) {
        var waiting: [WaitingDraftQueue.QueuedDraft] = []
        var lastNumber = 0
        for (key, object) in stored.objects {
            entries[key] = ObjectEntry(object)
            inFlight[key] = object.inFlight
            if object.draft != nil || object.inFlight != nil { unsynced.insert(key) }
            if object.suspect != nil { keysToReload.insert(key) }
            if object.refusal != nil { refused.insert(key) }
            if let turn = object.turn {
                waiting.append(WaitingDraftQueue.QueuedDraft(number: turn, key: key))
            }
            lastNumber = max(lastNumber, object.inFlight?.turn ?? 0)
        }
        draftQueue = WaitingDraftQueue(waiting, after: lastNumber)
    }

    /// Marks an object as suspect: it must be loaded in this version or a later one.
    mutating func markForReload(_ key: ObjectKey, _ version: EntityVersion) {
        let known = entries[key]?.pending.reloadVersion ?? version
        entries[key, default: ObjectEntry()].pending.reloadVersion = max(known, version)
        keysToReload.insert(key)
    }

    /// Updates `unsynced`, `keysToReload` and `refused` for an object that may have changed.
    mutating func updateStateSets(_ key: ObjectKey) {
        let pending = entries.index(forKey: key).map { entries.values[$0].pending }
        unsynced.set(key, isMember: pending?.draft != nil || inFlight[key] != nil)
        keysToReload.set(key, isMember: pending?.reloadVersion != nil)
        refused.set(key, isMember: pending?.refusal != nil)
    }

    /// Returns the edit that stores the object's state. If the bucket has no entry for the object,
    /// the edit removes the object from the store.
    func storageEdit(of key: ObjectKey) -> ReplicaStoreEdit {
        entries[key].map { .put(key, $0.stored(inFlight: inFlight[key])) } ?? .forget(key)
    }
}

extension Set {
    fileprivate mutating func set(_ element: Element, isMember: Bool) {
        if isMember {
            insert(element)
        } else if !isEmpty {
            // `remove` hashes the element even if the set is empty.
            remove(element)
        }
    }
}

/// The queue of objects whose drafts wait to be sent. An element is obsolete if the object has
/// another queue number by now.
struct WaitingDraftQueue: Sendable {
    struct QueuedDraft: Sendable {
        let number: Int
        let key: ObjectKey
    }

    private var drafts = Queue<QueuedDraft>()
    private var lastNumber = 0

    init() {}

    /// Restores the queue from the store. `others` is the highest number of the changes in flight.
    /// New numbers are higher than `others` and all numbers in `waiting`.
    init(_ waiting: [QueuedDraft], after others: Int) {
        let waiting = waiting.sorted { $0.number < $1.number }
        drafts = Queue(waiting)
        lastNumber = max(others, waiting.last?.number ?? 0)
    }

    mutating func assignQueueNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func appendReturningNumber(_ key: ObjectKey) -> Int {
        let number = assignQueueNumber()
        drafts.append(QueuedDraft(number: number, key: key))
        return number
    }

    mutating func popFirst() -> QueuedDraft? { drafts.popFirst() }
}
