internal import SimperiumJSON
internal import SimperiumWire

/// Ghost, change in flight and draft of one object, and how they move together.
extension Bucket {
    /// Lets the program see `object` from now on.
    mutating func show(_ object: JSONObject?, as key: ObjectKey) {
        var entry = objects.entries[key] ?? Entry()
        if objects.inFlight[key] == nil, object == entry.ghost?.object {
            entry.clearDraft()
        } else {
            entry.draft = object.map(Draft.object) ?? .removal
        }
        keep(entry, as: key)
    }

    mutating func keep(_ entry: Entry, as key: ObjectKey) {
        objects.entries[key] = entry.isBlank && objects.inFlight[key] == nil ? nil : entry
        turn.touched.append(key)
    }

    /// The hub has the object as `ghost` now, by way of `diff` if that is known. What the program
    /// edited is put on top, and what is in flight between them.
    mutating func advance(
        _ key: ObjectKey, to ghost: Ghost, by diff: Diff? = nil, _ source: BucketEvent.Source
    ) {
        var entry = objects.entries[key] ?? Entry()
        let (old, before) = (entry.ghost?.object, entry.object)
        entry.ghost = ghost
        guard entry.draft != nil else {
            keep(entry, as: key)
            return tellChange(
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
        show(after, as: key)
        tellChange(of: key, from: before, to: after, source)
        enqueue(key)
    }

    /// Others removed the object. What the program edited outlives that, but for presence.
    mutating func vanish(_ key: ObjectKey, _ source: BucketEvent.Source) {
        guard var entry = objects.entries[key] else { return }
        let before = entry.object
        entry.ghost = nil
        entry.suspect = nil
        if kind == .presence { drop(key) }
        // A change in flight will be answered. Only then is it clear whether it came before.
        if objects.inFlight[key] == nil {
            if entry.draft == .removal { tell(.deleteAcknowledged(key)) }
            if entry.draft == .removal || kind == .presence { entry.clearDraft() }
        }
        keep(entry, as: key)
        tellChange(of: key, from: before, to: entry.object, source)
        enqueue(key)
    }

    /// Forgets the change in flight. If its answer comes all the same, it means nothing.
    mutating func drop(_ key: ObjectKey) {
        objects.inFlight[key] = nil
        connection.sent.remove(key)
    }

    /// Tells how the object changed for the program, if it did.
    mutating func tellChange(
        of key: ObjectKey, from before: JSONObject?, to after: JSONObject?,
        names: [JSONString]? = nil, _ source: BucketEvent.Source
    ) {
        switch (before, after) {
        case (nil, nil): return
        case (nil, _?): tell(.inserted(key, source))
        case (_?, nil):
            told.absences[key] = nil
            tell(.deleted(key, source))
        case (let before?, let after?):
            return tellUpdate(of: key, names ?? after.namesOfChanges(since: before), source)
        }
        if source == .remote { turn.willChange.append(key) }
    }

    mutating func tellUpdate(
        of key: ObjectKey, _ names: [JSONString], _ source: BucketEvent.Source
    ) {
        guard !names.isEmpty else { return }
        tell(.updated(key, members: names, source))
        if source == .remote { turn.willChange.append(key) }
    }
}

extension Entry {
    /// The program sees the ghost again.
    mutating func clearDraft() {
        draft = nil
        turn = nil
        isRefused = false
    }
}

extension JSONObject {
    /// The names of members that are new or different here, then of those that are gone.
    fileprivate func namesOfChanges(since old: JSONObject) -> [JSONString] {
        let changed = filter { old[$0.name] != $0.value }.map(\.name)
        return changed + old.filter { self[$0.name] == nil }.map(\.name)
    }
}
