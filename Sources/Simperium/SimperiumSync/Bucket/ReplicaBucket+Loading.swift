internal import SimperiumJSON
internal import SimperiumWire

/// Loading single versions of an object: to repair the ghost, or to give the program the object's
/// history.
extension ReplicaBucket {
    private static let longestHistory = 160
    private static let mostRequestedVersions = 1_000

    /// Marks the ghost as suspect, also in the store: this version or a later one must be loaded.
    /// Requests that version, if this is possible now.
    mutating func markAndReloadIfPossible(_ key: ObjectKey, _ version: EntityVersion) {
        objects.markForReload(key, version)
        gathered.changedKeys.append(key)
        reloadIfMarked(key)
    }

    /// Clears the suspect mark and drops the pending load, because the object has been removed.
    mutating func cancelReload(_ key: ObjectKey) {
        guard var entry = objects.entries[key], entry.pending.reloadVersion != nil else { return }
        connection.pendingLoads[key] = nil
        entry.pending.reloadVersion = nil
        putEntryOrRemoveBlank(entry, as: key)
        enqueueIfSendable(key)
    }

    /// Requests the object, if it is suspect and the bucket is live. Does nothing while it is
    /// unknown whether the hub has applied the change in flight. Above the limit of repairs,
    /// reports the object as stuck instead.
    mutating func reloadIfMarked(_ key: ObjectKey) {
        guard stage == .live, connection.pendingLoads[key] == nil,
            let version = objects.entries[key]?.pending.reloadVersion,
            objects.inFlight[key]?.isApplied != false, countRepairOrReportStuck(key)
        else { return }
        connection.pendingLoads[key] = PendingObjectLoad(version)
        sendCommand(.entity(EntityRequest(EntityVersionReference(key: key, version: version))))
    }

    mutating func receiveReply(_ reply: EntityReply) {
        guard let reference = reply.request.reference else { return }
        if let index = requestedVersions.firstIndex(of: reference) {
            requestedVersions.remove(at: index)
            notify(.version(reference, reply.object))
        }
        let key = reference.key
        guard let load = connection.pendingLoads[key], load.version == reference.version else {
            return
        }
        connection.pendingLoads[key] = nil
        guard let object = reply.object else {
            if !restartIndexingIfAllowed() { notify(.error(.stuck(key))) }
            return
        }
        let wanted = objects.entries[key]?.pending.reloadVersion ?? load.version
        adoptGhostCompletingFlight(
            Ghost(version: load.version, object: object), as: key, before: load.postponed, .remote)
        for change in load.postponed { applyChange(change) }
        if let version = objects.entries[key]?.ghost?.version, version < wanted {
            markAndReloadIfPossible(key, wanted)
        }
        enqueueIfSendable(key)
    }

    /// Makes `ghost` the hub's state of the object, and clears the suspect mark. If `ghost`
    /// contains the change in flight, completes that change, unless one of the changes in `later`
    /// will do so.
    mutating func adoptGhostCompletingFlight(
        _ ghost: Ghost, as key: ObjectKey, before later: [AcceptedChange] = [],
        _ source: BucketEvent.RemoteChangeSource
    ) {
        objects.entries[key]?.pending.reloadVersion = nil
        if let flight = objects.inFlight[key], hasHubApplied(ghost, flight),
            !later.contains(where: isChangeInFlight)
        {
            completeChangeInFlight(key, with: ghost, isOnlyChange: false, source)
        } else {
            replaceGhostAndRebase(key, with: ghost, source)
        }
    }

    /// Returns true if no change is in flight, or if `ghost` is known to contain the change in
    /// flight. Otherwise, `ghost` may or may not contain that change.
    ///
    /// If `ghost` contains the change, later edits apply to `ghost`; otherwise, they apply to
    /// `ghost` with the change. After a wrong guess, an edit that erases a part of the change would
    /// leave a second copy of that part, or erase nothing.
    func knowsWhetherApplied(_ flight: ChangeInFlight?, in ghost: Ghost) -> Bool {
        flight.map { $0.isApplied || hasHubApplied(ghost, $0) } ?? true
    }

    /// Returns true if the change is marked as applied, or if `ghost` is new and equals the
    /// change's outcome.
    private func hasHubApplied(_ ghost: Ghost, _ flight: ChangeInFlight) -> Bool {
        flight.isApplied || (ghost.version != flight.base && ghost.object == flight.outcome)
    }

    mutating func requestVersions(of key: ObjectKey, count: Int) {
        for reference in latestVersionReferences(of: key, count: count)
        where !requestedVersions.contains(reference) {
            guard requestedVersions.count < Self.mostRequestedVersions else {
                notify(.version(reference, nil))
                continue
            }
            requestedVersions.append(reference)
            if stage == .live { sendCommand(.entity(EntityRequest(reference))) }
        }
    }

    /// Returns references to the last versions, the newest first; at most `longestHistory`. Returns
    /// none for an object without a ghost.
    func latestVersionReferences(of key: ObjectKey, count: Int) -> [EntityVersionReference] {
        guard let last = objects.entries[key]?.ghost?.version.number, count > 0 else { return [] }
        let first = max(1, last - min(count, Self.longestHistory) + 1)
        return (first...last).reversed().compactMap { number in
            EntityVersion(number).map { EntityVersionReference(key: key, version: $0) }
        }
    }
}
