internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// The end of a change in flight that the hub has accepted.
extension ReplicaBucket {
    /// Ends the flight of a change that `ghost` contains. If `isAlone`, the step to `ghost` was
    /// this change only, and the draft contains all of it. Otherwise the step contains changes of
    /// other clients, too.
    mutating func endChangeInFlight(
        _ key: ObjectKey, with ghost: Ghost?, isAlone: Bool, _ source: BucketEvent.Source = .remote
    ) {
        let before = objects.entries[key]?.object
        let expected = objects.inFlight[key]?.outcome
        let isRemoval = objects.inFlight[key]?.isRemoval ?? false
        removeAnsweredChange(key)
        objects.entries[key, default: ObjectEntry()].ghost = ghost
        // A hub may merge in another way than this client. Then what the program saw is sent again,
        // but only a few times: a hub may alter every change that it is sent.
        let isOurs = isAlone && (ghost?.object == expected || countOptionalRepair(key))
        var after = isOurs ? before : merged(base: expected, mine: before, theirs: ghost?.object)
        if kind == .presence, ghost == nil, !isRemoval { after = nil }
        setVisibleObject(after, as: key)
        if isRemoval {
            notify(.deleteAcknowledged(key))
        } else if let ghost {
            notify(.acknowledged(key, ghost.version))
        }
        if !isOurs { notifyOfChange(of: key, from: before, to: after, source) }
        enqueue(key)
    }

    /// Ends the flight of a change that the hub is known to have, once all changes up to now are
    /// read. Then the change is in the ghost, or was in an object that has been removed since.
    mutating func endAppliedChange(_ key: ObjectKey) {
        guard let flight = objects.inFlight[key] else { return }
        var ghost = objects.entries[key]?.ghost
        if ghost?.version == flight.base {
            // The change itself was not received. A removal needs no look at its result.
            if !flight.isRemoval, let next = flight.base?.following {
                objects.inFlight[key]?.isApplied = true
                return markForReload(key, next)
            }
            ghost = nil
        }
        endChangeInFlight(key, with: ghost, isAlone: false)
    }

    /// Ends the flight of an applied change, unless a reply that is on its way will do so.
    mutating func endChangeIfApplied(_ key: ObjectKey) {
        guard stage == .live, !connection.awaitsChanges, objects.inFlight[key]?.isApplied == true,
            objects.entries[key]?.suspect == nil
        else { return }
        endAppliedChange(key)
    }

    /// Takes a change out of flight, and measures how long the hub took to answer it.
    mutating func removeAnsweredChange(_ key: ObjectKey) {
        objects.inFlight[key] = nil
        reloadIfMarked(key)
        connection.overloads = 0
        guard let sentAt = connection.sent.remove(key) else { return }
        turn.effects.append(.answered(after: now - sentAt))
    }

    func isBeyondRepair(_ key: ObjectKey) -> Bool {
        (connection.repairs[key] ?? 0) > Self.mostRepairs
    }

    /// The most repairs of one object on one connection that the program did not ask for.
    private static let mostRepairs = 2

    /// Counts an optional repair. Returns false if the object has had as many as it may.
    private mutating func countOptionalRepair(_ key: ObjectKey) -> Bool {
        guard connection.repairs[key, default: 0] < Self.mostRepairs else { return false }
        connection.repairs[key, default: 0] += 1
        return true
    }

    /// Counts a repair. Returns false if the object has had too many; this is reported once, and
    /// the object waits for the next connection.
    mutating func countRepair(_ key: ObjectKey) -> Bool {
        guard !isBeyondRepair(key) else { return false }
        connection.repairs[key, default: 0] += 1
        if isBeyondRepair(key) { notify(.error(.stuck(key))) }
        return !isBeyondRepair(key)
    }
}

extension EntityVersion {
    /// The next version; nil after the last number that a hub can send.
    fileprivate var following: EntityVersion? { EntityVersion(number + 1) }
}

extension ChangeInFlight {
    var isRemoval: Bool { change.operation == .remove }
}
