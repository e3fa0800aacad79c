internal import SimperiumJSON
internal import SimperiumWire

/// The state of one object. Its change in flight is kept elsewhere, because few objects have one.
struct Entry: Sendable {
    var ghost: Ghost?
    /// The last run through the index that listed the object.
    var run = 0
    /// Nil for an object at rest. Nearly all are, and the box makes the table of all half as large.
    private var box: Box?

    private indirect enum Box {
        case full(Unrest)
    }

    init() {}

    init(_ stored: StoredObject) {
        ghost = stored.ghost
        unrest = Unrest(
            draft: stored.draft, turn: stored.turn, isRefused: stored.isRefused,
            suspect: stored.suspect)
    }

    /// The work that is left to do for the object.
    private var unrest: Unrest {
        get {
            if case .full(let unrest) = box { unrest } else { Unrest() }
        }
        set { box = newValue.isOver ? nil : .full(newValue) }
    }

    /// The program's state of the object, if the hub has not confirmed it; nil if the program sees
    /// the ghost.
    var draft: Draft? {
        get { unrest.draft }
        set { unrest.draft = newValue }
    }

    /// The object's position in the outbox; nil if it does not wait there.
    var turn: Int? {
        get { unrest.turn }
        set { unrest.turn = newValue }
    }

    var isRefused: Bool {
        get { unrest.isRefused }
        set { unrest.isRefused = newValue }
    }

    /// The version to be loaded, because the ghost can't be trusted.
    var suspect: EntityVersion? {
        get { unrest.suspect }
        set { unrest.suspect = newValue }
    }

    /// The object as the program sees it.
    var object: JSONObject? {
        switch draft {
        case .object(let object): object
        case .removal: nil
        case nil: ghost?.object
        }
    }

    /// Applies another client's change to the ghost of an object at rest. True if nothing more must
    /// be done, as for nearly every change. False leaves the entry unchanged.
    mutating func follow(
        _ diff: Diff, from source: EntityVersion?, to version: EntityVersion
    ) -> Bool {
        guard box == nil, let present = ghost?.version, present == source, present < version else {
            return false
        }
        return (try? ghost?.advance(by: diff, to: version)) != nil
    }

    var isBlank: Bool { ghost == nil && draft == nil && suspect == nil }

    func stored(inFlight: ChangeInFlight?) -> StoredObject {
        StoredObject(
            ghost: ghost, draft: draft, inFlight: inFlight, turn: turn, isRefused: isRefused,
            suspect: suspect)
    }
}

private struct Unrest {
    var draft: Draft?
    var turn: Int?
    var isRefused = false
    var suspect: EntityVersion?

    var isOver: Bool { draft == nil && turn == nil && !isRefused && suspect == nil }
}
