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
    let result: Result

    enum Result: Hashable {
        case object(JSONObject, bytes: [UInt8], by: Diff)
        case removal
    }

    init(
        _ change: Change, by clientID: ClientID, to entity: Entity?,
        becoming version: EntityVersion,
        result: Result
    ) {
        key = change.key
        changeID = change.id
        self.clientID = clientID
        before = entity?.stored
        self.version = version
        objectBefore = entity?.object ?? [:]
        self.result = result
    }

    /// What the hub makes of an object of its own accord.
    init(of entity: Entity, to object: JSONObject, by clientID: ClientID, _ diff: Diff) {
        key = entity.stored.key
        changeID = nil
        self.clientID = clientID
        before = entity.stored
        version = entity.stored.version.next
        objectBefore = entity.object
        result = .object(object, bytes: object.utf8, by: diff)
    }

    /// The removal of one object among many.
    init(removing entity: StoredEntity, by clientID: ClientID, _ changeID: ChangeID? = nil) {
        key = entity.key
        self.changeID = changeID
        self.clientID = clientID
        before = entity
        version = entity.version.next
        objectBefore = [:]
        result = .removal
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
