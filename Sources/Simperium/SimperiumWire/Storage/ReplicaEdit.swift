package import SimperiumJSON

/// One step of what a client must keep of a bucket.
///
/// The edits of one event belong together: a store makes one transaction of them, or none.
package enum ReplicaEdit: Hashable, Codable, Sendable {
    case put(ObjectKey, StoredObject)
    case forget(ObjectKey)
    case forgetAll
    /// How far in the bucket's history all of this is. Nil: it must be indexed.
    case move(to: ChangeVersion?)
    /// Whose bucket this is; nil as long as no hub said so.
    case belong(to: UserName?)
}

/// All that a client keeps of one object, so that a restart loses nothing and repeats nothing.
package struct StoredObject: Hashable, Codable, Sendable {
    package var ghost: Ghost?
    /// What the program made of the object and the hub has not confirmed; nil: it sees the ghost.
    package var draft: Draft?
    package var inFlight: ChangeInFlight?
    /// Its turn among all objects whose drafts wait to be sent.
    package var turn: Int?
    /// The hub refused the draft. It is not sent until the program changes it.
    package var isRefused: Bool
    /// The ghost is not to be trusted: this version must be loaded.
    package var suspect: EntityVersion?

    package init(
        ghost: Ghost? = nil, draft: Draft? = nil, inFlight: ChangeInFlight? = nil,
        turn: Int? = nil, isRefused: Bool = false, suspect: EntityVersion? = nil
    ) {
        self.ghost = ghost
        self.draft = draft
        self.inFlight = inFlight
        self.turn = turn
        self.isRefused = isRefused
        self.suspect = suspect
    }
}

/// An object as the program left it.
package enum Draft: Hashable, Codable, Sendable {
    case object(JSONObject)
    case removal
}

/// A change that the hub may have heard of, and has not answered.
package struct ChangeInFlight: Hashable, Codable, Sendable {
    package let change: Change
    /// The version that the change was made from; nil for a new object.
    package let base: EntityVersion?
    /// What the object will be for the hub once the change is in; nil if it will be gone. It is
    /// the draft, as long as neither side has edited the object since.
    package var outcome: JSONObject?
    /// Its turn among all changes in flight.
    package let turn: Int
    /// The hub has it, but where in the object's history is not known yet.
    package var isApplied: Bool

    package init(
        _ change: Change, base: EntityVersion?, outcome: JSONObject?, turn: Int,
        isApplied: Bool = false
    ) {
        self.change = change
        self.base = base
        self.outcome = outcome
        self.turn = turn
        self.isApplied = isApplied
    }
}

/// What a client kept of a bucket: what its edits, taken together, have made.
package struct StoredReplica: Hashable, Codable, Sendable {
    package var changeVersion: ChangeVersion?
    package var owner: UserName?
    package var objects: [ObjectKey: StoredObject]

    package init(
        changeVersion: ChangeVersion? = nil, owner: UserName? = nil,
        objects: [ObjectKey: StoredObject] = [:]
    ) {
        self.changeVersion = changeVersion
        self.owner = owner
        self.objects = objects
    }

    /// Does to this value what a store does to its rows.
    package mutating func perform(_ edits: [ReplicaEdit]) {
        for edit in edits {
            switch edit {
            case .put(let key, let object): objects[key] = object
            case .forget(let key): objects[key] = nil
            case .forgetAll: objects = [:]
            case .move(let changeVersion): self.changeVersion = changeVersion
            case .belong(let owner): self.owner = owner
            }
        }
    }
}
