import SimperiumClock
import SimperiumWire

/// A change with its ordinal, in the form that is sent and stored.
struct PlacedChange {
    let draft: ChangeDraft
    let change: StoredChange
    let entity: StoredEntity
}

extension ChangeDraft {
    /// Returns the change with a unique id, for a change without an id.
    func withUniqueID(at ordinal: SequenceNumber) -> ChangeDraft {
        ChangeDraft(self, as: ChangeID(of: ordinal.changeVersion))
    }

    /// Returns the change with an ordinal, and the entity after it.
    func placed(
        at ordinal: SequenceNumber, _ stamp: ServerTime, ownedBy owner: PresenceObjectOwner?,
        shared sharing: Sharing? = nil
    ) -> PlacedChange {
        PlacedChange(
            draft: self, change: change(at: ordinal),
            entity: entity(at: ordinal, stamp, ownedBy: owner, shared: sharing))
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
        shared sharing: Sharing?
    ) -> StoredEntity {
        StoredEntity(
            key: key, version: version, isRemoved: bytes == nil, object: bytes, changed: ordinal,
            owner: owner, stamp: stamp, sharing: sharing)
    }
}

extension ChangeID {
    /// Creates a unique id for a change by the hub.
    fileprivate init(of changeVersion: ChangeVersion) {
        guard let id = ChangeID(changeVersion.text) else {
            preconditionFailure("hex digits are good for an id")
        }
        self = id
    }
}
