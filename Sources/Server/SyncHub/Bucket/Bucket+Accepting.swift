import SimperiumClock
import SimperiumWire

extension Bucket {
    /// Applies a change, schedules the removals of an `EMPTY` or a `DROP`, or sends the author a
    /// refusal. Does nothing if the author's channel has left the bucket. Throws if the work item
    /// must wait, belongs to another bucket, or meets damaged data, but never for a refusal.
    mutating func applyOrRefuse(
        _ change: Change, by author: WorkAuthor, bytes: Int, _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard var principal = members.principal(of: author) else { return }
        if case .restore = change.operation, case .local(.member(let id)) = author {
            principal.lost = lostCursors[id]
        }
        if isGuarded, context.guardedLogs[id.log]?.isFullyShown != true { throw .guardNotReady }
        if case .local(.member(let id)) = author {
            members.changeInPlace(id) { $0.hasWritten = true }
        }
        if try throwToOwnerOrRefuse(change, by: author, as: principal, bytes: bytes, &context) {
            return
        }
        guard try refuseUnlessAllowed(change, by: author, &context) else { return }
        if author.remoteEditor != nil, change.operation == .remove {
            return try leaveSharedObject(change, by: author, as: principal, &context)
        }
        let hasRoom =
            contents.head != .zero || !change.operation.makesObjects
            || userHasRoomForBucket(context)
        let result =
            hasRoom
            ? try unvalidatedChange(from: change, as: principal, within: context.limits)
            : .failure(.invalid)
        let unvalidated: UnvalidatedChange
        switch result {
        case .success(let found): unvalidated = found
        case .failure(let refusal):
            context.charge(principal.connection, bytes: processedBytesIfCached(for: change))
            return refuse(change, with: refusal, by: author, &context)
        }
        // Without a validator, `validate` is not called, because the call would copy the bucket.
        let isValidated = isGuarded || validator != nil
        let validation = isValidated ? try validate(unvalidated, by: principal, &context) : .allowed
        context.charge(
            principal.connection, entries: unvalidated.copyCount,
            bytes: unvalidated.processedBytes(for: change) + unvalidated.copiedBytes)
        switch validation {
        case .allowed: commitOrScheduleRemoval(unvalidated, by: author, as: principal, &context)
        case .allowedBecoming(let object):
            commitOrScheduleRemoval(
                unvalidated.amended(to: object), by: author, as: principal, &context)
        case .notYours(let reason):
            return refuse(change, with: .forbidden, because: reason, by: author, &context)
        case .notLegal(let reason):
            return refuse(change, with: .invalid, because: reason, by: author, &context)
        }
        recordMergedLostVersion(by: change, context.limits.memory)
    }

    /// Returns true if the user's other buckets are fewer than `HubLimits.bucketsPerUser`.
    private func userHasRoomForBucket(_ context: HubContext) -> Bool {
        let begun = context.begunBuckets[id.log, default: 0] - (contents.begunBucketsAtOpening ?? 0)
        return contents.state.others + begun < context.limits.bucketsPerUser
    }

    /// Returns the draft of a change to one object, a checked `EMPTY` or `DROP`, or the reason for
    /// a refusal. No validator has checked a success yet.
    private mutating func unvalidatedChange(
        from change: Change, as principal: ChangePrincipal, within limits: HubLimits
    ) throws(SuspensionReason) -> Result<UnvalidatedChange, ChangeRefusalReason> {
        switch change.operation {
        case .modify, .replace, .restore, .remove:
            return try draft(change, by: principal, limits).map(UnvalidatedChange.modify)
        case .empty, .drop:
            guard change.key.text == id.name.text else { return .failure(.invalid) }
            guard !contents.state.emptyings.contains(change.id) else {
                return .failure(.alreadyApplied)
            }
            guard change.operation == .empty || principal.identity.rights.contains(.administrator)
            else { return .failure(.forbidden) }
            return .success(.removeAll(change))
        }
    }

    private mutating func commitOrScheduleRemoval(
        _ change: UnvalidatedChange, by author: WorkAuthor, as principal: ChangePrincipal,
        _ context: inout HubContext
    ) {
        switch change {
        case .modify(let draft): commit(draft, by: author, &context)
        case .removeAll(let change):
            // `throwToOwnerOrRefuse` passes on only changes to one object.
            guard case .local(let requester) = author else { return }
            let removal = BulkRemoval(scope: .all(change, by: requester, principal))
            mailbox.scheduleBeforeWaiting(.remove(removal))
        // A user leaves a shared object in `leaveSharedObject(_:by:as:_:)`, not here.
        case .leave: break
        }
    }

    func refuse(
        _ change: Change, with error: ChangeRefusalReason, because reason: String? = nil,
        by author: WorkAuthor, _ context: inout HubContext
    ) {
        guard let principal = members.principal(of: author) else { return }
        sendRefusal(
            RefusedChange(error, to: change, by: principal.clientID), to: author, because: reason,
            &context)
    }

    func refuse(_ change: MalformedChange, by id: MemberID, _ context: inout HubContext) {
        guard let member = members[id] else { return }
        sendRefusal(
            RefusedChange(change, by: member.clientID), to: .local(.member(id)), because: nil,
            &context)
    }

    private func sendRefusal(
        _ refusal: RefusedChange, to author: WorkAuthor, because reason: String?,
        _ context: inout HubContext
    ) {
        context.effects.append(.note(.refused(id, refusal.error, reason: reason)))
        switch author {
        case .local(.member(let id)): send(refusal, to: id, &context)
        case .local(.caller(let author)):
            context.effects.append(.answer(author.id, .refused(refusal.error)))
        case .remoteEditor(let editor): sendRefusalToRemoteEditor(refusal, to: editor, &context)
        }
    }

    /// Sends a refusal to the remote editor's client, on the client's channel in the editor's
    /// bucket, or answers the editor's request. If the change was a step of an `EMPTY` or a `DROP`,
    /// the refusal names that operation.
    private func sendRefusalToRemoteEditor(
        _ refusal: RefusedChange, to editor: RemoteEditor, _ context: inout HubContext
    ) {
        var refusal = refusal
        if case .all(let change, _, let principal)? = editor.rest?.scope {
            refusal = RefusedChange(refusal.error, to: change, by: principal.clientID)
        }
        switch editor.author {
        case .member(let id):
            context.jobs.waiting.append(.refuse(refusal, for: id, in: editor.bucket))
        case .caller(let author):
            context.effects.append(.answer(author.id, .refused(refusal.error)))
        }
    }

    func send(_ refusal: RefusedChange, to id: MemberID, _ context: inout HubContext) {
        guard let member = members[id], member.subscription != .gone else { return }
        context.send(.changes([.refused(refusal)]), to: member)
    }
}
