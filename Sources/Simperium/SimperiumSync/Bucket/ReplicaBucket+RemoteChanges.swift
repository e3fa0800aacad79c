internal import SimperiumJSON
internal import SimperiumWire

/// The hub's changes: those of other clients, and the acknowledgements of this client's own.
extension ReplicaBucket {
    mutating func receiveChangeList(_ entries: [HubChangeListEntry]) {
        var isAnswer = stage == .catchingUp || connection.awaitsChanges
        for entry in entries {
            switch entry {
            case .accepted(let change):
                isIndexing ? postponeUntilIndexed(change) : applyAndMoveCursor(change)
            case .refused(let refusal):
                receiveRefusal(refusal)
                isAnswer = false
            case .unreadable(let version?) where !isIndexing: moveCursor(to: version)
            case .unreadable: break
            }
        }
        if isAnswer, !probeForMoreMissedChanges(after: entries.count) { finishCatchingUp() }
        if stage == .resending { continueOrFinishResending() }
    }

    /// Returns true if more missed changes may follow. The hub does not mark the last message with
    /// missed changes. So after a full message, this function requests an index page with one
    /// entry, which the hub sends after all missed changes.
    private mutating func probeForMoreMissedChanges(after count: Int) -> Bool {
        guard stage == .catchingUp, count >= Limits.changesPerMessage else {
            return stage == .awaitingPageAfterChanges
        }
        stage = .awaitingPageAfterChanges
        sendAwaitingAnswer(.index(IndexRequest(hasObjects: false, limit: 1)))
        return true
    }

    /// Applies a change, and moves the cursor past it even if it could not be applied.
    mutating func applyAndMoveCursor(_ change: AcceptedChange) {
        applyChange(change)
        moveCursor(to: change.changeVersion)
    }

    mutating func applyChange(_ change: AcceptedChange) {
        switch change.effect {
        case .modified(let diff, let source, let version):
            applyModification(change, by: diff, from: source, to: version)
        case .removed(let version):
            cancelReload(change.key)
            applyRemoval(change, at: version)
            // The load that was just dropped would have completed a change that is marked as
            // applied.
            completeChangeIfMarkedApplied(change.key)
        case .unreadable(let version): reloadForUnfitChange(change, version)
        // A hub answers `EMPTY` only to its sender, and this client never sends `EMPTY`.
        case .emptied, .other: break
        }
    }

    /// Returns true if `change` contains the object's change in flight. The ids are compared,
    /// because another change may be in flight by now.
    func isChangeInFlight(_ change: AcceptedChange) -> Bool {
        guard let flight = objects.inFlight[change.key] else { return false }
        return change.changeIDs.contains(flight.change.id)
    }

    private mutating func applyModification(
        _ change: AcceptedChange, by diff: Diff, from source: EntityVersion?,
        to version: EntityVersion
    ) {
        let key = change.key
        if objects.inFlight[key] == nil, let index = objects.entries.index(forKey: key),
            objects.entries.values[index].applyToGhostIfAtRest(diff, from: source, to: version)
        {
            // An object at rest is in no state set, so only a durable bucket must record the key,
            // to store the object.
            if lifetime == .durable { gathered.changedKeys.append(key) }
            return notifyOfUpdate(of: key, diff.changes.map(\.name), .remote)
        }
        let entry = objects.entries[key]
        guard entry?.pending.reloadVersion == nil else {
            return reloadForUnfitChange(change, version)
        }
        let ghost = entry?.ghost
        if let ghost, version <= ghost.version { return completeIfInFlight(change) }
        guard source == ghost?.version,
            let object = try? diff.applied(to: ghost?.object ?? JSONObject())
        else { return reloadForUnfitChange(change, version) }
        let next = Ghost(version: version, object: object)
        guard isChangeInFlight(change) else {
            return replaceGhostAndRebase(key, with: next, by: diff, .remote)
        }
        // A hub may combine changes of other clients with this change.
        let steps = version.number - (source?.number ?? 0)
        completeChangeInFlight(
            key, with: next, isOnlyChange: change.changeIDs.count == 1 && steps == 1)
    }

    private mutating func applyRemoval(_ change: AcceptedChange, at version: EntityVersion?) {
        let key = change.key
        guard let ghost = objects.entries[key]?.ghost else { return completeIfInFlight(change) }
        if let version, version <= ghost.version { return completeIfInFlight(change) }
        guard isChangeInFlight(change) else { return applyRemoteRemoval(key, .remote) }
        completeChangeInFlight(key, with: nil, isOnlyChange: change.changeIDs.count == 1)
    }

    /// Completes the object's change in flight, if `change` contains it. Call this only if the
    /// ghost already includes `change`, or if the object has no ghost.
    private mutating func completeIfInFlight(_ change: AcceptedChange) {
        if isChangeInFlight(change) { completeOrLoadAppliedChange(change.key) }
    }

    /// Marks the object as suspect and requests it, because the change can't be applied to the
    /// ghost. If a load is already pending, keeps the change until the object arrives.
    private mutating func reloadForUnfitChange(_ change: AcceptedChange, _ version: EntityVersion) {
        markAppliedIfInFlight(change)
        connection.pendingLoads[change.key]?.postponeIfLater(change, to: version)
        markAndReloadIfPossible(change.key, version)
    }

    /// Marks the object's change in flight as applied, if `change` contains it.
    mutating func markAppliedIfInFlight(_ change: AcceptedChange) {
        if isChangeInFlight(change) { objects.inFlight[change.key]?.isApplied = true }
    }
}
