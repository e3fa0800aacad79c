internal import SimperiumJSON
internal import SimperiumWire

/// Restoring the objects that a hub has lost because its store was replaced by an older copy.
///
/// The client reads the index as usual. It sends each ghost that the hub does not have, with the
/// ghost's old version. If several clients send an object, the latest version prevails. Drafts are
/// kept, and are sent afterwards.
extension ReplicaBucket {
    /// Makes the next index scan look for lost objects, if the bucket is catching up. The objects
    /// of a presence bucket are not sent again, because the hub removes them when their owners are
    /// gone.
    mutating func prepareToResendLostObjects() {
        if lifetime != .presence, isCatchingUp { connection.resending = LostObjectResending() }
    }

    /// Queues an object to be sent again and returns true, if the hub has lost the ghost's state
    /// and the program still sees the object. Otherwise, returns false. `listed` is the object's
    /// entry in the hub's index; nil if the index does not list the object.
    ///
    /// If lost objects are sent again, a change in flight becomes a draft again, because its base
    /// may get another version. The hub does not have that change: the change followed the cursor,
    /// which the hub has lost.
    mutating func queueIfLost(_ key: ObjectKey, listed: IndexPage.ListedObject?) -> Bool {
        guard connection.resending != nil, let entry = objects.entries[key] else { return false }
        makeVisibleObjectDraft(key, over: entry.ghost)
        guard let ghost = entry.ghost, entry.object != nil, ghost.object != listed?.object
        else { return false }
        connection.resending?.append(key, listed: listed)
        return true
    }

    /// Sends further lost objects, up to the limit of changes in flight. If the hub has answered
    /// for each lost object, ends the index scan.
    mutating func continueOrFinishResending() {
        while let key = connection.resending?.popNextIfBelowLimit() { resendLostObject(key) }
        guard connection.resending?.isComplete == false else {
            return finishIndexingAfterResending()
        }
        connection.requestedAt = now
    }

    private mutating func resendLostObject(_ key: ObjectKey) {
        guard let ghost = objects.entries[key]?.ghost else { return }
        let change = Change(restoring: ghost, as: key)
        let frame = channel.frame(.singleChange(change))
        guard frame.count <= Limits.clientFrame else { return restoreAsEdit(key) }
        connection.resending?.recordSent(change)
        gathered.effects.append(.send(frame))
    }

    /// Records that the hub has a lost object again, and returns true. Returns false if the change
    /// restores no lost object. If the hub has merged the object into a newer version, requests the
    /// result.
    mutating func recordIfRestored(_ change: AcceptedChange) -> Bool {
        guard let key = connection.resending?.removeAnswered(change.changeIDs) else { return false }
        if case .modified(_, _, let version) = change.effect,
            change.changeIDs.count > 1 || version != objects.entries[key]?.ghost?.version
        {
            markAndReloadIfPossible(key, version)
        }
        return true
    }

    /// Handles the hub's refusal of a lost object, and returns true: removes the object, loads it,
    /// or turns it into an edit. Returns false if the refused change restores no lost object.
    mutating func resolveResendingRefusal(_ refusal: RefusedChange) -> Bool {
        guard let key = connection.resending?.removeAnswered(refusal.changeIDs) else {
            return false
        }
        let listed = connection.resending?.listed[key]
        switch refusal.error {
        case .noSuchObject: applyRemoteRemoval(key, .index)
        // The clients of the user who shares the object restore it, or the server does.
        case .forbidden where listed == nil: applyRemoteRemoval(key, .index)
        case .forbidden, .noEffect, .alreadyApplied:
            // Another client has restored the object already, or has edited this version.
            let known = listed?.version ?? objects.entries[key]?.ghost?.version
            if let known { markAndReloadIfPossible(key, known) }
        default: restoreAsEdit(key)
        }
        return true
    }

    /// Turns a lost object into an edit, because every refusal of an edit has a remedy.
    private mutating func restoreAsEdit(_ key: ObjectKey) {
        makeVisibleObjectDraft(key, over: connection.resending?.listed[key]?.ghost)
    }

    /// Replaces the ghost, and turns the object that the program sees into a draft based on the new
    /// ghost. Drops the change in flight and the suspect mark.
    private mutating func makeVisibleObjectDraft(_ key: ObjectKey, over ghost: Ghost?) {
        let object = objects.entries[key]?.object
        dropChangeInFlight(key)
        objects.entries[key]?.pending.reloadVersion = nil
        objects.entries[key]?.ghost = ghost
        setVisibleObject(object, as: key)
        enqueueIfSendable(key)
    }
}
