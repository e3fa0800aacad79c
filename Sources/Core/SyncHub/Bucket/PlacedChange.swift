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
            object: entity.object, changed: entity.changed, owner: entity.owner, stamp: stamp)
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
        /// The work goes on, for it needed this first.
        case forgetVersions
        case emptying(Change, by: Author, as: ClientID)
    }

    let batch: LogBatch
    let changes: [PlacedChange]
    let purpose: Purpose
}
