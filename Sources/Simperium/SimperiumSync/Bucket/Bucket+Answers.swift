internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// What becomes of a change in flight that the hub has taken in.
extension Bucket {
    /// The change in flight is in `ghost`: alone, and then the draft has all of it; or along with
    /// changes of others.
    mutating func conclude(
        _ key: ObjectKey, with ghost: Ghost?, isAlone: Bool, _ source: BucketEvent.Source = .remote
    ) {
        let before = objects.entries[key]?.object
        let expected = objects.inFlight[key]?.outcome
        let isRemoval = objects.inFlight[key]?.isRemoval ?? false
        answered(key)
        objects.entries[key, default: Entry()].ghost = ghost
        // A hub may merge in another way than we would. What the program saw then goes to it once
        // more, but not for ever to one that changes whatever it is sent.
        let isOurs = isAlone && (ghost?.object == expected || mayRepair(key))
        var after = isOurs ? before : merged(base: expected, mine: before, theirs: ghost?.object)
        if kind == .presence, ghost == nil, !isRemoval { after = nil }
        show(after, as: key)
        if isRemoval {
            tell(.deleteAcknowledged(key))
        } else if let ghost {
            tell(.acknowledged(key, ghost.version))
        }
        if !isOurs { tellChange(of: key, from: before, to: after, source) }
        enqueue(key)
    }

    /// The hub knows the change in flight, and told everything up to now: so it is in the ghost, or
    /// it was in what has been removed since.
    mutating func settle(_ key: ObjectKey) {
        guard let flight = objects.inFlight[key] else { return }
        var ghost = objects.entries[key]?.ghost
        if ghost?.version == flight.base {
            // It was not seen to happen. A removal needs no look at what it made.
            if !flight.isRemoval, let next = flight.base?.following {
                objects.inFlight[key]?.isApplied = true
                return suspect(key, next)
            }
            ghost = nil
        }
        conclude(key, with: ghost, isAlone: false)
    }

    /// Settles a change that the hub is known to have, unless something on its way will do so.
    mutating func settleIfApplied(_ key: ObjectKey) {
        guard stage == .live, !connection.awaitsChanges, objects.inFlight[key]?.isApplied == true,
            objects.entries[key]?.suspect == nil
        else { return }
        settle(key)
    }

    /// Ends the flight of a change.
    mutating func answered(_ key: ObjectKey) {
        objects.inFlight[key] = nil
        load(key)
        connection.overloads = 0
        guard let sentAt = connection.sent.remove(key) else { return }
        turn.effects.append(.answered(after: now - sentAt))
    }

    func isBeyondRepair(_ key: ObjectKey) -> Bool {
        (connection.repairs[key] ?? 0) > Self.mostRepairs
    }

    /// So often an object is repaired on one connection without the program asking.
    private static let mostRepairs = 2

    /// Counts a repair that can be done without.
    private mutating func mayRepair(_ key: ObjectKey) -> Bool {
        guard connection.repairs[key, default: 0] < Self.mostRepairs else { return false }
        connection.repairs[key, default: 0] += 1
        return true
    }

    /// Counts a repair. One too many is told, and the object waits for the next connection.
    mutating func repair(_ key: ObjectKey) -> Bool {
        guard !isBeyondRepair(key) else { return false }
        connection.repairs[key, default: 0] += 1
        if isBeyondRepair(key) { tell(.error(.stuck(key))) }
        return !isBeyondRepair(key)
    }
}

extension EntityVersion {
    /// Nil for the last number that a hub can name.
    fileprivate var following: EntityVersion? { EntityVersion(number + 1) }
}

extension ChangeInFlight {
    var isRemoval: Bool { change.operation == .remove }
}
