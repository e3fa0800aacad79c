internal import SimperiumJSON
internal import SimperiumWire

/// The state of one object. The change in flight is in `BucketObjects.inFlight`, because few
/// objects have one.
struct ObjectEntry: Sendable {
    var ghost: Ghost?
    /// The number of the last index scan that listed the object; 0 if none did.
    var lastScan = 0
    /// The pending work of the object; nil for an object at rest. Nearly all objects are at rest,
    /// so the box makes the table of all objects half as large.
    private var boxedWork: BoxedPendingWork?

    private indirect enum BoxedPendingWork {
        case full(PendingObjectWork)
    }

    init() {}

    init(_ stored: StoredReplicaObject) {
        ghost = stored.ghost
        pending = PendingObjectWork(
            draft: stored.draft, queueNumber: stored.turn, refusal: stored.refusal,
            reloadVersion: stored.suspect)
    }

    /// The pending work of the object; empty for an object at rest.
    var pending: PendingObjectWork {
        get {
            if case .full(let pending) = boxedWork { pending } else { PendingObjectWork() }
        }
        set { boxedWork = newValue.isEmpty ? nil : .full(newValue) }
    }

    /// The object as the program sees it; nil if the program sees no object.
    var object: JSONObject? {
        switch pending.draft {
        case .object(let object): object
        case .removal: nil
        case nil: ghost?.object
        }
    }

    /// Applies another client's change to the ghost and returns true, if the object is at rest and
    /// the change fits the ghost. Otherwise, returns false and leaves the entry unchanged.
    mutating func applyToGhostIfAtRest(
        _ diff: Diff, from source: EntityVersion?, to version: EntityVersion
    ) -> Bool {
        guard boxedWork == nil, let present = ghost?.version, present == source, present < version
        else {
            return false
        }
        return (try? ghost?.advance(by: diff, to: version)) != nil
    }

    var isBlank: Bool { ghost == nil && pending.draft == nil && pending.reloadVersion == nil }

    func stored(inFlight: ChangeInFlight?) -> StoredReplicaObject {
        let pending = pending
        return StoredReplicaObject(
            ghost: ghost, draft: pending.draft, inFlight: inFlight, turn: pending.queueNumber,
            refusal: pending.refusal, suspect: pending.reloadVersion)
    }
}

/// An object's pending work: a draft to send, and a version to load.
struct PendingObjectWork: Sendable {
    /// The program's unconfirmed state of the object; nil if the program sees the ghost.
    var draft: DraftObjectOrRemoval?
    /// The object's number in the draft queue; nil if its draft is not queued.
    var queueNumber: Int?
    /// The hub's code for the refusal of the draft; nil if it was not refused.
    var refusal: Int?
    /// The version to be loaded, because the ghost can't be trusted; nil if the ghost can be
    /// trusted.
    var reloadVersion: EntityVersion?

    var isEmpty: Bool {
        draft == nil && queueNumber == nil && refusal == nil && reloadVersion == nil
    }
}
