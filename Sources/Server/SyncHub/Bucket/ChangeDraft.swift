import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// A change to one object before it has an ordinal.
struct ChangeDraft {
    let key: ObjectKey
    /// The id of the change; nil for a change by the hub itself.
    let changeID: ChangeID?
    let clientID: ClientID
    /// The entity before the change; nil if its key is unknown.
    let before: StoredEntity?
    /// The object's version after the change.
    let version: EntityVersion
    /// The object before the change, parsed. Empty if there was no visible object, or if its
    /// content does not matter.
    let objectBefore: JSONObject
    private(set) var result: Result
    /// True if the guard has modified the change.
    private(set) var isAmended = false
    /// The user that makes the change, if that is not the bucket's user.
    let author: UserID?

    enum Result: Hashable {
        case object(JSONObject, bytes: [UInt8], by: Diff)
        case removal
    }

    init(
        _ change: Change, by clientID: ClientID, to entity: CachedEntity?,
        becoming version: EntityVersion,
        result: Result, author: UserID? = nil
    ) {
        key = change.key
        changeID = change.id
        self.clientID = clientID
        before = entity?.stored
        self.version = version
        objectBefore = entity?.object ?? [:]
        self.result = result
        self.author = author
    }

    /// Creates a modification by the hub itself.
    init(
        of entity: CachedEntity, to object: JSONObject, by clientID: ClientID, _ diff: Diff,
        author: UserID? = nil
    ) {
        key = entity.stored.key
        changeID = nil
        self.clientID = clientID
        before = entity.stored
        version = entity.stored.version.next
        objectBefore = entity.object
        result = .object(object, bytes: object.utf8, by: diff)
        self.author = author
    }

    /// Creates the removal of one object as a part of a larger removal.
    init(
        removing entity: StoredEntity, by clientID: ClientID, _ changeID: ChangeID? = nil,
        author: UserID? = nil
    ) {
        key = entity.key
        self.changeID = changeID
        self.clientID = clientID
        before = entity
        version = entity.version.next
        objectBefore = [:]
        result = .removal
        self.author = author
    }

    /// Returns the same change for the copy of the object in another bucket.
    func draftForSharedCopy(from known: StoredEntity, by author: UserID?) -> ChangeDraft {
        ChangeDraft(self, as: changeID, from: known, by: author)
    }

    /// Creates the insertion of a copy, for a user that the object is now shared with.
    init(showing entity: CachedEntity, by clientID: ClientID, author: UserID) {
        key = entity.stored.key
        changeID = nil
        self.clientID = clientID
        before = nil
        version = entity.stored.version
        objectBefore = [:]
        result = .object(
            entity.object, bytes: entity.stored.object ?? entity.object.utf8,
            by: Diff(from: [:], to: entity.object))
        self.author = author
    }

    init(_ draft: ChangeDraft, as changeID: ChangeID?) {
        self.init(draft, as: changeID, from: draft.before, by: draft.author)
    }

    private init(
        _ draft: ChangeDraft, as changeID: ChangeID?, from before: StoredEntity?,
        by author: UserID?
    ) {
        key = draft.key
        self.changeID = changeID
        clientID = draft.clientID
        self.before = before
        version = draft.version
        objectBefore = draft.objectBefore
        result = draft.result
        isAmended = draft.isAmended
        self.author = author
    }

    func amended(to object: JSONObject) -> ChangeDraft {
        var draft = self
        draft.result = .object(
            object, bytes: object.utf8, by: Diff(from: existed ? objectBefore : [:], to: object))
        draft.isAmended = true
        return draft
    }

    /// True if there was a visible object before.
    var existed: Bool { before.map { !$0.isRemoved } ?? false }

    /// The effect of the change in the log entry that all clients receive.
    var effect: AcceptedChange.Effect {
        switch result {
        case .object(_, _, let diff):
            .modified(diff, from: existed ? before?.version : nil, to: version)
        case .removal: .removed(at: version)
        }
    }

    var bytes: [UInt8]? {
        switch result {
        case .object(_, let bytes, _): bytes
        case .removal: nil
        }
    }

    var object: JSONObject {
        switch result {
        case .object(let object, _, _): object
        case .removal: [:]
        }
    }

    /// The operation that the guard is asked about.
    var operation: ProposedChange.Operation {
        switch result {
        case .object(let object, _, _):
            existed ? .modify(from: objectBefore, to: object) : .insert(object)
        case .removal: .remove(objectBefore)
        }
    }

    /// Returns the observation that the guard is sent after the change.
    func observation(at stamp: ServerTime) -> Observation {
        switch result {
        case .object(let object, _, _):
            existed
                ? .modified(key, object, by: clientID, at: stamp)
                : .inserted(key, object, by: clientID, at: stamp)
        case .removal: .removed(key, by: clientID, at: stamp)
        }
    }
}
