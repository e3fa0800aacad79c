import SimperiumClock
import SimperiumWire

/// A change with its ordinal, in the form that is sent and stored.
struct PlacedChange {
    let draft: ChangeDraft
    let change: StoredChange
    let entity: StoredEntity
}

extension ChangeDraft {
    /// Returns the change with an ordinal, and the entity after it.
    func placed(
        at ordinal: SequenceNumber, _ stamp: ServerTime, ownedBy owner: PresenceObjectOwner?,
        shared sharing: Sharing? = nil
    ) -> PlacedChange {
        PlacedChange(
            draft: self, change: change(at: ordinal),
            entity: entity(at: ordinal, stamp, ownedBy: owner, shared: sharing))
    }
}
