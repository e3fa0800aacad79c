internal import SimperiumJSON
internal import SimperiumWire

/// What the hub says happened: changes of others, and its acknowledgement of ours.
extension Bucket {
    mutating func receive(_ entries: [ChangeEntry]) {
        var isAnswer = stage == .catchingUp || connection.awaitsChanges
        for entry in entries {
            switch entry {
            case .accepted(let change): stage == .indexing ? postpone(change) : follow(change)
            case .refused(let refusal):
                receive(refusal)
                isAnswer = false
            case .unreadable(let version?) where stage != .indexing: move(to: version)
            case .unreadable: break
            }
        }
        if isAnswer { goLive() }
    }

    /// Does what the change says and moves on behind it, whatever it was.
    mutating func follow(_ change: AcceptedChange) {
        receive(change)
        move(to: change.changeVersion)
    }

    mutating func receive(_ change: AcceptedChange) {
        switch change.effect {
        case .modified(let diff, let source, let version):
            modify(change, by: diff, from: source, to: version)
        case .removed(let version):
            trust(change.key)
            remove(change, at: version)
            // A load that ended here will not show any more that ours is in.
            settleIfApplied(change.key)
        case .unreadable(let version): mistrust(change, version)
        // Only its author hears `EMPTY`, and this client never sends it.
        case .emptied, .other: break
        }
    }

    /// An answer belongs to the change that it names, not to whatever is in flight by now.
    func isOurs(_ change: AcceptedChange) -> Bool {
        guard let flight = objects.inFlight[change.key] else { return false }
        return change.changeIDs.contains(flight.change.id)
    }

    private mutating func modify(
        _ change: AcceptedChange, by diff: Diff, from source: EntityVersion?,
        to version: EntityVersion
    ) {
        let key = change.key
        if objects.inFlight[key] == nil, let index = objects.entries.index(forKey: key),
            objects.entries.values[index].follow(diff, from: source, to: version)
        {
            // An object at rest is in none of the lists by state. Only a store is to hear of it.
            if kind == .durable { turn.touched.append(key) }
            return tellUpdate(of: key, diff.changes.map(\.name), .remote)
        }
        let entry = objects.entries[key]
        guard entry?.suspect == nil else { return mistrust(change, version) }
        let ghost = entry?.ghost
        if let ghost, version <= ghost.version { return repeated(change) }
        guard source == ghost?.version,
            let object = try? diff.applied(to: ghost?.object ?? JSONObject())
        else { return mistrust(change, version) }
        let next = Ghost(version: version, object: object)
        guard isOurs(change) else { return advance(key, to: next, by: diff, .remote) }
        // A hub may fold changes of others into one with ours.
        let steps = version.number - (source?.number ?? 0)
        conclude(key, with: next, isAlone: change.changeIDs.count == 1 && steps == 1)
    }

    private mutating func remove(_ change: AcceptedChange, at version: EntityVersion?) {
        let key = change.key
        guard let ghost = objects.entries[key]?.ghost else { return repeated(change) }
        if let version, version <= ghost.version { return repeated(change) }
        guard isOurs(change) else { return vanish(key, .remote) }
        conclude(key, with: nil, isAlone: change.changeIDs.count == 1)
    }

    /// The ghost has the change already.
    private mutating func repeated(_ change: AcceptedChange) {
        if isOurs(change) { settle(change.key) }
    }

    /// The change does not follow on the ghost, so the object is loaded as the change left it.
    private mutating func mistrust(_ change: AcceptedChange, _ version: EntityVersion) {
        note(change)
        connection.loads[change.key]?.append(change, to: version)
        suspect(change.key, version)
    }

    /// Notes that a change of ours is among what the hub has.
    mutating func note(_ change: AcceptedChange) {
        if isOurs(change) { objects.inFlight[change.key]?.isApplied = true }
    }
}
