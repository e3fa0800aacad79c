internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// Remedies for the errors that the hub can report for a change.
extension ReplicaBucket {
    mutating func receiveRefusal(_ refusal: RefusedChange) {
        if stage == .resending, resolveResendingRefusal(refusal) { return }
        // The client ignores an answer to a change that is no longer in flight.
        guard let key = keyInFlight(of: refusal) else { return }
        switch refusal.error.remedy {
        case .report: markRefusedUnlessChanged(key, refusal.error)
        case .authorizeAgain: authorizeAgainOnce(for: key, refusal.error)
        case .createAgain: createAgain(key)
        case .reloadAndMerge: requeueDraftToMerge(key)
        case .catchUp: markAppliedAndCatchUp(key)
        case .drop: completeOrReloadAfterNoEffect(key)
        case .sendWhole: resendWholeOrReload(key)
        case .wait: pauseSending(for: key, refusal.error)
        }
    }

    private func keyInFlight(of refusal: RefusedChange) -> ObjectKey? {
        let named = refusal.key.flatMap { ObjectKey($0) }.flatMap { objects.inFlight[$0] }
        let candidates = named.map { [$0] } ?? Array(objects.inFlight.values)
        return candidates.first { refusal.changeIDs.contains($0.change.id) }?.change.key
    }

    /// Stops sending the draft until the program changes it, and notifies the program. A draft that
    /// has changed since it was sent is sent again.
    mutating func markRefusedUnlessChanged(_ key: ObjectKey, _ error: ChangeRefusalReason) {
        let object = objects.entries[key]?.object
        let hasChanged = objects.inFlight[key] != nil && object != objects.inFlight[key]?.outcome
        returnToDraft(key)
        if !hasChanged, objects.entries[key]?.pending.draft != nil {
            objects.entries[key]?.pending.refusal = error.code
        }
        notify(.error(.refused(key, error, object)))
        enqueueIfSendable(key)
    }

    /// Removes the change in flight, which the hub has not applied. The draft still contains the
    /// whole change.
    private mutating func returnToDraft(_ key: ObjectKey) {
        let object = objects.entries[key]?.object
        endFlightReportingAnswerTime(key)
        setVisibleObject(object, as: key)
    }

    /// Returns true if the change in flight was made from the present ghost.
    private func isGhostUnchangedSinceSending(_ key: ObjectKey) -> Bool {
        objects.entries[key]?.ghost?.version == objects.inFlight[key]?.base
    }

    /// Signs in to the bucket again, once on each connection; after a further refusal, marks the
    /// draft as refused instead. If the bucket is not live, does not sign in; the change is sent
    /// again later.
    private mutating func authorizeAgainOnce(for key: ObjectKey, _ error: ChangeRefusalReason) {
        guard !connection.hasAuthorizedAgain || stage != .live else {
            return markRefusedUnlessChanged(key, error)
        }
        connection.sent.remove(key)
        guard stage == .live else { return }
        connection.hasAuthorizedAgain = true
        // The hub closes the first channel, and drops the answers that it has not sent. All
        // unanswered changes and loads are sent again after the second sign-in.
        connection.sent = UnansweredChanges()
        connection.pendingLoads = [:]
        sendInitWithOpeningRequest()
    }

    private mutating func createAgain(_ key: ObjectKey) {
        guard objects.inFlight[key]?.isRemoval == false else { return confirmRemoval(of: key) }
        if lifetime == .presence { return applyRemoteRemoval(key, .remote) }
        if isGhostUnchangedSinceSending(key) { objects.entries[key]?.ghost = nil }
        returnToDraft(key)
        if countRepairOrReportStuck(key) { enqueueIfSendable(key) }
    }

    /// Completes the removal in flight of an object that the hub no longer has.
    private mutating func confirmRemoval(of key: ObjectKey) {
        let ghost = isGhostUnchangedSinceSending(key) ? nil : objects.entries[key]?.ghost
        completeChangeInFlight(key, with: ghost, isOnlyChange: false)
    }

    private mutating func requeueDraftToMerge(_ key: ObjectKey) {
        let isLatest =
            isGhostUnchangedSinceSending(key) && objects.entries[key]?.pending.reloadVersion == nil
        returnToDraft(key)
        guard countRepairOrReportStuck(key) else { return }
        enqueueIfSendable(key)
        // The hub rejects a version that it sent itself, so the hub's history differs from the
        // history that this client knows.
        if isLatest { restartIndexingIfAllowed() }
    }

    private mutating func markAppliedAndCatchUp(_ key: ObjectKey) {
        guard let changeVersion else { return completeOrLoadAppliedChange(key) }
        objects.inFlight[key]?.isApplied = true
        connection.sent.remove(key)
        connection.awaitsChanges = true
        gathered.changedKeys.append(key)
        sendAwaitingAnswer(.catchUp(from: .after(changeVersion)))
        reloadIfMarked(key)
    }

    private mutating func completeOrReloadAfterNoEffect(_ key: ObjectKey) {
        guard objects.inFlight[key]?.isRemoval == false else { return confirmRemoval(of: key) }
        let ghost = objects.entries[key]?.ghost
        if objects.inFlight[key]?.outcome == ghost?.object {
            return completeChangeInFlight(key, with: ghost, isOnlyChange: false)
        }
        // The hub's object differs from the ghost.
        returnToDraft(key)
        guard objects.entries[key]?.pending.draft != nil else { return }
        if let ghost {
            markAndReloadIfPossible(key, ghost.version)
        } else {
            restartIndexingIfAllowed()
        }
    }

    private mutating func resendWholeOrReload(_ key: ObjectKey) {
        returnToDraft(key)
        let ghost = objects.entries[key]?.ghost
        if connection.repairs[key] == nil || ghost == nil {
            guard countRepairOrReportStuck(key) else { return }
            connection.keysToSendWhole.insert(key)
            enqueueIfSendable(key)
        } else if let ghost {
            markAndReloadIfPossible(key, ghost.version)
        }
    }

    private mutating func pauseSending(for key: ObjectKey, _ error: ChangeRefusalReason) {
        connection.sent.remove(key)
        notify(.error(.postponed(key, error)))
        // Changes that were sent together are refused together, and count as one overload.
        guard connection.pausedUntil == nil else { return }
        connection.overloads += 1
        connection.pausedUntil =
            now + Backoff.ofClients.randomPartOfWait(after: connection.overloads, &random)
    }
}
