import SimperiumWire

extension Bucket {
    /// Appends a client's change to the log, and sends it to all listeners.
    mutating func commit(
        _ draft: ChangeDraft, by author: WorkRequester, _ turn: inout HubTick
    ) {
        var owner = draft.before?.owner.map(presence.presentOwner)
        if !draft.existed {
            owner = nil
            if case .member(let id) = author {
                owner = addToLease(draft.key, for: id, &turn)
            }
        }
        announceAndRemoveExcess(
            appendToLog(draft, ownedBy: owner, &turn), of: draft, to: author, &turn)
    }

    /// Sends a change to all listeners, and answers the request that it comes from, if any.
    /// Schedules the removal of objects beyond the bucket's capacity.
    mutating func announceAndRemoveExcess(
        _ change: StoredChange, of draft: ChangeDraft, to author: WorkRequester,
        _ turn: inout HubTick
    ) {
        announce([change][...], &turn)
        if let request = author.request {
            let outcome = CallerRequestOutcome.accepted(
                draft.version, object: draft.bytes,
                entry: turn.errands.lastCopiedChange(for: author.visitor)?.entry ?? change.entry)
            turn.effects.append(.answer(request, outcome))
        }
        if let capacity = options.capacity, contents.state.count > capacity {
            mailbox.scheduleBeforeWaiting(.remove(Removal(.excess)))
        }
    }

    /// Gives a change its ordinal and appends it to the log.
    mutating func appendToLog(
        _ draft: ChangeDraft, ownedBy owner: PresenceObjectOwner?, _ turn: inout HubTick
    ) -> StoredChange {
        let ordinal = turn.nextOrdinal()
        // Most changes have an id, and are passed on without a copy.
        return draft.changeID == nil
            ? appendToLog(draft.withUniqueID(at: ordinal), at: ordinal, ownedBy: owner, &turn)
            : appendToLog(draft, at: ordinal, ownedBy: owner, &turn)
    }

    private mutating func appendToLog(
        _ draft: ChangeDraft, at ordinal: SequenceNumber, ownedBy owner: PresenceObjectOwner?,
        _ turn: inout HubTick
    ) -> StoredChange {
        let stamp = turn.clock.stamp()
        // Not called for an object without sharers: the call would copy the bucket.
        let isShared = draft.before?.sharers.isEmpty == false
        let (copies, sharing) = isShared ? copies(of: draft, at: stamp, &turn) : ([], nil)
        let change = draft.change(at: ordinal)
        let entity = draft.entity(at: ordinal, stamp, ownedBy: owner, shared: sharing)
        if let before = draft.before, hasEmptyingAfterRemoval(of: before) {
            turn.effects.append(.write(.forgetVersions(of: draft.key, in: id)))
        }
        turn.effects.append(.write(appendWrite(change, making: entity, behind: head)))
        applyToMemory(change, making: entity, of: draft, &turn)
        if !copies.isEmpty { write(copies, of: draft.key, shared: sharing, &turn) }
        return change
    }

    func appendWrite(
        _ change: StoredChange, making entity: StoredEntity, behind head: SequenceNumber
    ) -> StoreWrite {
        .append(
            change, entity: entity, outdated: options.retention.newlyOutdated(by: change.version),
            to: id, expected: head)
    }

    /// Updates memory to match the log after one more change, shows the change to the guard, and
    /// stores the pending inserts that follow from it.
    mutating func applyToMemory(
        _ change: StoredChange, making entity: StoredEntity, of draft: ChangeDraft,
        _ turn: inout HubTick
    ) {
        updateContents(change, to: entity, from: draft, &turn)
        if id.name == .options { turn.errands.changedOptions.append((id.app, draft.key)) }
        guard isGuarded else { return }
        turn.reportToGuard(draft.observation(at: entity.stamp), in: id)
        if let dues = turn.logs[id.log]?.pendingInsertEdits(as: change.ordinal) {
            turn.write(dues, for: id)
        }
    }

    private mutating func updateContents(
        _ change: StoredChange, to entity: StoredEntity, from draft: ChangeDraft,
        _ turn: inout HubTick
    ) {
        if contents.head == .zero { turn.begunBuckets[id.log, default: 0] += 1 }
        contents.state.head = change.ordinal
        contents.state.stamp = entity.stamp
        contents.recent.append(change, turn.limits.history)
        if entity.isRemoved, let ended = presence.remove(entity.key) { removeLease(ended, &turn) }
        if draft.before != nil {
            contents.entities.update(
                entity, object: draft.object, by: change.changeID, turn.limits.memory)
        } else {
            let changeIDs = RecentIDs([change.changeID])
            contents.entities.insert(
                CachedEntity(entity, object: draft.object, changeIDs: changeIDs), turn.limits.memory
            )
        }
        contents.state.updateCounts(entity, existed: draft.existed)
    }

    /// Sends changes to all listeners in one message, which is encoded once for each group of
    /// listeners. Answers the requests that wait for a change.
    mutating func announce(_ changes: ArraySlice<StoredChange>, _ turn: inout HubTick) {
        for group in listeners.groups {
            let frame = [UInt8](
                changes: changes, on: group.channel, naming: group.hearsAuthors)
            turn.effects.append(.broadcast(frame, to: group.connections))
        }
        presence.emitReturns(&turn)
        guard !waiters.isEmpty else { return }
        let answer = CallerRequestOutcome.changes([UInt8](changes: changes))
        for request in waiters.all { turn.effects.append(.answer(request, answer)) }
        waiters = OrderedKeys()
    }
}
