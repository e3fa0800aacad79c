import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// A change that another hub has written to the log, decoded from its entry.
struct ForeignChange {
    let stored: StoredChange
    let clientID: ClientID
    /// Nil for a removal.
    let diff: Diff?
    /// The version that the diff applies to; nil for a creation.
    let from: EntityVersion?

    init(_ change: StoredChange, isRemoved: Bool) throws(MissingFact) {
        guard let accepted = AcceptedChange.of(change.entry), accepted.key == change.key,
            let clientID = accepted.clientID
        else { throw .damaged }
        stored = change
        self.clientID = clientID
        switch (accepted.effect, isRemoved) {
        case (.modified(let diff, let from, _), false): (self.diff, self.from) = (diff, from)
        case (.removed, true): (diff, from) = (nil, nil)
        default: throw .damaged
        }
    }

    /// Returns the object after the change; empty after a removal.
    func result(of object: JSONObject) throws(MissingFact) -> JSONObject {
        guard let diff else { return [:] }
        do throws(DiffError) { return try diff.applied(to: object) } catch { throw .damaged }
    }

    /// The observation that the guard is sent.
    func observation(of object: JSONObject, at stamp: Stamp) -> Observation {
        guard diff != nil else { return .removed(stored.key, by: clientID, at: stamp) }
        return from == nil
            ? .inserted(stored.key, object, by: clientID, at: stamp)
            : .modified(stored.key, object, by: clientID, at: stamp)
    }
}

extension ForeignChange {
    fileprivate func sharing(after before: StoredEntity, mirror owner: UserID?) -> Sharing? {
        if diff == nil { return nil }
        return owner.map { .mirror(of: $0) } ?? (from == nil ? nil : before.sharing)
    }
}

extension BucketContents {
    /// Applies a change by another hub. An object that isn't in memory is not loaded.
    mutating func apply(
        _ change: ForeignChange, of lease: Lease.ID?, mirror owner: UserID?, at stamp: Stamp,
        _ limits: HubLimits
    ) throws(MissingFact) {
        let stored = change.stored
        if let entity = entities.find(stored.key, limits.memory) {
            let object = try change.result(of: change.from == nil ? [:] : entity.object)
            guard change.from == nil || change.from == entity.stored.version else {
                throw .damaged
            }
            let bytes = change.diff == nil ? nil : object.utf8
            // The owner is known since the object's creation.
            let holder =
                change.from == nil
                ? lease.map { EntityOwner(lease: $0, clientID: change.clientID, secret: nil) }
                : entity.stored.owner
            entities.update(
                StoredEntity(
                    key: stored.key, version: stored.version, isRemoved: change.diff == nil,
                    object: bytes, changed: stored.ordinal,
                    owner: change.diff == nil ? nil : holder, stamp: stamp,
                    sharing: change.sharing(after: entity.stored, mirror: owner)),
                object: object, by: stored.changeID, limits.memory)
        }
        state.head = stored.ordinal
        state.stamp = stamp
        let difference = (change.diff == nil ? 0 : 1) - (stored.previous == nil ? 0 : 1)
        if owner == nil { state.count += difference } else { state.mirrors += difference }
        recent.append(stored, limits.history)
    }

    /// Applies the change to the object that the guard was shown, and returns the result.
    mutating func show(_ change: ForeignChange) throws(MissingFact) -> JSONObject {
        let before = change.from == nil ? [:] : shown[change.stored.key]
        guard let before else { throw .damaged }
        let object = try change.result(of: change.diff == nil ? [:] : before)
        shown[change.stored.key] = change.diff == nil ? nil : object
        return object
    }
}
