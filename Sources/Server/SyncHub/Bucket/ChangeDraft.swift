import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// A change to one object as it would be, before it has an ordinal in the log.
struct ChangeDraft {
    let key: ObjectKey
    /// Nil for what the hub does of its own accord.
    let changeID: ChangeID?
    let clientID: ClientID
    /// The object as it is; nil if nothing is known of it.
    let before: StoredEntity?
    /// Of the object after the change.
    let version: EntityVersion
    /// What `before` says; empty if there was nothing to be seen, or it is of no account.
    let objectBefore: JSONObject
    private(set) var result: Result
    /// Whether the guard has a part in it, too.
    private(set) var isAmended = false
    /// Who makes it, if not the bucket's user.
    let author: UserID?

    enum Result: Hashable {
        case object(JSONObject, bytes: [UInt8], by: Diff)
        case removal
    }

    init(
        _ change: Change, by clientID: ClientID, to entity: Entity?,
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

    /// What the hub makes of an object of its own accord.
    init(
        of entity: Entity, to object: JSONObject, by clientID: ClientID, _ diff: Diff,
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

    /// The removal of one object among many.
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

    /// The same as another bucket has it, in which the object was like that before.
    func copy(from known: StoredEntity, by author: UserID?) -> ChangeDraft {
        ChangeDraft(self, as: changeID, from: known, by: author)
    }

    /// A change that was made at the owner's, in the bucket of somebody with whom it is shared.
    init(
        following change: AcceptedChange, from entity: Entity?, becoming version: EntityVersion,
        _ result: Result, author: UserID?
    ) {
        self.init(
            of: change.key, following: change, from: entity, becoming: version, result,
            author: author)
    }

    /// The same, where it may be that nobody knows by which changes it came to that.
    init(
        of key: ObjectKey, following change: AcceptedChange?, from entity: Entity?,
        becoming version: EntityVersion, _ result: Result, author: UserID?
    ) {
        self.key = key
        changeID = change?.changeIDs.first
        clientID = change?.clientID ?? .hub
        before = entity?.stored
        self.version = version
        objectBefore = entity?.object ?? [:]
        self.result = result
        isAmended = change.map { $0.changeIDs.count > 1 } ?? false
        self.author = author
    }

    /// An object as it is, for somebody who sees it from now on.
    init(showing entity: Entity, by clientID: ClientID, author: UserID) {
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

    /// Whether there was an object that could be seen.
    var existed: Bool { before.map { !$0.isRemoved } ?? false }

    /// What every client hears of it.
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

    /// What the guard is asked about.
    var operation: Proposal.Operation {
        switch result {
        case .object(let object, _, _):
            existed ? .modify(from: objectBefore, to: object) : .insert(object)
        case .removal: .remove(objectBefore)
        }
    }

    /// What the guard of the bucket is told of it.
    func observation(at stamp: Stamp) -> Observation {
        switch result {
        case .object(let object, _, _):
            existed
                ? .modified(key, object, by: clientID, at: stamp)
                : .inserted(key, object, by: clientID, at: stamp)
        case .removal: .removed(key, by: clientID, at: stamp)
        }
    }
}
