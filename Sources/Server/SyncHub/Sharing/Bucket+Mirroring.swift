import SimperiumClock
import SimperiumWire

/// What is made once at the owner's, and told in each bucket's own log.
extension Bucket {
    /// A change to a shared object as it is to all with whom it is shared, and to whom that is from
    /// then on.
    func copies(
        of draft: ChangeDraft, at stamp: Stamp, _ turn: inout HubTurn
    ) -> (copies: [Errands.Copy], sharing: Sharing?) {
        guard draft.existed, let before = draft.before else { return ([], nil) }
        var copies: [Errands.Copy] = []
        var sharers: [Sharer] = []
        for sharer in before.sharers {
            let copy = copy(
                of: draft, for: sharer, from: before, at: turn.nextOrdinal(), stamp)
            copies.append(copy)
            sharers.append(
                Sharer(
                    sharer.user, mayWrite: sharer.mayWrite, followed: copy.placed.change.ordinal))
        }
        return (copies, draft.bytes == nil ? nil : Sharing(with: sharers))
    }

    private func copy(
        of draft: ChangeDraft, for sharer: Sharer, from before: StoredEntity,
        at ordinal: Ordinal, _ stamp: Stamp
    ) -> Errands.Copy {
        let known = StoredEntity(
            key: before.key, version: before.version, isRemoved: false, object: nil,
            changed: sharer.followed, sharing: .mirror(of: id.user))
        let author = draft.author ?? id.user
        let copy = draft.copy(from: known, by: author == sharer.user ? nil : author)
        return Errands.Copy(
            bucket: ownersBucket(sharer.user),
            placed: copy.placed(
                at: ordinal, stamp, ownedBy: nil, shared: .mirror(of: id.user)))
    }

    /// Has them kept, and their buckets told. The last change in this one is kept already.
    func write(
        _ copies: [Errands.Copy], of key: ObjectKey, shared sharing: Sharing?,
        isFirst: Bool = false, _ turn: inout HubTurn
    ) {
        let entries = copies.map { copy in
            let change = copy.placed.change
            return Mirroring.Entry(
                change, making: copy.placed.entity, in: copy.bucket,
                outdated: options.retention.outdated(by: change.version), isFirst: isFirst)
        }
        turn.narrow(SharedObject(key: key, home: id), to: sharing)
        let mirroring = Mirroring(of: key, in: id, at: head, sharing, entries)
        turn.effects.append(.write(.mirror(mirroring)))
        turn.errands.copies += copies
        turn.spend(copies.count)
    }

    /// Takes in what was changed at its owner's, and is written already. What is done here starts
    /// over.
    mutating func follow(_ placed: PlacedChange, _ turn: inout HubTurn) {
        // One that is not open reads what there is by now.
        if contents.isKnown {
            contents.follow(placed, turn.limits)
            announce([placed.change][...], &turn)
        }
        mailbox.startOver()
    }
}

extension BucketContents {
    /// An object that is not in memory stays where it is.
    fileprivate mutating func follow(_ placed: PlacedChange, _ limits: HubLimits) {
        let (change, entity) = (placed.change, placed.entity)
        if entities.find(change.key, limits.memory) != nil {
            entities.update(entity, object: placed.draft.object, by: change.changeID, limits.memory)
        }
        state.head = change.ordinal
        state.stamp = entity.stamp
        state.note(entity, existed: change.previous != nil)
        recent.append(change, limits.history)
    }
}
