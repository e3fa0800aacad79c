internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// Completion of changes in flight that the hub has applied, and limits on repairs.
extension ReplicaBucket {
    /// Completes the object's change in flight, which the hub has applied. Makes `ghost` the hub's
    /// state; nil stands for a removed object. Acknowledges the change to the program, unless
    /// another client has removed the object. Merges later edits of the program, and queues them.
    ///
    /// `isOnlyChange` is true if only this change led to `ghost`. Otherwise, `ghost` may also
    /// contain changes of other clients.
    mutating func completeChangeInFlight(
        _ key: ObjectKey, with ghost: Ghost?, isOnlyChange: Bool,
        _ source: BucketEvent.RemoteChangeSource = .remote
    ) {
        let before = objects.entries[key]?.object
        let expected = objects.inFlight[key]?.outcome
        let isRemoval = objects.inFlight[key]?.isRemoval ?? false
        endFlightReportingAnswerTime(key)
        objects.entries[key, default: ObjectEntry()].ghost = ghost
        // A hub may merge differently from this client. In that case, this client sends the
        // program's state again, but only a few times, because a hub may alter every change.
        let isKept = isOnlyChange && (ghost?.object == expected || countRepairIfBelowLimit(key))
        var after = isKept ? before : merged(base: expected, mine: before, theirs: ghost?.object)
        if lifetime == .presence, ghost == nil, !isRemoval { after = nil }
        setVisibleObject(after, as: key)
        if isRemoval {
            notify(.deleteAcknowledged(key))
        } else if let ghost {
            notify(.acknowledged(key, ghost.version))
        }
        if !isKept { notifyOfChange(of: key, from: before, to: after, source) }
        enqueueIfSendable(key)
    }

    /// Completes a change in flight that the hub has applied. Call this only when the ghost
    /// contains all changes that the client has received. If the change in flight is not among
    /// them, loads the object; a removal needs no load.
    mutating func completeOrLoadAppliedChange(_ key: ObjectKey) {
        guard let flight = objects.inFlight[key] else { return }
        var ghost = objects.entries[key]?.ghost
        if ghost?.version == flight.base {
            // The client has not received the change itself. The result of a removal is known
            // without loading. No version follows the last number that a hub can send.
            if !flight.isRemoval, let next = flight.base.flatMap({ EntityVersion($0.number + 1) }) {
                objects.inFlight[key]?.isApplied = true
                return markAndReloadIfPossible(key, next)
            }
            ghost = nil
        }
        completeChangeInFlight(key, with: ghost, isOnlyChange: false)
    }

    /// Completes the object's change in flight, if the change is marked as applied. Does nothing if
    /// the bucket is not live, or while the client awaits missed changes or a load of the object.
    mutating func completeChangeIfMarkedApplied(_ key: ObjectKey) {
        guard stage == .live, !connection.awaitsChanges, objects.inFlight[key]?.isApplied == true,
            objects.entries[key]?.pending.reloadVersion == nil
        else { return }
        completeOrLoadAppliedChange(key)
    }

    /// Removes the object's change in flight. Reports the hub's answer time, if the change was sent
    /// on this connection. Requests the object if it is suspect, because the request had to wait
    /// for the answer.
    mutating func endFlightReportingAnswerTime(_ key: ObjectKey) {
        objects.inFlight[key] = nil
        reloadIfMarked(key)
        connection.overloads = 0
        guard let sentAt = connection.sent.remove(key) else { return }
        gathered.effects.append(.answered(after: now - sentAt))
    }

    func isBeyondRepair(_ key: ObjectKey) -> Bool {
        (connection.repairs[key] ?? 0) > Self.mostRepairs
    }

    /// The maximum number of automatic repairs of an object on one connection, between edits by the
    /// program.
    private static let mostRepairs = 2

    /// Counts an optional repair and returns true. If the limit is reached, counts nothing and
    /// returns false.
    private mutating func countRepairIfBelowLimit(_ key: ObjectKey) -> Bool {
        guard connection.repairs[key, default: 0] < Self.mostRepairs else { return false }
        connection.repairs[key, default: 0] += 1
        return true
    }

    /// Counts a repair. Returns true if the count is within the limit. The first repair above the
    /// limit reports the object to the program as stuck. The object then waits for an edit or the
    /// next connection.
    mutating func countRepairOrReportStuck(_ key: ObjectKey) -> Bool {
        guard !isBeyondRepair(key) else { return false }
        connection.repairs[key, default: 0] += 1
        if isBeyondRepair(key) { notify(.error(.stuck(key))) }
        return !isBeyondRepair(key)
    }
}

extension ChangeInFlight {
    var isRemoval: Bool { change.operation == .remove }
}
