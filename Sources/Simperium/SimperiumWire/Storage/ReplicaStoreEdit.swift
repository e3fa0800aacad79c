package import SimperiumJSON

/// An edit of the state that a client stores for a bucket. All edits that one event causes are
/// stored in one transaction.
package enum ReplicaStoreEdit: Hashable, Codable, Sendable {
    case put(ObjectKey, StoredReplicaObject)
    case forget(ObjectKey)
    case forgetAll
    /// Sets the client's position in the bucket's history. With nil, the client must load the index
    /// again.
    case move(to: ChangeVersion?)
    /// Sets the user that the bucket belongs to; nil after a sign-out that removed the objects.
    case belong(to: UserName?)
}

/// The state of an object that must survive a restart, so that nothing is lost or sent twice.
package struct StoredReplicaObject: Hashable, Codable, Sendable {
    package var ghost: Ghost?
    /// The program's unconfirmed state of the object; nil if the program sees the ghost.
    package var draft: DraftObjectOrRemoval?
    package var inFlight: ChangeInFlight?
    /// The position among the drafts that wait to be sent; nil if no draft of this object waits.
    package var turn: Int?
    /// The hub's code for the refusal of the draft; nil if it was not refused. A refused draft is
    /// not sent until the program changes it. Files of version 0.2 have 1 for any code.
    package var refusal: Int?
    /// The version to load, because the ghost can't be trusted; nil if the ghost can be trusted.
    package var suspect: EntityVersion?

    package init(
        ghost: Ghost? = nil, draft: DraftObjectOrRemoval? = nil, inFlight: ChangeInFlight? = nil,
        turn: Int? = nil, refusal: Int? = nil, suspect: EntityVersion? = nil
    ) {
        self.ghost = ghost
        self.draft = draft
        self.inFlight = inFlight
        self.turn = turn
        self.refusal = refusal
        self.suspect = suspect
    }
}

/// A client's edit that the hub has not confirmed: the object's new state, or its removal.
package enum DraftObjectOrRemoval: Hashable, Codable, Sendable {
    case object(JSONObject)
    case removal
}

/// A change that the hub may have received. The client does not yet know the object's version after
/// the change.
package struct ChangeInFlight: Hashable, Codable, Sendable {
    package let change: Change
    /// The version that the change was made from; nil for a new object.
    package let base: EntityVersion?
    /// The object that the client expects at the hub after the change; nil for a removal. It equals
    /// the draft until the program edits the object again.
    package var outcome: JSONObject?
    /// The position among the changes in flight.
    package let turn: Int
    /// True if the hub has applied the change, but the new version is not known yet.
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

/// The state that a client stores for a bucket: the result of all edits so far.
package struct StoredReplicaBucket: Hashable, Codable, Sendable {
    package var changeVersion: ChangeVersion?
    package var owner: UserName?
    package var objects: [ObjectKey: StoredReplicaObject]

    package init(
        changeVersion: ChangeVersion? = nil, owner: UserName? = nil,
        objects: [ObjectKey: StoredReplicaObject] = [:]
    ) {
        self.changeVersion = changeVersion
        self.owner = owner
        self.objects = objects
    }

    /// Applies edits to this value, as a store does to its rows.
    package mutating func apply(_ edits: [ReplicaStoreEdit]) {
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

/// The last version of an object that client and hub agree on.
package struct Ghost: Hashable, Codable, Sendable {
    package private(set) var version: EntityVersion
    package private(set) var object: JSONObject

    package init(version: EntityVersion, object: JSONObject) {
        self.version = version
        self.object = object
    }

    /// Applies a diff, and sets the version. If the diff does not fit, throws and changes nothing.
    package mutating func advance(
        by diff: Diff, to version: EntityVersion
    ) throws(DiffError) {
        try diff.apply(to: &object)
        self.version = version
    }
}
