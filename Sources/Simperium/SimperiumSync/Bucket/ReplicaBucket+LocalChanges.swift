internal import SimperiumJSON
internal import SimperiumWire

/// The program's edits. An edit makes a draft, and a draft is sent as a change. At most one change
/// of each object is in flight.
extension ReplicaBucket {
    mutating func applyEdit(_ edit: BucketEdit) {
        switch edit {
        case .put(let key, let object): writeDraftIfValid(object, as: key)
        case .update(let key, let setting, let removing):
            guard var object = objects.entries[key]?.object else { return }
            for member in setting { object[member.name] = member.value }
            for name in removing { object[name] = nil }
            writeDraftIfValid(object, as: key)
        case .merge(let key, let from, let to):
            let present = objects.entries[key]?.object
            guard present != nil || lifetime != .presence else { return }
            // An invalid object is not merged, because it may be too deep to traverse.
            guard UnsendableObjectReason(to) == nil else { return writeDraftIfValid(to, as: key) }
            writeDraftIfValid(merged(base: from, mine: to, theirs: present), as: key)
        case .delete(let key): replaceDraftAndEnqueue(key, nil)
        case .revert(let key):
            let flight = objects.inFlight[key]
            replaceDraftAndEnqueue(
                key, flight == nil ? objects.entries[key]?.ghost?.object : flight?.outcome)
        }
    }

    /// Makes `object` the draft; nil removes the object. If no hub would accept `object`, reports
    /// that to the program instead.
    private mutating func writeDraftIfValid(_ object: JSONObject?, as key: ObjectKey) {
        if let object, let invalid = UnsendableObjectReason(object) {
            return notify(.error(.invalid(key, invalid, object)))
        }
        replaceDraftAndEnqueue(key, object)
    }

    /// Makes `object` the draft and queues it, if it differs from the object that the program sees,
    /// or if the present draft was refused.
    private mutating func replaceDraftAndEnqueue(_ key: ObjectKey, _ object: JSONObject?) {
        guard object != objects.entries[key]?.object || objects.entries[key]?.pending.refusal != nil
        else { return }
        setVisibleObject(object, as: key)
        objects.entries[key]?.pending.refusal = nil
        connection.repairs[key] = nil
        enqueueIfSendable(key)
    }

    /// Queues the draft. Does nothing if there is no draft, if it is queued or refused, or if the
    /// object is suspect, stuck or has a change in flight.
    mutating func enqueueIfSendable(_ key: ObjectKey) {
        guard let pending = objects.entries[key]?.pending, pending.draft != nil,
            pending.queueNumber == nil, pending.refusal == nil, pending.reloadVersion == nil,
            objects.inFlight[key] == nil, !isBeyondRepair(key)
        else { return }
        objects.entries[key]?.pending.queueNumber = objects.draftQueue.appendReturningNumber(key)
        gathered.changedKeys.append(key)
    }

    var maySend: Bool { stage == .live && connection.pausedUntil == nil }

    mutating func sendWaitingDrafts() {
        guard maySend else { return }
        while objects.inFlight.count < Limits.changesInFlight,
            let queued = objects.draftQueue.popFirst()
        {
            guard objects.entries[queued.key]?.pending.queueNumber == queued.number else {
                continue
            }
            sendDraft(of: queued.key)
        }
    }

    private mutating func sendDraft(of key: ObjectKey) {
        guard var entry = objects.entries[key], let draft = entry.pending.draft else { return }
        entry.pending.queueNumber = nil
        putEntryOrRemoveBlank(entry, as: key)
        // The draft is sent after the ghost has been loaded.
        guard entry.pending.reloadVersion == nil else { return }
        let operation = operation(
            making: draft, of: entry.ghost, isWhole: connection.keysToSendWhole.remove(key) != nil)
        var change = Change(
            operation, key: key, version: draft == .removal ? nil : entry.ghost?.version,
            id: channel.nextChangeID())
        var frame = channel.frame(.singleChange(change))
        // A diff of a text escapes each byte outside ASCII as three bytes, so the diff can be much
        // longer than the object.
        if frame.count > Limits.clientFrame, case .object(let object) = draft {
            change.operation = .replace(with: object)
            frame = channel.frame(.singleChange(change))
        }
        guard frame.count <= Limits.clientFrame else {
            return markRefusedUnlessChanged(key, .tooLarge)
        }
        objects.inFlight[key] = ChangeInFlight(
            change, base: entry.ghost?.version, outcome: entry.object,
            turn: objects.draftQueue.assignQueueNumber())
        sendAndRecordUnanswered(change, as: frame)
    }

    private func operation(
        making draft: DraftObjectOrRemoval, of ghost: Ghost?, isWhole: Bool
    ) -> Change.Operation {
        guard case .object(let object) = draft else { return .remove }
        let diff = Diff(from: ghost?.object ?? JSONObject(), to: object)
        // A diff nests up to twice as deep as its object, and a hub rejects either if it is too
        // deep.
        let isWhole = isWhole || diff.isDeeper(than: Limits.depth)
        return isWhole ? .replace(with: object) : .modify(diff)
    }

    private mutating func sendAndRecordUnanswered(_ change: Change, as frame: [UInt8]) {
        connection.sent.append(change, at: now)
        gathered.effects.append(.send(frame))
    }

    /// Sends the changes in flight that await no answer on this connection, unless they are marked
    /// as applied. The ids are unchanged, so the hub recognises the changes that it has already
    /// received. Does nothing unless the bucket is live and not paused.
    mutating func resendChanges() {
        guard maySend else { return }
        let waiting = objects.inFlight.values.filter {
            !$0.isApplied && !connection.sent.contains($0.change.key)
        }
        for flight in waiting.sorted(by: { $0.turn < $1.turn }) {
            sendAndRecordUnanswered(flight.change, as: channel.frame(.singleChange(flight.change)))
        }
    }
}
