import SimperiumJSON
import SimperiumWire

extension Bucket {
    /// Appends a change to the log, sends the change to all listeners, and answers the author's
    /// request if the author has one. Schedules the removal of objects beyond the bucket's
    /// capacity.
    mutating func commit(
        _ draft: ChangeDraft, by author: WorkAuthor, _ context: inout HubContext
    ) {
        var owner: PresenceObjectOwner?
        if draft.existed {
            owner = draft.before?.owner.map(presence.ownerOfNextVersion)
        } else if case .local(.member(let id)) = author {
            owner = addToLease(draft.key, for: id, &context)
        }
        let change = appendToLog(draft, ownedBy: owner, &context)
        announce([change][...], &context)
        if let request = author.request {
            let outcome = CallerRequestOutcome.accepted(
                draft.version, object: draft.bytes,
                entry: context.jobs.lastCopiedChange(for: author.remoteEditor)?.entry
                    ?? change.entry)
            context.effects.append(.answer(request, outcome))
        }
        if let capacity = options.capacity, contents.state.count > capacity {
            mailbox.scheduleBeforeWaiting(.remove(BulkRemoval(scope: .excess)))
        }
    }

    mutating func appendToLog(
        _ draft: ChangeDraft, ownedBy owner: PresenceObjectOwner?, _ context: inout HubContext
    ) -> StoredChange {
        let ordinal = context.nextOrdinal()
        let stamp = context.clock.serverTime()
        // Not called for an object without sharers: the call would copy the bucket.
        let isShared = draft.before?.sharers.isEmpty == false
        let (copies, sharing) =
            isShared ? copies(of: draft.withID(at: ordinal), at: stamp, &context) : ([], nil)
        let change = draft.change(at: ordinal)
        let entity = draft.entity(at: ordinal, stamp, ownedBy: owner, shared: sharing)
        if let before = draft.before, isRemovalOutsideLog(of: before) {
            context.effects.append(.write(.forgetVersions(of: draft.key, in: id)))
        }
        let outdated = options.retention.newlyOutdated(by: change.version)
        context.effects.append(
            .write(.append(change, entity: entity, outdated: outdated, to: id, expected: head)))
        applyToMemoryAndGuard(change, making: entity, of: draft, &context)
        if !copies.isEmpty { write(copies, of: draft.key, shared: sharing, &context) }
        return change
    }

    /// Updates memory after a change was appended to the log. In a guarded bucket, shows the change
    /// to the validator, and writes the edits to pending inserts that the validator derives from
    /// the change. Reports changed bucket options to the hub.
    mutating func applyToMemoryAndGuard(
        _ change: StoredChange, making entity: StoredEntity, of draft: ChangeDraft,
        _ context: inout HubContext
    ) {
        updateContentsAndLeases(change, to: entity, from: draft, &context)
        if id.name == .options { context.jobs.changedOptions.append((id.app, draft.key)) }
        guard isGuarded else { return }
        context.reportToGuard(draft.observation(at: entity.stamp), in: id)
        let edits = context.guardedLogs[id.log]?.validator.crossLogInsertEdits(as: change.ordinal)
        if let edits { context.write(edits, for: id) }
    }

    private mutating func updateContentsAndLeases(
        _ change: StoredChange, to entity: StoredEntity, from draft: ChangeDraft,
        _ context: inout HubContext
    ) {
        if contents.head == .zero { context.begunBuckets[id.log, default: 0] += 1 }
        contents.state.head = change.ordinal
        contents.state.stamp = entity.stamp
        contents.recent.append(change, context.limits.history)
        if entity.isRemoved {
            let ended = presence.removeObject(entity.key)
            if let ended { removeLeaseKeepingObjects(ended, &context) }
        }
        if draft.before != nil {
            contents.entities.update(
                entity, object: draft.object, by: change.changeID, context.limits.memory)
        } else {
            let changeIDs = RecentChangeIDs([change.changeID])
            contents.entities.insert(
                CachedEntity(stored: entity, object: draft.object, changeIDs: changeIDs),
                context.limits.memory
            )
        }
        contents.state.updateCounts(entity, existed: draft.existed)
    }

    /// Sends changes to all listeners in one message, which is encoded once for each group of
    /// listeners. Then sends the `back` notices of removed objects, and answers the requests that
    /// wait for a change.
    mutating func announce(_ changes: ArraySlice<StoredChange>, _ context: inout HubContext) {
        for group in listeners.groups {
            let frame = [UInt8](changes: changes, on: group.channel, naming: group.namesAuthors)
            context.effects.append(.broadcast(frame, to: group.connections))
        }
        presence.broadcastReturnNotices(&context)
        guard !waitingRequests.isEmpty else { return }
        let answer = CallerRequestOutcome.changes([UInt8](changes: changes))
        for request in waitingRequests.all { context.effects.append(.answer(request, answer)) }
        waitingRequests = OrderedSet()
    }

    /// Removes an outdated member from an object, as a change by the object's owner. Does nothing
    /// if the object is gone, lacks the member, or has no owner.
    mutating func removeObjectMemberAsOwner(
        _ key: ObjectKey, named member: JSONString, _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard let entity = try entity(key, context.limits), !entity.stored.isRemoved,
            entity.object[member] != nil, let owner = entity.stored.owner
        else { return }
        var object = entity.object
        object[member] = nil
        let draft = ChangeDraft(
            of: entity, to: object, by: owner.clientID, Diff(from: entity.object, to: object))
        let present = presence.ownerOfNextVersion(owner)
        announce([appendToLog(draft, ownedBy: present, &context)][...], &context)
    }
}
