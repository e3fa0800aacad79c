import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// A change to one object before it has an ordinal.
struct ChangeDraft {
    let key: ObjectKey
    /// The id of the change; nil for a change by the hub itself.
    private(set) var changeID: ChangeID?
    let clientID: ClientID
    /// The entity before the change; nil if the bucket did not know the key.
    private(set) var before: StoredEntity?
    /// The object's version after the change.
    let version: EntityVersion
    /// The parsed object before the change; empty if there was none, or if it is not needed.
    let objectBefore: JSONObject
    private(set) var result: ContentAfterChange
    /// True if a validator has modified the change.
    private(set) var isAmended = false
    /// The user that makes the change, if that is not the bucket's user; otherwise nil.
    private(set) var author: UserID?

    enum ContentAfterChange: Hashable {
        case object(JSONObject, bytes: [UInt8], by: Diff)
        case removal
    }

    /// Returns this change as it is logged in the bucket of another user. `known` is that user's
    /// copy before the change. `author` is nil if that user makes the change.
    func draftForSharedCopy(from known: StoredEntity, by author: UserID?) -> ChangeDraft {
        var draft = self
        draft.before = known
        draft.author = author
        return draft
    }

    /// Returns this change with its final id, which all copies of the change have. The id of a
    /// change by the hub itself is made from the ordinal.
    func withID(at ordinal: SequenceNumber) -> ChangeDraft {
        var draft = self
        draft.changeID = changeID ?? ChangeID(of: ordinal.changeVersion)
        return draft
    }

    /// Returns the change with the object that a validator has modified.
    func amended(to object: JSONObject) -> ChangeDraft {
        var draft = self
        draft.result = .object(
            object, bytes: object.utf8, by: Diff(from: existed ? objectBefore : [:], to: object))
        draft.isAmended = true
        return draft
    }

    /// True if the object existed just before the change.
    var existed: Bool { before.map { !$0.isRemoved } ?? false }

    /// The effect of the change in the log entry that all clients receive.
    var effect: AcceptedChange.ChangeEffect {
        switch result {
        case .object(_, _, let diff):
            .modified(diff, from: existed ? before?.version : nil, to: version)
        case .removal: .removed(at: version)
        }
    }

    var bytes: [UInt8]? {
        if case .object(_, let bytes, _) = result { bytes } else { nil }
    }

    var object: JSONObject {
        if case .object(let object, _, _) = result { object } else { [:] }
    }

    var operation: ProposedChange.WholeObjectOperation {
        switch result {
        case .object(let object, _, _):
            existed ? .modify(from: objectBefore, to: object) : .insert(object)
        case .removal: .remove(objectBefore)
        }
    }

    func observation(at stamp: ServerTime) -> GuardedBucketEvent {
        switch result {
        case .object(let object, _, _):
            existed
                ? .modified(key, object, by: clientID, at: stamp)
                : .inserted(key, object, by: clientID, at: stamp)
        case .removal: .removed(key, by: clientID, at: stamp)
        }
    }
}

extension ChangeDraft {
    /// Creates a modification that the hub makes itself, in the name of `clientID`.
    init(
        of entity: CachedEntity, to object: JSONObject, by clientID: ClientID, _ diff: Diff,
        author: UserID? = nil
    ) {
        self.init(
            key: entity.stored.key, clientID: clientID, before: entity.stored,
            version: entity.stored.version.next, objectBefore: entity.object,
            result: .object(object, bytes: object.utf8, by: diff), author: author)
    }

    /// Creates the removal of one object as part of a larger removal.
    init(
        removing entity: StoredEntity, by clientID: ClientID, _ changeID: ChangeID? = nil,
        author: UserID? = nil
    ) {
        self.init(
            key: entity.key, changeID: changeID, clientID: clientID, before: entity,
            version: entity.version.next, objectBefore: [:], result: .removal, author: author)
    }

    /// Creates the insertion of a copy, for a user that the object is now shared with.
    init(showing entity: CachedEntity, by clientID: ClientID, author: UserID) {
        self.init(
            key: entity.stored.key, clientID: clientID, version: entity.stored.version,
            objectBefore: [:],
            result: .object(
                entity.object, bytes: entity.stored.object ?? entity.object.utf8,
                by: Diff(from: [:], to: entity.object)),
            author: author)
    }

    func change(at ordinal: SequenceNumber) -> StoredChange {
        let changeVersion = ordinal.changeVersion
        let ownID = ChangeID(of: changeVersion)
        let changeID = changeID ?? ownID
        var entry: [UInt8] = []
        entry.reserveCapacity(256)
        AcceptedChange(
            effect, key: key, changeVersion: changeVersion,
            changeIDs: isAmended ? [changeID, ownID] : [changeID], clientID: clientID
        ).write(into: &entry)
        return StoredChange(
            ordinal: ordinal, key: key, version: version,
            previous: existed ? before?.changed : nil,
            changeID: author.map { changeID.authorQualified(of: $0) } ?? changeID, entry: entry,
            author: author)
    }

    func entity(
        at ordinal: SequenceNumber, _ stamp: ServerTime, ownedBy owner: PresenceObjectOwner?,
        shared sharing: SharedOriginalOrCopy?
    ) -> StoredEntity {
        StoredEntity(
            key: key, version: version, isRemoved: bytes == nil, object: bytes, changed: ordinal,
            owner: owner, stamp: stamp, sharing: sharing)
    }
}

extension ChangeID {
    /// Creates a unique id for a change by the hub.
    fileprivate init(of changeVersion: ChangeVersion) {
        self = .trappingIfInvalid(changeVersion.text)
    }
}

/// A change that no validator has checked yet.
enum UnvalidatedChange {
    case modify(ChangeDraft)
    case removeAll(Change)
    /// A user leaves an object that another user shares.
    case leave(ObjectKey, JSONObject)
}

extension UnvalidatedChange {
    var copyCount: Int {
        if case .modify(let draft) = self { draft.before?.sharers.count ?? 0 } else { 0 }
    }

    var copiedBytes: Int {
        guard copyCount > 0, case .modify(let draft) = self else { return 0 }
        return copyCount * (draft.bytes?.count ?? 0)
    }

    /// Returns the change with the object that a validator has modified. A removal is never
    /// modified.
    func amended(to object: JSONObject) -> UnvalidatedChange {
        guard case .modify(let draft) = self, draft.bytes != nil else { return self }
        return .modify(draft.amended(to: object))
    }

    func processedBytes(for change: Change) -> Int {
        guard case .modify(let draft) = self, let before = draft.before else { return 0 }
        return change.weightedProcessedBytes(at: before.version, bytes: before.object?.count ?? 0)
    }
}

extension Change.Operation {
    var makesObjects: Bool {
        switch self {
        case .modify, .replace, .restore: true
        case .remove, .empty, .drop: false
        }
    }
}

extension Change {
    /// Returns the approximate number of bytes to process for a change. This is the object's size
    /// if the change names the current version, otherwise four times as much. An earlier version
    /// must be loaded and compared with the current one.
    func weightedProcessedBytes(at version: EntityVersion, bytes: Int) -> Int {
        bytes * (self.version == version ? 1 : 4)
    }
}
