import SimperiumJSON
import SimperiumWire

typealias DraftInterruption = Interruption<ChangeRefusalReason>

extension Bucket {
    /// Computes the effect of a client's change on an object, without applying it.
    mutating func draft(
        _ change: Change, by principal: ChangePrincipal, _ limits: HubLimits
    ) throws(DraftInterruption) -> ChangeDraft {
        // Most objects are in memory, and `found` would copy the entity again.
        let entity =
            if let known = contents.entities.find(change.key, limits.memory) { known } else {
                try found(change.key, limits)
            }
        let known = principal.remoteUser.map { change.id.authorQualified(of: $0) } ?? change.id
        if let entity, entity.changeIDs.contains(known) { throw .refused(.alreadyApplied) }
        if principal.onlyCreates, let entity, !entity.stored.isRemoved { throw .refused(.noEffect) }
        var change = change
        var version = try nextOrFirstVersion(after: entity, of: change.key)
        var base: DraftInput.Base?
        if case .restore(let object) = change.operation {
            let restoration = try restorationOfLostVersion(
                of: object, by: change, on: entity, next: version, since: principal.lost, limits)
            (change, version, base) = (restoration.change, restoration.version, restoration.base)
        }
        if let entity, let named = change.version, named > entity.stored.version {
            try waitForStoredVersion(named, of: change.key)
        }
        let result =
            switch change.operation {
            case .modify, .replace:
                try result(
                    of: draftInput(change, on: entity, from: base, isNode: principal.isNode),
                    within: limits)
            case .remove: try removal(change, of: entity, isNode: principal.isNode)
            case .restore, .empty, .drop: preconditionFailure("that is no change to one object")
            }
        return ChangeDraft(
            key: change.key, changeID: change.id, clientID: principal.clientID,
            before: entity?.stored,
            version: version, objectBefore: entity?.object ?? [:], result: result,
            author: principal.remoteUser)
    }

    /// Returns the approximate number of bytes that are processed for a change; 0 if its object
    /// isn't in memory.
    func processedBytesIfCached(for change: Change) -> Int {
        guard let present = contents.entities.versionAndSize(of: change.key) else { return 0 }
        return change.weightedProcessedBytes(at: present.version, bytes: present.bytes)
    }

    private mutating func found(
        _ key: ObjectKey, _ limits: HubLimits
    ) throws(DraftInterruption) -> CachedEntity? {
        try DraftInterruption.converting { () throws(SuspensionReason) in try entity(key, limits) }
    }

    /// Suspends the change of a client that names a later version than this hub has, until the
    /// store has been read. Such a client comes from another hub, and the store has that hub's
    /// changes.
    private func waitForStoredVersion(_ version: EntityVersion, of key: ObjectKey)
        throws(DraftInterruption)
    {
        _ = try DraftInterruption.converting { () throws(SuspensionReason) in
            try storeAnswer(.version(version, of: key, in: id))
        }
    }

    private func nextOrFirstVersion(
        after entity: CachedEntity?, of key: ObjectKey
    ) throws(DraftInterruption) -> EntityVersion {
        if let entity { return entity.stored.version.next }
        return try DraftInterruption.converting { () throws(SuspensionReason) in
            try firstVersionOfNewObject(of: key)
        }
    }

    /// Returns the removal of an object. If the object is gone already, the error is 404. For
    /// node-simperium it is 412, because that client answers each removal that it receives with its
    /// own removal, and after 404 it would never edit the key again.
    private func removal(
        _ change: Change, of entity: CachedEntity?, isNode: Bool
    ) throws(DraftInterruption) -> ChangeDraft.Result {
        guard let entity, !entity.stored.isRemoved else {
            throw .refused(isNode ? .noEffect : .noSuchObject)
        }
        if let version = change.version, version != entity.stored.version {
            throw .refused(.noSuchVersion)
        }
        guard options.removalSchema?.allows(entity.object) ?? true else {
            throw .refused(.invalid)
        }
        return .removal
    }
}

extension Bucket {
    /// Collects the inputs that decide a change's effect. `base` replaces the version that the
    /// change names.
    private func draftInput(
        _ change: Change, on entity: CachedEntity?, from base: DraftInput.Base?, isNode: Bool
    ) throws(DraftInterruption) -> DraftInput {
        let base = if let base { base } else { try self.base(of: change, on: entity) }
        return DraftInput(
            change: change, present: entity.flatMap(DraftInput.ObjectWithSize.init), base: base,
            schema: options.schema,
            isOfOptions: id.name == .options, isNode: isNode)
    }

    private func base(
        of change: Change, on entity: CachedEntity?
    ) throws(DraftInterruption) -> DraftInput.Base {
        guard let version = change.version, let entity, !entity.stored.isRemoved else {
            return .nothing
        }
        guard version != entity.stored.version else { return .present }
        if case .modify = change.operation, entity.hasForgottenChangeIDs(changesSince: version) {
            return .forgotten
        }
        let earlier = try DraftInterruption.converting { () throws(SuspensionReason) in
            try bytes(of: version, before: entity.stored)
        }
        return earlier.map { .earlier($0) } ?? .forgotten
    }

    /// Returns the effect of a change, from the facts of the work item if it was computed
    /// elsewhere. The bucket does nothing else during such a computation, so the object has not
    /// changed.
    private func result(
        of drafting: DraftInput, within limits: HubLimits
    ) throws(DraftInterruption) -> ChangeDraft.Result {
        let result: Result<ChangeDraft.Result, DraftFlaw>
        if let known = mailbox.facts.draft {
            result = known
        } else {
            guard !drafting.needsMoreProcessing(than: limits.promptWork) else {
                throw .suspended(.uncomputed(Computation(.draft(drafting))))
            }
            result = drafting.result()
        }
        do throws(DraftFlaw) { return try result.get() } catch {
            switch error {
            case .refused(let error): throw .refused(error)
            case .damaged: throw .suspended(.damaged)
            }
        }
    }
}

extension CachedEntity {
    /// Returns true if a diff from this version may have been applied already, because the ids of
    /// the changes since then are not all remembered.
    fileprivate func hasForgottenChangeIDs(changesSince version: EntityVersion) -> Bool {
        stored.version.number - version.number > StoreAnswer.rememberedChanges
    }
}

extension DraftInput.ObjectWithSize {
    fileprivate init?(_ entity: CachedEntity) {
        guard !entity.stored.isRemoved else { return nil }
        self.init(object: entity.object, bytes: entity.stored.object?.count ?? 0)
    }
}
