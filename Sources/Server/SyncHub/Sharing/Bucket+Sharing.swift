import SimperiumJSON
import SimperiumWire

extension Bucket {
    mutating func answerShareRequest(
        _ shareRequest: ShareRequest, by author: CallerWithRequestID, _ context: inout HubContext
    ) throws(SuspensionReason) {
        let refusal = try changeSharing(shareRequest, by: author, &context)
        let outcome = refusal.map(CallerRequestOutcome.notShared) ?? .shared
        context.effects.append(.answer(author.id, outcome))
    }

    /// Changes an object's sharing. Returns the reason for a refusal; nil on success. Throws
    /// `belongsToOther` if the user gives up another user's object.
    private mutating func changeSharing(
        _ shareRequest: ShareRequest, by author: CallerWithRequestID, _ context: inout HubContext
    ) throws(SuspensionReason) -> ShareRefusal? {
        guard options.sharing, !isGuarded else { return .notShared }
        guard let entity = try entity(shareRequest.key, context.limits), !entity.stored.isRemoved
        else { return .noSuchObject }
        switch shareRequest.purpose {
        case .share(let mayWrite):
            return try share(
                entity, by: shareRequest, mayWrite: mayWrite, as: author.caller, &context)
        case .unshare:
            if let owner = entity.stored.ownerOfSharedCopy {
                guard shareRequest.user == id.user else { return .notOwner }
                throw suspensionForLeaving(shareRequest, of: owner, by: author)
            }
            guard entity.stored.sharers.contains(where: { $0.user == shareRequest.user }) else {
                return .notSharer
            }
            endSharing(
                shareRequest.user, of: shareRequest.key, by: author.caller.clientID,
                author: id.user, &context)
            return nil
        }
    }

    /// Inserts an object and shares it with other users in one step, or answers with the refusal.
    ///
    /// All these writes belong to one tick, so the store keeps all or none. No client may know the
    /// key in advance, because a user's bucket may do other work between the check and the
    /// insertion.
    mutating func insert(
        _ change: Change, sharedWith users: [UserID], by author: CallerWithRequestID,
        _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard options.sharing, !isGuarded, try unparsedEntity(change.key, context.limits) == nil
        else { return context.effects.append(.answer(author.id, .notShared(.notShared))) }
        for user in users {
            guard try acceptsSharing(user, context.limits),
                case .noEntity = try storeAnswer(.entity(change.key, in: sameNamedBucket(of: user)))
            else { return context.effects.append(.answer(author.id, .unwelcome(by: user))) }
        }
        try applyOrRefuse(change, by: .local(.caller(author)), bytes: 0, &context)
        for user in users {
            // A validator may have refused the object.
            guard let entity = contents.entities.find(change.key, context.limits.memory) else {
                return
            }
            beginSharing(entity, with: user, mayWrite: true, by: author.caller, &context)
        }
    }

    mutating func answerSharers(
        of key: ObjectKey, for author: CallerWithRequestID, _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard options.sharing, let entity = try unparsedEntity(key, context.limits),
            !entity.isRemoved
        else {
            let refusal: ShareRefusal = options.sharing ? .noSuchObject : .notShared
            return context.effects.append(.answer(author.id, .notShared(refusal)))
        }
        var found = SharersOrOwner.sharers(entity.sharers)
        if let owner = entity.ownerOfSharedCopy {
            var mayWrite = false
            if case .entity(let stored, _) = try storeAnswer(
                .entity(key, in: sameNamedBucket(of: owner)))
            {
                mayWrite = stored.sharers.contains { $0.user == id.user && $0.mayWrite }
            }
            found = .mirror(of: owner, mayWrite: mayWrite)
        }
        context.effects.append(.answer(author.id, .sharers(found)))
    }

    /// Reports the entity under a key to another bucket. This bucket does nothing else until the
    /// other bucket has used the report.
    mutating func reportEntity(
        _ key: ObjectKey, to waiter: WorkAwaitingEntity, _ context: inout HubContext
    ) throws(SuspensionReason) {
        let stored = try unparsedEntity(key, context.limits)
        context.jobs.entityReports = [
            JobsForOtherBuckets.EntityReport(
                waiter: waiter, query: .entity(key, in: id),
                answer: stored.map { .entity($0, changeIDs: []) } ?? .noEntity(beginning: .first),
                bucket: handle)
        ]
    }

    /// Performs the work item that asked for the report, before all other work. The bucket's
    /// suspended work item then starts again.
    mutating func resumeWork(
        with report: JobsForOtherBuckets.EntityReport, _ context: inout HubContext
    ) {
        mailbox.restartCurrentItem()
        mailbox.facts = report.waiter.facts
        if report.waiter.fingerprint != contents.fingerprint {
            mailbox.facts.object = nil
            mailbox.facts.answers = mailbox.facts.answers.filter { $0.key.queriedBucket != id }
        }
        mailbox.facts.answers[report.query] = report.answer
        do throws(SuspensionReason) {
            try carryOut(report.waiter.work, &context)
            context.spend()
        } catch {
            // A fact is missing again, so the item waits behind the others.
            mailbox.append(report.waiter.work)
        }
        mailbox.facts.removeAll()
    }

    /// Ends the sharing with a user, and removes the user's copy. Does nothing if the object isn't
    /// in memory.
    mutating func endSharing(
        _ user: UserID, of key: ObjectKey, by clientID: ClientID, as changeID: ChangeID? = nil,
        author: UserID, _ context: inout HubContext
    ) {
        guard let before = contents.entities.find(key, context.limits.memory)?.stored else {
            return
        }
        var removed = before
        removed.sharing = SharedOriginalOrCopy(with: before.sharers.filter { $0.user == user })
        let removal = ChangeDraft(removing: removed, by: clientID, changeID, author: author)
        let (copies, _) = copies(of: removal, at: context.clock.serverTime(), &context)
        let rest = SharedOriginalOrCopy(with: before.sharers.filter { $0.user != user })
        recordSharing(rest, of: key)
        write(copies, of: key, shared: rest, &context)
    }

    mutating func recordSharing(_ sharing: SharedOriginalOrCopy?, of key: ObjectKey) {
        contents.sharingChanges += 1
        contents.entities.setSharing(key, as: sharing)
    }

    /// Returns the error for a user who gives up a shared object. The error passes the request, as
    /// a removal, to the bucket of the object's owner.
    private func suspensionForLeaving(
        _ shareRequest: ShareRequest, of owner: UserID, by author: CallerWithRequestID
    ) -> SuspensionReason {
        let principal = ChangePrincipal(
            clientID: author.caller.clientID, identity: author.caller.identity, connection: nil,
            isNode: false)
        let editor = RemoteEditor(principal: principal, bucket: id, author: .caller(author))
        let change = Change(.remove, key: shareRequest.key, id: shareRequest.changeID)
        return .belongsToOther(
            sameNamedBucket(of: owner), .change(change, by: .remoteEditor(editor)))
    }

    /// Shares an object with one more user, or changes a user's right to write. Returns the reason
    /// for a refusal; nil on success.
    private mutating func share(
        _ entity: CachedEntity, by shareRequest: ShareRequest, mayWrite: Bool, as caller: Caller,
        _ context: inout HubContext
    ) throws(SuspensionReason) -> ShareRefusal? {
        let (stored, user) = (entity.stored, shareRequest.user)
        guard !stored.isMirror else { return .notOwner }
        guard user != id.user else { return .oneself }
        if let index = stored.sharers.firstIndex(where: { $0.user == user }) {
            var sharers = stored.sharers
            let known = sharers[index]
            guard known.mayWrite != mayWrite else { return .already }
            sharers[index] = SharingRecipient(user, mayWrite: mayWrite, followed: known.followed)
            recordSharing(SharedOriginalOrCopy(with: sharers), of: stored.key)
            write([], of: stored.key, shared: SharedOriginalOrCopy(with: sharers), &context)
            return nil
        }
        guard stored.sharers.count < context.limits.sharing.sharers else { return .tooMany }
        guard options.schema?.allows(entity.object) ?? true else { return .invalid }
        guard try acceptsSharing(user, context.limits) else { return .unwelcome }
        guard try isKeyFree(stored.key, in: sameNamedBucket(of: user)) else { return .keyTaken }
        beginSharing(entity, with: user, mayWrite: mayWrite, by: caller, &context)
        return nil
    }

    /// Returns true if the user accepts shared objects, and has fewer than the limit.
    private func acceptsSharing(
        _ user: UserID, _ limits: HubLimits
    ) throws(SuspensionReason) -> Bool {
        let home = BucketID(app: id.app, user: user, name: .userSettings)
        let settings = try objectOfOtherBucket(.userSettings, in: home)
        guard settings["sharing"]?.string != "nobody" else { return false }
        guard case .mirrors(let count) = try storeAnswer(.mirrors(of: user, in: id.app)) else {
            throw .damaged
        }
        return count < limits.sharing.mirrors
    }

    /// Returns true if the key is free in the user's bucket. Throws `needsEntityReport` until that
    /// bucket has reported. Call this last, because the report is valid only for this moment.
    private func isKeyFree(
        _ key: ObjectKey, in bucket: BucketID
    ) throws(SuspensionReason) -> Bool {
        switch mailbox.facts.answers[.entity(key, in: bucket)] {
        case nil: throw .needsEntityReport(key, of: bucket)
        case .noEntity: return true
        case .entity(let stored, _): return stored.isRemoved
        default: throw .damaged
        }
    }

    private mutating func beginSharing(
        _ entity: CachedEntity, with user: UserID, mayWrite: Bool, by caller: Caller,
        _ context: inout HubContext
    ) {
        let key = entity.stored.key
        let draft = ChangeDraft(showing: entity, by: caller.clientID, author: id.user)
        let ordinal = context.nextOrdinal()
        let copy = JobsForOtherBuckets.ChangeCopyForSharer(
            draft, from: id.user, to: sameNamedBucket(of: user), at: ordinal,
            context.clock.serverTime())
        let sharer = SharingRecipient(user, mayWrite: mayWrite, followed: ordinal)
        let sharing = SharedOriginalOrCopy(with: entity.stored.sharers + [sharer])
        recordSharing(sharing, of: key)
        write([copy], of: key, shared: sharing, isFirst: true, &context)
    }
}

extension BucketName {
    /// The bucket with a user's own settings on the server.
    fileprivate static let userSettings = trappingIfInvalid("spuser")
}

extension ObjectKey {
    fileprivate static let userSettings = trappingIfInvalid("info")
}
