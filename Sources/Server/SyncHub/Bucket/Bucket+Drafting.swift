import SimperiumJSON
import SimperiumWire

extension Bucket {
    /// Returns the effect of a client's change on an object, without applying the change; or the
    /// reason to refuse the change.
    mutating func draft(
        _ change: Change, by principal: ChangePrincipal, _ limits: HubLimits
    ) throws(SuspensionReason) -> Result<ChangeDraft, ChangeRefusalReason> {
        // Most objects are in memory, and another call would copy the entity again.
        let entity =
            if let known = contents.entities.find(change.key, limits.memory) { known } else {
                try entity(change.key, limits)
            }
        let known = principal.remoteUser.map { change.id.authorQualified(of: $0) } ?? change.id
        if let entity, entity.changeIDs.contains(known) { return .failure(.alreadyApplied) }
        if principal.onlyCreates, let entity, !entity.stored.isRemoved {
            return .failure(.noEffect)
        }
        var change = change
        var version =
            if let entity { entity.stored.version.next } else {
                try firstVersionOfNewObject(of: change.key)
            }
        var base: DraftInput.BaseVersion?
        if case .restore(let object) = change.operation {
            let restoration = try restorationOfLostVersion(
                of: object, by: change, on: entity, next: version, since: principal.lost, limits)
            switch restoration {
            case .success(let found):
                (change, version, base) = (found.change, found.version, found.base)
            case .failure(let refusal): return .failure(refusal)
            }
        }
        if let entity, let named = change.version, named > entity.stored.version {
            // The client has a version that another hub made. The answer is ignored, but the store
            // answers only the owner of the log, so a former owner fails here.
            _ = try storeAnswer(.version(named, of: change.key, in: id))
        }
        let result: Result<ChangeDraft.ContentAfterChange, ChangeRefusalReason> =
            switch change.operation {
            case .modify, .replace:
                try result(
                    of: draftInput(change, on: entity, from: base, isNode: principal.isNode),
                    within: limits)
            case .remove: removal(change, of: entity, isNode: principal.isNode)
            case .restore, .empty, .drop: preconditionFailure("that is no change to one object")
            }
        return result.map { result in
            ChangeDraft(
                key: change.key, changeID: change.id, clientID: principal.clientID,
                before: entity?.stored, version: version, objectBefore: entity?.object ?? [:],
                result: result, author: principal.remoteUser)
        }
    }

    /// Returns the approximate number of bytes to process for a change; 0 if the object isn't in
    /// memory.
    func processedBytesIfCached(for change: Change) -> Int {
        guard let present = contents.entities.versionAndSize(of: change.key) else { return 0 }
        return change.weightedProcessedBytes(at: present.version, bytes: present.bytes)
    }

    /// Returns the removal of an object, or the reason to refuse the removal. If the object does
    /// not exist, the error is 404, but 412 for node-simperium. That client answers each removal
    /// that it receives with a removal of its own, and would never edit the key again after 404.
    private func removal(
        _ change: Change, of entity: CachedEntity?, isNode: Bool
    ) -> Result<ChangeDraft.ContentAfterChange, ChangeRefusalReason> {
        guard let entity, !entity.stored.isRemoved else {
            return .failure(isNode ? .noEffect : .noSuchObject)
        }
        if let version = change.version, version != entity.stored.version {
            return .failure(.noSuchVersion)
        }
        guard options.removalSchema?.allows(entity.object) ?? true else {
            return .failure(.invalid)
        }
        return .success(.removal)
    }

    /// Collects the data to compute the effect of a change. `base`, if given, replaces the version
    /// that the change names.
    private func draftInput(
        _ change: Change, on entity: CachedEntity?, from base: DraftInput.BaseVersion?, isNode: Bool
    ) throws(SuspensionReason) -> DraftInput {
        let base = if let base { base } else { try baseVersion(of: change, on: entity) }
        return DraftInput(
            change: change, present: entity.flatMap(DraftInput.StoredObjectWithSize.init),
            base: base, schema: options.schema,
            isOfOptions: id.name == .options, isNode: isNode)
    }

    private func baseVersion(
        of change: Change, on entity: CachedEntity?
    ) throws(SuspensionReason) -> DraftInput.BaseVersion {
        guard let version = change.version, let entity, !entity.stored.isRemoved else {
            return .nothing
        }
        guard version != entity.stored.version else { return .present }
        if case .modify = change.operation, entity.hasForgottenChangeIDs(changesSince: version) {
            return .forgotten
        }
        let object = try objectBytes(at: version, before: entity.stored)
        return object.map { .earlier($0) } ?? .forgotten
    }

    /// Returns the effect of a change. Throws `uncomputed` for a long computation, which runs on
    /// another thread and adds its result to the work item's facts. The bucket does nothing else
    /// meanwhile, so the object has not changed.
    private func result(
        of input: DraftInput, within limits: HubLimits
    ) throws(SuspensionReason) -> Result<ChangeDraft.ContentAfterChange, ChangeRefusalReason> {
        if mailbox.facts.draft == nil, input.needsMoreProcessing(than: limits.promptWork) {
            throw .uncomputed(OffThreadComputation(task: .draft(input)))
        }
        switch mailbox.facts.draft ?? input.result() {
        case .success(let result): return .success(result)
        case .failure(.refused(let refusal)): return .failure(refusal)
        case .failure(.damaged): throw .damaged
        }
    }
}

extension CachedEntity {
    /// Returns true if the hub no longer remembers the ids of all changes after `version`. So the
    /// hub can't recognise a diff from this version that has already been applied.
    fileprivate func hasForgottenChangeIDs(changesSince version: EntityVersion) -> Bool {
        stored.version.number - version.number > StoreQueryAnswer.rememberedChanges
    }
}

extension DraftInput.StoredObjectWithSize {
    fileprivate init?(_ entity: CachedEntity) {
        guard !entity.stored.isRemoved else { return nil }
        self.init(object: entity.object, bytes: entity.stored.object?.count ?? 0)
    }
}
