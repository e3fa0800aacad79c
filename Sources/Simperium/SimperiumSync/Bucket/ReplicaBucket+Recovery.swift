internal import SimperiumJSON
internal import SimperiumWire

/// Sending a hub the objects that it has lost, because it was restored from an older copy.
///
/// The index is read as usual. Each ghost that the hub does not have is sent to it, under its old
/// version. So of several clients, those with later versions prevail. Drafts stay as they are, and
/// are sent after that.
extension ReplicaBucket {
    /// Makes the next index find the objects that the hub has lost. Presence objects are left out:
    /// their hub ends them.
    mutating func prepareRecovery() {
        if kind != .presence, stage == .catchingUp { connection.recovery = LostObjectRecovery() }
    }

    /// Records an object for sending if the hub has lost the state that it had here. Returns false
    /// if it has not. `listed` is the hub's present state; nil if the index has none.
    ///
    /// A change in flight becomes a draft again, because its base may get another version. The hub
    /// does not have it: it came after the cursor, which is lost.
    mutating func recordLoss(of key: ObjectKey, listed: IndexPage.ListedObject?) -> Bool {
        guard connection.recovery != nil, let entry = objects.entries[key] else { return false }
        returnToDraft(key, over: entry.ghost)
        guard let ghost = entry.ghost, entry.object != nil, ghost.object != listed?.object
        else { return false }
        connection.recovery?.append(key, listed: listed)
        return true
    }

    /// Sends further lost objects, or ends the index when all of them are answered.
    mutating func continueRecovery() {
        while let key = connection.recovery?.next() { resendLostObject(key) }
        guard connection.recovery?.isOver == false else { return finishIndexing() }
        connection.askedAt = now
    }

    private mutating func resendLostObject(_ key: ObjectKey) {
        guard let ghost = objects.entries[key]?.ghost else { return }
        let change = Change(restoring: ghost, as: key)
        let frame = channel.frame(.change(change))
        guard frame.count <= Limits.clientFrame else { return restoreAsEdit(key) }
        connection.recovery?.recordSent(change)
        turn.effects.append(.send(frame))
    }

    /// Records that the hub has a lost object again. Returns false if the change restores none.
    ///
    /// The version differs if the hub has merged the object into a newer one. Then the result must
    /// be loaded.
    mutating func recordRestored(_ change: AcceptedChange) -> Bool {
        guard let key = connection.recovery?.removeAnswered(change.changeIDs) else { return false }
        if case .modified(_, _, let version) = change.effect,
            change.changeIDs.count > 1 || version != objects.entries[key]?.ghost?.version
        {
            markForReload(key, version)
        }
        return true
    }

    /// Handles the hub's refusal of a lost object. Returns false if the change restores none.
    mutating func handleRecoveryRefusal(_ refusal: RefusedChange) -> Bool {
        guard let key = connection.recovery?.removeAnswered(refusal.changeIDs) else { return false }
        let listed = connection.recovery?.listed[key]
        switch refusal.error {
        case .noSuchObject: removeObject(key, .index)
        // The sharer's clients, or a server's own, restore it.
        case .forbidden where listed == nil: removeObject(key, .index)
        case .forbidden, .noEffect, .alreadyApplied:
            // Another client was faster, or has edited this version.
            let known = listed?.version ?? objects.entries[key]?.ghost?.version
            if let known { markForReload(key, known) }
        default: restoreAsEdit(key)
        }
        return true
    }

    /// Makes a lost object an edit of the hub's present one. An edit has all remedies for refusals.
    private mutating func restoreAsEdit(_ key: ObjectKey) {
        let listed = connection.recovery?.listed[key]
        let ghost = listed.flatMap { listed in
            listed.object.map { Ghost(version: listed.version, object: $0) }
        }
        returnToDraft(key, over: ghost)
    }

    /// Makes the object that the program sees a draft over a ghost, and forgets later versions.
    private mutating func returnToDraft(_ key: ObjectKey, over ghost: Ghost?) {
        let object = objects.entries[key]?.object
        dropChangeInFlight(key)
        objects.entries[key]?.suspect = nil
        objects.entries[key]?.ghost = ghost
        setVisibleObject(object, as: key)
        enqueue(key)
    }
}
