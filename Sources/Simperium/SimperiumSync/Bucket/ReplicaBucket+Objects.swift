internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// Updates of an object's three layers: ghost, change in flight and draft.
extension ReplicaBucket {
    /// Makes `object` the state that the program sees; nil is a removal. Clears the draft if no
    /// change is in flight and `object` equals the ghost.
    mutating func setVisibleObject(_ object: JSONObject?, as key: ObjectKey) {
        var entry = objects.entries[key] ?? ObjectEntry()
        if objects.inFlight[key] == nil, object == entry.ghost?.object {
            entry.clearDraft()
        } else {
            entry.pending.draft = object.map(DraftObjectOrRemoval.object) ?? .removal
        }
        putEntryOrRemoveBlank(entry, as: key)
    }

    /// Stores an object's entry; removes it if it is blank and no change of the object is in
    /// flight.
    mutating func putEntryOrRemoveBlank(_ entry: ObjectEntry, as key: ObjectKey) {
        objects.entries[key] = entry.isBlank && objects.inFlight[key] == nil ? nil : entry
        gathered.changedKeys.append(key)
    }

    /// Replaces the ghost, rebases the change in flight and the draft on the new ghost, and
    /// notifies the program. `diff`, if known, leads from the old ghost to `ghost`.
    mutating func replaceGhostAndRebase(
        _ key: ObjectKey, with ghost: Ghost, by diff: Diff? = nil,
        _ source: BucketEvent.RemoteChangeSource
    ) {
        var entry = objects.entries[key] ?? ObjectEntry()
        let (old, before) = (entry.ghost?.object, entry.object)
        entry.ghost = ghost
        guard entry.pending.draft != nil else {
            putEntryOrRemoveBlank(entry, as: key)
            return notifyOfChange(
                of: key, from: before, to: ghost.object, names: diff?.changes.map(\.name), source)
        }
        objects.entries[key] = entry
        var (base, theirs, diff) = (old, Optional(ghost.object), diff)
        if let flight = objects.inFlight[key] {
            base = flight.outcome
            theirs = merged(base: old, mine: base, theirs: ghost.object, along: diff)
            diff = nil
            objects.inFlight[key]?.outcome = theirs
        }
        let after = merged(base: base, mine: before, theirs: theirs, along: diff)
        setVisibleObject(after, as: key)
        notifyOfChange(of: key, from: before, to: after, source)
        enqueueIfSendable(key)
    }

    /// Applies a removal by another client. This client's edits survive the removal, except in a
    /// presence bucket.
    mutating func applyRemoteRemoval(_ key: ObjectKey, _ source: BucketEvent.RemoteChangeSource) {
        guard var entry = objects.entries[key] else { return }
        let before = entry.object
        entry.ghost = nil
        entry.pending.reloadVersion = nil
        if lifetime == .presence { dropChangeInFlight(key) }
        // The hub's answer will show if the change in flight preceded the removal.
        if objects.inFlight[key] == nil {
            if entry.pending.draft == .removal { notify(.deleteAcknowledged(key)) }
            if entry.pending.draft == .removal || lifetime == .presence { entry.clearDraft() }
        }
        putEntryOrRemoveBlank(entry, as: key)
        notifyOfChange(of: key, from: before, to: entry.object, source)
        enqueueIfSendable(key)
    }

    /// Drops the change in flight. An answer that still arrives is ignored.
    mutating func dropChangeInFlight(_ key: ObjectKey) {
        objects.inFlight[key] = nil
        connection.sent.remove(key)
    }

    /// Notifies the program of the difference between two states of an object, if there is one.
    /// `names` are the members that changed; nil if they must be computed.
    mutating func notifyOfChange(
        of key: ObjectKey, from before: JSONObject?, to after: JSONObject?,
        names: [JSONString]? = nil, _ source: BucketEvent.RemoteChangeSource
    ) {
        switch (before, after) {
        case (nil, nil): return
        case (nil, _?): notify(.inserted(key, source))
        case (_?, nil):
            notified.absences[key] = nil
            notify(.deleted(key, source))
        case (let before?, let after?):
            return notifyOfUpdate(
                of: key, names ?? after.namesOfChangedMembers(since: before), source)
        }
        if source == .remote { gathered.remotelyChangedKeys.append(key) }
    }

    mutating func notifyOfUpdate(
        of key: ObjectKey, _ names: [JSONString], _ source: BucketEvent.RemoteChangeSource
    ) {
        guard !names.isEmpty else { return }
        notify(.updated(key, members: names, source))
        if source == .remote { gathered.remotelyChangedKeys.append(key) }
    }
}

extension ObjectEntry {
    /// Drops the draft, so that the program sees the ghost again.
    mutating func clearDraft() {
        pending.draft = nil
        pending.queueNumber = nil
        pending.refusal = nil
    }
}

/// Absences of owners. The bucket notifies the program of absences that concern visible objects.
extension ReplicaBucket {
    private static let mostAbsences = 1_000_000

    /// Records the absence of these objects' owners, or their return if `absence` is nil. Gives up
    /// the connection instead if too many owners are away.
    mutating func recordAbsencesOrGiveUp(_ keys: [ObjectKey], _ absence: Absence?) {
        guard connection.absences.count < Self.mostAbsences || absence == nil else {
            return gathered.effects.append(.giveUp(.outpaced))
        }
        for key in keys {
            connection.absences[key] = absence
            gathered.absencesToCheck.append(key)
        }
    }

    /// Schedules a check of each object whose owner is away, or was away at the last notification.
    mutating func markAllAbsencesForCheck() {
        for key in Set(connection.absences.keys).union(notified.absences.keys).sortedKeys() {
            gathered.absencesToCheck.append(key)
        }
    }

    /// Notifies the program of changed absences, at the end of an event, after all other changes.
    /// Waits until the bucket is live.
    mutating func notifyOfChangedAbsences() {
        if !connection.absences.isEmpty || !notified.absences.isEmpty {
            for key in gathered.changedKeys.keys { gathered.absencesToCheck.append(key) }
        }
        var back: [ObjectKey] = []
        var away: [(absence: Absence, keys: [ObjectKey])] = []
        for key in gathered.absencesToCheck.keys {
            guard objects.entries[key]?.object != nil else {
                notified.absences[key] = nil
                continue
            }
            let absence = connection.absences[key]
            guard stage == .live, absence != notified.absences[key] else { continue }
            notified.absences[key] = absence
            guard let absence else {
                back.append(key)
                continue
            }
            if away.last?.absence != absence { away.append((absence, [])) }
            away[away.count - 1].keys.append(key)
        }
        for group in away { notify(.away(group.keys, group.absence)) }
        if !back.isEmpty { notify(.back(back)) }
    }
}
