internal import JSONDiff
internal import Simperium

/// What a bucket knows of one object, but for a change in flight, which few objects have.
struct Entry: Sendable {
    /// What is on its way between the ghost and the program.
    private struct Work: Hashable {
        var draft: Draft?
        var turn: Int?
        var isRefused = false
        var suspect: EntityVersion?
    }

    /// Few objects have any, so those that have none take no memory for it.
    private indirect enum Attachment {
        case none
        case work(Work)
    }

    var ghost: Ghost?
    /// The last run through the index that listed the object.
    var run = 0
    private var attachment = Attachment.none

    init() {}

    init(_ stored: StoredObject) {
        ghost = stored.ghost
        draft = stored.draft
        turn = stored.turn
        isRefused = stored.isRefused
        suspect = stored.suspect
    }

    /// What the program made of the object and the hub has not confirmed; nil: it sees the ghost.
    var draft: Draft? {
        get { work.draft }
        set { work.draft = newValue }
    }

    /// Its turn to be sent; nil if it does not wait.
    var turn: Int? {
        get { work.turn }
        set { work.turn = newValue }
    }

    var isRefused: Bool {
        get { work.isRefused }
        set { work.isRefused = newValue }
    }

    /// The version to be loaded, because the ghost is not to be trusted.
    var suspect: EntityVersion? {
        get { work.suspect }
        set { work.suspect = newValue }
    }

    private var work: Work {
        get { if case .work(let work) = attachment { work } else { Work() } }
        set { attachment = newValue == Work() ? .none : .work(newValue) }
    }

    /// What the program sees.
    var object: JSONObject? {
        switch draft {
        case .object(let object): object
        case .removal: nil
        case nil: ghost?.object
        }
    }

    var isBlank: Bool { ghost == nil && draft == nil && suspect == nil }

    func stored(inFlight: ChangeInFlight?) -> StoredObject {
        StoredObject(
            ghost: ghost, draft: draft, inFlight: inFlight, turn: turn, isRefused: isRefused,
            suspect: suspect)
    }
}
