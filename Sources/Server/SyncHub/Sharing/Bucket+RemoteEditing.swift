import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// Changes to shared objects by users other than the owner. The owner's bucket applies them.
extension Bucket {
    /// Passes a change of another user's object to the owner's bucket, by throwing
    /// `belongsToOther`. Returns false if the object does not belong to another user.
    ///
    /// Returns true if this bucket has refused the change. The bucket refuses a repeated change, an
    /// insertion (because the author has not seen the object), and a restoration.
    mutating func throwToOwnerOrRefuse(
        _ change: Change, by author: WorkAuthor, as principal: ChangePrincipal, bytes: Int,
        _ context: inout HubContext
    ) throws(SuspensionReason) -> Bool {
        guard contents.state.mirrors > 0, case .local(let requester) = author,
            change.operation.makesObjects || change.operation == .remove,
            let entity = try entity(change.key, context.limits), !entity.stored.isRemoved,
            let owner = entity.stored.ownerOfSharedCopy
        else { return false }
        guard !entity.changeIDs.contains(change.id), !change.isPossibleInsertion(by: requester)
        else {
            refuse(change, with: .alreadyApplied, by: author, &context)
            return true
        }
        // The owner's clients restore the object.
        if case .restore = change.operation {
            refuse(change, with: .forbidden, by: author, &context)
            return true
        }
        let editor = RemoteEditor(principal: principal, bucket: id, author: requester)
        throw .belongsToOther(
            sameNamedBucket(of: owner), .change(change, by: .remoteEditor(editor), bytes: bytes))
    }

    func sameNamedBucket(of owner: UserID) -> BucketID {
        BucketID(app: id.app, user: owner, name: id.name)
    }

    /// Makes the user leave the oldest object of another user, by throwing `belongsToOther`. The
    /// caller has removed the user's own objects. The owner's bucket posts the removal again, so
    /// that the removal continues with the next object. Does nothing if no shared object is left,
    /// or if the removal is not an `EMPTY` or a `DROP`.
    func leaveNextSharedObject(_ removal: BulkRemoval) throws(SuspensionReason) {
        guard contents.state.mirrors > 0,
            case .all(let change, let requester, let principal) = removal.scope,
            let mirror = try oldestSharedCopy(),
            let owner = mirror.ownerOfSharedCopy
        else { return }
        let editor = RemoteEditor(
            principal: principal, bucket: id, author: requester, rest: removal)
        throw .belongsToOther(
            sameNamedBucket(of: owner),
            .change(Change(.remove, key: mirror.key, id: change.id), by: .remoteEditor(editor)))
    }

    /// Returns true if the author may change the object; otherwise refuses the change and returns
    /// false. A user that the object is shared with may always remove it, but needs the right to
    /// write for any other change. If the sharing has ended, also returns false, but lets a removal
    /// of many objects continue.
    mutating func refuseUnlessAllowed(
        _ change: Change, by author: WorkAuthor, _ context: inout HubContext
    ) throws(SuspensionReason) -> Bool {
        guard let editor = author.remoteEditor else { return true }
        guard let sharer = try sharer(editor.user, of: change.key, context.limits) else {
            if let rest = editor.rest {
                context.jobs.waiting.append(.post(.remove(rest), to: editor.bucket))
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

    /// Makes a user leave an object, which the owner and the other users keep; or refuses the
    /// change.
    mutating func leaveSharedObject(
        _ change: Change, by author: WorkAuthor, as principal: ChangePrincipal,
        _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard let editor = author.remoteEditor, let entity = try entity(change.key, context.limits)
        else { return }
        guard change.version == nil || change.version == entity.stored.version else {
            return refuse(change, with: .noSuchVersion, by: author, &context)
        }
        switch try validate(.leave(change.key, entity.object), by: principal, &context) {
        case .allowed: break
        case .allowedBecoming(let object):
            if let draft = changeByRulesAfterLeaving(object, from: entity, of: editor) {
                announce([appendToLog(draft, ownedBy: nil, &context)][...], &context)
            }
        case .notYours(let reason):
            return refuse(change, with: .forbidden, because: reason, by: author, &context)
        case .notLegal(let reason):
            return refuse(change, with: .invalid, because: reason, by: author, &context)
        }
        let id = change.id
        endSharing(
            editor.user, of: change.key, by: principal.clientID, as: id, author: editor.user,
            &context)
        if let rest = editor.rest {
            context.jobs.waiting.append(.post(.remove(rest), to: editor.bucket))
        } else if let request = author.request,
            let copy = context.jobs.lastCopiedChange(for: editor)
        {
            let outcome = CallerRequestOutcome.accepted(
                copy.version, object: nil, entry: copy.entry)
            context.effects.append(.answer(request, outcome))
        }
    }

    /// Returns the change that the rules make because a user leaves the object; nil if the rules
    /// change nothing.
    private func changeByRulesAfterLeaving(
        _ object: JSONObject, from entity: CachedEntity, of editor: RemoteEditor
    ) -> ChangeDraft? {
        let diff = Diff(from: entity.object, to: object)
        guard !diff.isEmpty else { return nil }
        return ChangeDraft(
            of: entity, to: object, by: editor.principal.clientID, diff, author: editor.user)
    }
}

extension Change {
    /// Returns true if a client's change names no version and is not a removal, so that it may
    /// create the object. A change over HTTP without a version applies to any version, so it is not
    /// an insertion.
    fileprivate func isPossibleInsertion(by requester: WorkRequester) -> Bool {
        guard case .member = requester, version == nil else { return false }
        return operation != .remove
    }
}

extension StoredEntity {
    /// The users that the object is shared with. Empty for a copy.
    var sharers: [SharingRecipient] {
        if case .shared(let sharers)? = sharing { sharers } else { [] }
    }

    /// The owner, if the object is another user's; otherwise nil.
    var ownerOfSharedCopy: UserID? {
        if case .mirror(let owner)? = sharing { owner } else { nil }
    }
}
