internal import JSONDiff
internal import Simperium

/// What a bucket knows of one object, but for a change in flight, which few objects have.
struct Entry: Sendable {
    var ghost: Ghost?
    /// What the program made of the object and the hub has not confirmed; nil: it sees the ghost.
    var draft: Draft?
    /// Its turn to be sent; nil if it does not wait.
    var turn: Int?
    var isRefused = false
    /// The version to be loaded, because the ghost is not to be trusted.
    var suspect: EntityVersion?
    /// The last run through the index that listed the object.
    var run = 0

    init() {}

    init(_ stored: StoredObject) {
        ghost = stored.ghost
        draft = stored.draft
        turn = stored.turn
        isRefused = stored.isRefused
        suspect = stored.suspect
    }

    /// What the program sees.
    var object: JSONObject? {
        switch draft {
        case .object(let object): object
        case .removal: nil
        case nil: ghost?.object
        }
    }

    /// Lets the ghost follow somebody else's change, and says whether that was all there is to do.
    /// It is where nobody edits the object here: what nearly every change finds.
    mutating func follow(
        _ diff: Diff, from source: EntityVersion?, to version: EntityVersion
    ) -> Bool {
        guard draft == nil, suspect == nil, let ghost = self.ghost?.version, ghost == source,
            ghost < version
        else { return false }
        return (try? self.ghost?.advance(by: diff, to: version)) != nil
    }

    var isBlank: Bool { ghost == nil && draft == nil && suspect == nil }

    func stored(inFlight: ChangeInFlight?) -> StoredObject {
        StoredObject(
            ghost: ghost, draft: draft, inFlight: inFlight, turn: turn, isRefused: isRefused,
            suspect: suspect)
    }
}
