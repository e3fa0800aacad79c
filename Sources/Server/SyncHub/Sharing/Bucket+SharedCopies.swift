import SimperiumClock
import SimperiumWire

/// Copies of shared objects. A change is made in the owner's bucket and logged in the
/// bucket of each user that has a copy.
extension Bucket {
    /// Returns a change's copies for all users that the object is shared with, and the object's
    /// sharing after the change. The sharing is nil after a removal.
    func copies(
        of draft: ChangeDraft, at stamp: ServerTime, _ context: inout HubContext
    ) -> (copies: [JobsForOtherBuckets.ChangeCopyForSharer], sharing: SharedOriginalOrCopy?) {
        guard draft.existed, let before = draft.before else { return ([], nil) }
        var copies: [JobsForOtherBuckets.ChangeCopyForSharer] = []
        var sharers: [SharingRecipient] = []
        for sharer in before.sharers {
            let copy = copy(of: draft, for: sharer, from: before, at: context.nextOrdinal(), stamp)
            copies.append(copy)
            sharers.append(
                SharingRecipient(
                    sharer.user, mayWrite: sharer.mayWrite, followed: copy.change.ordinal))
        }
        return (copies, draft.bytes == nil ? nil : SharedOriginalOrCopy(with: sharers))
    }

    private func copy(
        of draft: ChangeDraft, for sharer: SharingRecipient, from before: StoredEntity,
        at ordinal: SequenceNumber, _ stamp: ServerTime
    ) -> JobsForOtherBuckets.ChangeCopyForSharer {
        let known = StoredEntity(
            key: before.key, version: before.version, isRemoved: false, object: nil,
            changed: sharer.followed, sharing: .mirror(of: id.user))
        let author = draft.author ?? id.user
        let copy = draft.draftForSharedCopy(from: known, by: author == sharer.user ? nil : author)
        return JobsForOtherBuckets.ChangeCopyForSharer(
            copy, from: id.user, to: sameNamedBucket(of: sharer.user), at: ordinal, stamp)
    }

    /// Stores the copies of a stored change, and queues them for the sharers' buckets. `isFirst` is
    /// true if the sharing begins with these copies.
    func write(
        _ copies: [JobsForOtherBuckets.ChangeCopyForSharer], of key: ObjectKey,
        shared sharing: SharedOriginalOrCopy?,
        isFirst: Bool = false, _ context: inout HubContext
    ) {
        let entries = copies.map { copy in
            ChangeCopiesForSharers.SharedCopyChange(
                copy.change, making: copy.entity, in: copy.bucket,
                outdated: options.retention.newlyOutdated(by: copy.change.version),
                isFirst: isFirst)
        }
        let mirroring = ChangeCopiesForSharers(of: key, in: id, at: head, sharing, entries)
        context.effects.append(.write(.mirror(mirroring)))
        context.jobs.copies += copies
        context.spend(copies.count)
    }

    /// Applies a stored change from the owner's bucket. A suspended work item starts again.
    mutating func applySharedCopy(
        _ copy: JobsForOtherBuckets.ChangeCopyForSharer, _ context: inout HubContext
    ) {
        // A bucket that hasn't loaded its state will read the result from the store.
        if contents.isLoaded {
            contents.applySharedCopy(copy, context.limits)
            announce([copy.change][...], &context)
        }
        mailbox.restartCurrentItem()
    }
}

extension CachedBucketData {
    /// Applies the change to the data in memory. An object that isn't in memory is not loaded.
    fileprivate mutating func applySharedCopy(
        _ copy: JobsForOtherBuckets.ChangeCopyForSharer, _ limits: HubLimits
    ) {
        let (change, entity) = (copy.change, copy.entity)
        if entities.find(change.key, limits.memory) != nil {
            entities.update(entity, object: copy.object, by: change.changeID, limits.memory)
        }
        state.head = change.ordinal
        state.stamp = entity.stamp
        state.updateCounts(entity, existed: change.previous != nil)
        recent.append(change, limits.history)
    }
}
