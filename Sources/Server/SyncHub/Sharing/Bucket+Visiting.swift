import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// Changes to shared objects by users other than the owner. The owner's bucket applies them.
extension Bucket {
    /// Passes a change to the owner's bucket by throwing `elsewhere`, if the object belongs to
    /// another user. Returns false if it does not.
    ///
    /// Returns true if the change was refused here. A repeated change is refused, and so are an
    /// insertion, whose author has not seen the object, and a restoration.
    mutating func passToOwner(
        _ change: Change, by author: WorkRequester, as principal: ChangePrincipal, bytes: Int,
        _ context: inout HubContext
    ) throws(SuspensionReason) -> Bool {
        guard contents.state.mirrors > 0, author.visitor == nil, change.isOfOneObject,
            let entity = try entity(change.key, context.limits), !entity.stored.isRemoved,
            let owner = entity.stored.mirrored
        else { return false }
        guard !entity.changeIDs.contains(change.id), !change.isPossibleInsertion(by: author) else {
            refuse(change, with: .alreadyApplied, by: author, &context)
            return true
        }
        // The owner's clients restore the object.
        if case .restore = change.operation {
            refuse(change, with: .forbidden, by: author, &context)
            return true
        }
        let visitor = RemoteEditor(principal: principal, bucket: id, author: author)
        throw .elsewhere(
            sameNamedBucket(owner), .change(change, by: .visitor(visitor), bytes: bytes))
    }

    func sameNamedBucket(_ owner: UserID) -> BucketID {
        BucketID(app: id.app, user: owner, name: id.name)
    }

    /// Makes the user leave the oldest object of another user. The user's own objects have been
    /// removed before. The removal is posted again afterwards, and continues with the next object.
    func leaveNextSharedObject(_ removal: Removal) throws(SuspensionReason) {
        guard contents.state.mirrors > 0,
            case .all(let change, let author, let principal) = removal.extent,
            let mirror = try oldestMirror(),
            let owner = mirror.mirrored
        else { return }
        let visitor = RemoteEditor(principal: principal, bucket: id, author: author, rest: removal)
        throw .elsewhere(
            sameNamedBucket(owner),
            .change(Change(.remove, key: mirror.key, id: change.id), by: .visitor(visitor)))
    }

    /// Returns true if the author may change the object; otherwise refuses the change and returns
    /// false. A user that the object is shared with may always remove it, but needs the right to
    /// write for any other change. If the share has ended, a removal of many objects continues.
    mutating func refuseUnlessAllowed(
        _ change: Change, by author: WorkRequester, _ context: inout HubContext
    ) throws(SuspensionReason) -> Bool {
        guard let visitor = author.visitor else { return true }
        guard let sharer = try sharer(visitor.user, of: change.key, context.limits) else {
            if let rest = visitor.rest {
                context.jobs.waiting.append(.post(.remove(rest), to: visitor.bucket))
                return false
            }
            refuse(change, with: .noSuchObject, by: author, &context)
            return false
        }
        guard sharer.mayWrite || change.operation == .remove else {
            refuse(change, with: .forbidden, by: author, &context)
            return false
        }
        return true
    }

    private mutating func sharer(
        _ user: UserID, of key: ObjectKey, _ limits: HubLimits
    ) throws(SuspensionReason) -> SharingRecipient? {
        guard let entity = try entity(key, limits), !entity.stored.isRemoved else { return nil }
        return entity.stored.sharers.first { $0.user == user }
    }

    /// Makes a user leave an object. For that user it is a removal; the owner and the other users
    /// keep the object.
    mutating func leaveSharedObject(
        _ change: Change, by author: WorkRequester, as principal: ChangePrincipal,
        _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard let visitor = author.visitor, let entity = try entity(change.key, context.limits)
        else {
            return
        }
        guard change.version == nil || change.version == entity.stored.version else {
            return refuse(change, with: .noSuchVersion, by: author, &context)
        }
        let verdict: ValidationResult
        do throws(DraftInterruption) {
            verdict = try self.verdict(
                on: .leave(change.key, entity.object), by: principal, &context)
        } catch {
            if case .suspended(let reason) = error { throw reason }
            return
        }
        switch verdict {
        case .allowed: break
        case .allowedBecoming(let object):
            if let draft = changeByRulesAfterLeaving(object, from: entity, of: visitor) {
                announce([appendToLog(draft, ownedBy: nil, &context)][...], &context)
            }
        case .notYours(let reason):
            return refuse(change, with: .forbidden, because: reason, by: author, &context)
        case .notLegal(let reason):
            return refuse(change, with: .invalid, because: reason, by: author, &context)
        }
        let id = change.id
        endSharing(
            visitor.user, of: change.key, by: principal.clientID, as: id, author: visitor.user,
            &context)
        if let rest = visitor.rest {
            context.jobs.waiting.append(.post(.remove(rest), to: visitor.bucket))
        } else if let request = author.request,
            let copy = context.jobs.lastCopiedChange(for: visitor)
        {
            let outcome = CallerRequestOutcome.accepted(
                copy.version, object: nil, entry: copy.entry)
            context.effects.append(.answer(request, outcome))
        }
    }

    /// Returns the change that the rules make because a user leaves the object; nil if they change
    /// nothing.
    private func changeByRulesAfterLeaving(
        _ object: JSONObject, from entity: CachedEntity, of visitor: RemoteEditor
    ) -> ChangeDraft? {
        let diff = Diff(from: entity.object, to: object)
        guard !diff.isEmpty else { return nil }
        return ChangeDraft(
            of: entity, to: object, by: visitor.principal.clientID, diff, author: visitor.user)
    }
}

extension Change {
    fileprivate var isOfOneObject: Bool {
        switch operation {
        case .modify, .replace, .restore, .remove: true
        case .empty, .drop: false
        }
    }

    /// Returns true if a client's change names no version and is no removal, so that it may create
    /// the object. A change over HTTP without a version applies to any version, so it is no
    /// insertion.
    fileprivate func isPossibleInsertion(by author: WorkRequester) -> Bool {
        guard case .member = author, version == nil else { return false }
        return operation != .remove
    }
}

extension StoredEntity {
    /// The users that the object is shared with. Empty for a copy.
    var sharers: [SharingRecipient] {
        if case .shared(let sharers)? = sharing { sharers } else { [] }
    }

    /// The owner, if the object is another user's; otherwise nil.
    var mirrored: UserID? {
        if case .mirror(let owner)? = sharing { owner } else { nil }
    }
}
