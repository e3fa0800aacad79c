internal import SimperiumJSON
internal import SimperiumWire

/// What a bucket knows of one object, but for a change in flight, which few objects have.
struct Entry: Sendable {
    var ghost: Ghost?
    /// The last run through the index that listed the object.
    var run = 0
    /// Nil for an object at rest. Nearly all are, so the table of all is half as large with this in
    /// a box of its own.
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

    /// What is to be done about the object yet.
    private var unrest: Unrest {
        get {
            if case .full(let unrest) = box { unrest } else { Unrest() }
        }
        set { box = newValue.isOver ? nil : .full(newValue) }
    }

    /// What the program made of the object and the hub has not confirmed; nil: it sees the ghost.
    var draft: Draft? {
        get { unrest.draft }
        set { unrest.draft = newValue }
    }

    /// Its turn to be sent; nil if it does not wait.
    var turn: Int? {
        get { unrest.turn }
        set { unrest.turn = newValue }
    }

    var isRefused: Bool {
        get { unrest.isRefused }
        set { unrest.isRefused = newValue }
    }

    /// The version to be loaded, because the ghost is not to be trusted.
    var suspect: EntityVersion? {
        get { unrest.suspect }
        set { unrest.suspect = newValue }
    }

    /// What the program sees.
    var object: JSONObject? {
        switch draft {
        case .object(let object): object
        case .removal: nil
        case nil: ghost?.object
        }
    }

    /// Lets the ghost of an object at rest follow a change of another client. Says whether it did
    /// so, and nothing else is to be done: that is how it is with nearly every change.
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
