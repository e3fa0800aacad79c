import SimperiumJSON
import SimperiumWire

/// Why a change can't be drafted, now or at all.
enum DraftFailure: Error {
    case missing(MissingFact)
    case refused(ChangeError)
}

extension Bucket {
    /// What a client's change to an object comes to.
    mutating func draft(
        _ change: Change, by acting: ActingIdentity, _ limits: HubLimits
    ) throws(DraftFailure) -> ChangeDraft {
        let entity = try found(change.key, limits)
        if let entity, entity.changeIDs.contains(change.id) { throw .refused(.alreadyApplied) }
        let present = entity.flatMap { $0.stored.isRemoved ? nil : $0 }
        let result =
            switch change.operation {
            case .modify: try modification(change, of: present)
            case .replace: try replacement(change, of: present, isNode: acting.isNode)
            case .remove: try removal(change, of: present, isNode: acting.isNode)
            case .empty, .drop: preconditionFailure("that is no change to one object")
            }
        let version = try version(after: entity, of: change.key)
        return ChangeDraft(
            change, by: acting.clientID, to: entity, becoming: version, result: result)
    }

    /// The bytes that are gone through for a change: of the object, and if it starts from another
    /// version, of that one, too, and of both to tell them apart.
    func effort(for change: Change) -> Int {
        guard let present = contents.entities.extent(of: change.key) else { return 0 }
        return present.bytes * (change.version == present.version ? 1 : 4)
    }

    private mutating func found(
        _ key: ObjectKey, _ limits: HubLimits
    ) throws(DraftFailure) -> Entity? {
        do throws(MissingFact) { return try entity(key, limits) } catch { throw .missing(error) }
    }

    private func version(
        after entity: Entity?, of key: ObjectKey
    ) throws(DraftFailure) -> EntityVersion {
        if let entity { return entity.stored.version.next }
        do throws(MissingFact) { return try beginning(of: key) } catch { throw .missing(error) }
    }

    private func modification(
        _ change: Change, of present: Entity?
    ) throws(DraftFailure) -> ChangeDraft.Result {
        let diff = try diff(of: change, on: present)
        guard present == nil || !diff.isEmpty else { throw .refused(.noEffect) }
        let object = try fitting { () throws(DiffError) in
            try diff.applied(to: present?.object ?? [:])
        }
        let bytes = object.utf8
        guard bytes.count <= Limits.object else { throw .refused(.tooLarge) }
        guard options.schema?.allows(object) ?? true else { throw .refused(.invalid) }
        guard id.name != .options || BucketOptions.flaw(in: object) == nil else {
            throw .refused(.invalid)
        }
        return .object(object, bytes: bytes, by: diff)
    }

    /// node sends, where `d` should be, its outdated ghost in a wrapper, which must not become the
    /// object. What counts is the diff beside it. If that still does not fit, 412 makes node let go
    /// of the key: its ghost has not moved, so that its next edit brings along what was lost.
    private func replacement(
        _ change: Change, of present: Entity?, isNode: Bool
    ) throws(DraftFailure) -> ChangeDraft.Result {
        guard isNode, case .replace(let object, let diff) = change.operation, object.isNodeWrapper
        else { return try modification(change, of: present) }
        guard let diff else { throw .refused(.noEffect) }
        var other = change
        other.operation = .modify(diff)
        do throws(DraftFailure) {
            return try modification(other, of: present)
        } catch {
            switch error {
            case .refused(.inapplicable), .refused(.noSuchObject), .refused(.noSuchVersion):
                throw .refused(.noEffect)
            case .refused, .missing: throw error
            }
        }
    }

    /// Every client copes with 412 for what is gone already. Most like 404 better; node, which
    /// sends a removal of its own after each that it hears of, would never touch the key again.
    private func removal(
        _ change: Change, of present: Entity?, isNode: Bool
    ) throws(DraftFailure) -> ChangeDraft.Result {
        guard let present else { throw .refused(isNode ? .noEffect : .noSuchObject) }
        if let version = change.version, version != present.stored.version {
            throw .refused(.noSuchVersion)
        }
        guard options.removalSchema?.allows(present.object) ?? true else {
            throw .refused(.invalid)
        }
        return .removal
    }
}

extension Bucket {
    /// The diff that a change amounts to, now that the object is what it is: in operations that all
    /// clients understand, and each with an effect.
    private func diff(of change: Change, on present: Entity?) throws(DraftFailure) -> Diff {
        guard let present else { return try creation(change) }
        let base = try base(of: change, on: present)
        let isCurrent = change.version == present.stored.version
        let theirs = isCurrent ? Diff() : Diff(from: base, to: present.object)
        return try rebased(change, over: theirs, base: base)
    }

    /// A whole object is welcome whatever version it claims to start from: its author comes from
    /// an error 404.
    private func creation(_ change: Change) throws(DraftFailure) -> Diff {
        // As a part of a URL they are taken for steps, and nobody could ask for the object.
        guard ![".", ".."].contains(change.key.text) else { throw .refused(.invalid) }
        switch change.operation {
        case .replace: break
        case .modify, .remove, .empty, .drop:
            guard change.version == nil else { throw .refused(.noSuchObject) }
        }
        return try rebased(change, over: Diff(), base: [:])
    }

    private func rebased(
        _ change: Change, over theirs: Diff, base: JSONObject
    ) throws(DraftFailure) -> Diff {
        try fitting { () throws(DiffError) in
            switch change.operation {
            case .modify(let diff): try diff.rebased(over: theirs, base: base)
            case .replace(let object, _):
                try Diff(from: base, to: object).rebased(over: theirs, base: base)
            case .remove, .empty, .drop: Diff()
            }
        }
    }

    /// What the author had before it. A client that creates what is there already had nothing.
    ///
    /// A whole object whose beginnings are forgotten overwrites the present one, or its author
    /// would try for ever.
    private func base(of change: Change, on present: Entity) throws(DraftFailure) -> JSONObject {
        guard let version = change.version else { return [:] }
        guard version != present.stored.version else { return present.object }
        if let object = try earlier(version, of: present.stored) { return object }
        switch change.operation {
        case .replace: return present.object
        case .modify, .remove, .empty, .drop: throw .refused(.noSuchVersion)
        }
    }

    private func earlier(
        _ version: EntityVersion, of present: StoredEntity
    ) throws(DraftFailure) -> JSONObject? {
        do throws(MissingFact) {
            guard let bytes = try bytes(of: version, before: present) else { return nil }
            return try MissingFact.parsed(bytes)
        } catch {
            throw .missing(error)
        }
    }

    /// A diff that does not fit is the author's mistake.
    private func fitting<Value>(
        _ work: () throws(DiffError) -> Value
    ) throws(DraftFailure) -> Value {
        do throws(DiffError) { return try work() } catch { throw .refused(.inapplicable) }
    }
}

extension JSONObject {
    fileprivate var isNodeWrapper: Bool {
        count == 2 && self["version"]?.int != nil && self["data"]?.object != nil
    }
}
