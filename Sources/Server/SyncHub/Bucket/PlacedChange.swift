import SimperiumClock
import SimperiumWire

/// A change that has its place in the log, as it is told and kept there.
struct PlacedChange {
    let draft: ChangeDraft
    let change: StoredChange
    let entity: StoredEntity

    /// The object as it is from that time on.
    func entity(at stamp: Stamp) -> StoredEntity {
        StoredEntity(
            key: entity.key, version: entity.version, isRemoved: entity.isRemoved,
            object: entity.object, changed: entity.changed, owner: entity.owner, stamp: stamp,
            sharing: entity.sharing)
    }
}

extension ChangeDraft {
    /// The same with an id that tells it apart, for one whose author gave it none.
    func named(at ordinal: Ordinal) -> ChangeDraft {
        ChangeDraft(self, as: ChangeID(of: ordinal.changeVersion))
    }

    /// A change as it is told and kept at that place, with what it makes of the object.
    func placed(
        at ordinal: Ordinal, _ stamp: Stamp, ownedBy owner: EntityOwner?,
        shared sharing: Sharing? = nil
    ) -> PlacedChange {
        PlacedChange(
            draft: self, change: change(at: ordinal),
            entity: entity(at: ordinal, stamp, ownedBy: owner, shared: sharing))
    }

    func change(at ordinal: Ordinal) -> StoredChange {
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
            changeID: author.map { changeID.known(of: $0) } ?? changeID, entry: entry,
            author: author)
    }

    func entity(
        at ordinal: Ordinal, _ stamp: Stamp, ownedBy owner: EntityOwner?,
        shared sharing: Sharing?
    ) -> StoredEntity {
        StoredEntity(
            key: key, version: version, isRemoved: bytes == nil, object: bytes, changed: ordinal,
            owner: owner, stamp: stamp, sharing: sharing)
    }
}

extension ChangeID {
    /// The id of a change that the hub made, which is like no other.
    fileprivate init(of changeVersion: ChangeVersion) {
        guard let id = ChangeID(changeVersion.text) else {
            preconditionFailure("hex digits are good for an id")
        }
        self = id
    }
}

/// What a bucket has on its way into a log that other hubs write to, too.
struct PendingBatch {
    /// What is done when all of it is there.
    enum Purpose {
        case change(by: Author)
        /// One slice of a removal, of which this is left.
        case removal(rest: Removal)
        case correction
        /// The rules make something of an object before somebody leaves it, and the work goes on.
        case becoming
        case following(Delivery)
        /// A mirror of that user's is made equal.
        case levelling(to: UserID)
        /// There is another object of that key.
        case declining(Delivery)
        case sharing(SharingNote)
        /// The work goes on, for it needed this first.
        case forgetVersions
        case emptying(Change, by: Author, as: ClientID)
    }

    let batch: LogBatch
    let changes: [PlacedChange]
    let purpose: Purpose
}

extension PendingBatch.Purpose {
    /// How far the log has followed another with it.
    var mark: ParcelMark? {
        if case .following(let delivery) = self { delivery.mark } else { nil }
    }

    /// Whose the objects are of which mirrors are changed.
    var owner: UserID? {
        switch self {
        case .following(let delivery): delivery.home.user
        case .levelling(let owner): owner
        default: nil
        }
    }
}
