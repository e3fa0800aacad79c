import SimperiumWire

extension Bucket {
    /// Removes one slice of objects, and leaves the rest for a later tick. After the last slice of
    /// an `EMPTY` or a `DROP`, makes the user leave shared objects, and then completes the
    /// operation.
    mutating func removeSlice(_ removal: BulkRemoval, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        var rest = removal
        var drafts: [ChangeDraft] = []
        var missing: SuspensionReason?
        var isComplete = false
        do throws(SuspensionReason) {
            isComplete = try draftSlice(&rest, into: &drafts, context.limits)
        } catch {
            missing = error
        }
        if !drafts.isEmpty {
            announce(drafts.map { appendToLog($0, ownedBy: nil, &context) }[...], &context)
            context.spend(drafts.count)
        }
        if let missing {
            // The throw keeps the store's answers so far, because one slice may need several
            // answers.
            if drafts.isEmpty { throw missing }
            return suspendOrFail(.remove(rest), for: missing, &context)
        }
        guard isComplete else { return pauseUntilLaterTick(before: .remove(rest), &context) }
        try leaveNextSharedObject(rest)
        guard case .all(let change, let requester, let principal) = removal.scope else { return }
        context.effects.append(.write(emptyingWrite(by: change)))
        resetAndAcknowledgeEmptying(change, by: requester, as: principal.clientID, &context)
    }

    /// Drafts the removals of the next slice. Returns true if no further slice is needed.
    private mutating func draftSlice(
        _ removal: inout BulkRemoval, into drafts: inout [ChangeDraft], _ limits: HubLimits
    ) throws(SuspensionReason) -> Bool {
        switch removal.scope {
        case .owned(var keys):
            while let key = keys.last, drafts.count < BulkRemoval.sliceSize {
                let entity = try unparsedEntity(key, limits)
                keys.removeLast()
                removal.scope = .owned(keys)
                guard let entity, let owner = entity.owner else { continue }
                drafts.append(ChangeDraft(removing: entity, by: owner.clientID))
            }
            return keys.isEmpty
        case .excess:
            let excess = contents.state.count - (options.capacity ?? .max)
            let entities = try oldestOwnObjects(min(excess, BulkRemoval.sliceSize))
                .firstSliceCountingSharers
            drafts = entities.map { ChangeDraft(removing: $0, by: .hub) }
            return excess <= entities.count || entities.isEmpty
        case .all(let change, _, let principal):
            let entities = try oldestOwnObjects(BulkRemoval.sliceSize).firstSliceCountingSharers
            drafts = entities.map { ChangeDraft(removing: $0, by: principal.clientID, change.id) }
            return entities.isEmpty
        }
    }

    private func emptyingWrite(by change: Change) -> StoreWrite {
        change.operation == .drop ? .drop(id) : .forgetHistory(of: id, emptiedBy: change.id)
    }

    /// Returns up to `count` of the user's own objects, those that were changed longest ago first.
    private func oldestOwnObjects(_ count: Int) throws(SuspensionReason) -> [StoredEntity] {
        guard contents.state.mirrors > 0 else { return try oldestPage(of: count).entities }
        var found: [StoredEntity] = []
        var (above, hasMore): (SequenceNumber?, Bool) = (nil, true)
        while hasMore, found.count < count {
            let page = try oldestPage(of: BulkRemoval.sliceSize, above: above)
            found += page.entities.filter { !$0.isMirror }
            above = page.entities.last?.changed
            hasMore = page.hasMore && above != nil
        }
        return Array(found.prefix(count))
    }

    /// Returns the copy of another user's object that was changed longest ago; nil if the oldest
    /// slice of objects contains no such copy.
    func oldestSharedCopy() throws(SuspensionReason) -> StoredEntity? {
        try oldestPage(of: BulkRemoval.sliceSize).entities.first { $0.isMirror }
    }

    private func oldestPage(
        of count: Int, above: SequenceNumber? = nil
    ) throws(SuspensionReason) -> (entities: [StoredEntity], hasMore: Bool) {
        guard count > 0 else { return ([], false) }
        let portion = StoreAnswerLimit(entries: count)
        return try index(
            IndexSliceQuery(.oldestFirst, above: above, hasObjects: false, atMost: portion))
    }

    /// Ends an `EMPTY` or a `DROP`: resets the bucket's state, and sends the operation to its
    /// author only. Other clients would not understand the operation, and have received the removal
    /// of each object.
    mutating func resetAndAcknowledgeEmptying(
        _ change: Change, by requester: WorkRequester, as clientID: ClientID,
        _ context: inout HubContext
    ) {
        let isDropped = change.operation == .drop
        let accepted = AcceptedChange(
            isDropped ? .other("DROP") : .emptied, key: change.key,
            changeVersion: head.changeVersion, changeIDs: [change.id], clientID: clientID)
        if isDropped {
            if head != .zero { context.begunBuckets[id.log, default: 0] -= 1 }
            contents.state = StoredBucket()
        } else {
            contents.state.forgetLogUpToHead(emptiedBy: change.id)
        }
        contents.clearCaches()
        switch requester {
        case .member(let id):
            guard let member = members[id], member.subscription != .gone else { return }
            context.send(.changes([.accepted(accepted)]), to: member)
        case .caller(let author):
            var entry: [UInt8] = []
            accepted.write(into: &entry)
            context.effects.append(.answer(author.id, .accepted(nil, object: nil, entry: entry)))
        }
    }
}

extension [StoredEntity] {
    /// The first entities, until their sharers fill a slice. Each sharer's copy is removed, too.
    fileprivate var firstSliceCountingSharers: ArraySlice<StoredEntity> {
        var count = 0
        return prefix { entity in
            defer { count += entity.sharers.count }
            return count < BulkRemoval.sliceSize
        }
    }
}

extension ClientID {
    /// The client id of removals by the hub itself, for example beyond the bucket's capacity.
    static let hub = trappingIfInvalid("hub")
}

/// The removal of many objects, one slice at a time.
struct BulkRemoval: Sendable {
    /// The maximum number of changes in a slice. A slice is sent as one message.
    static let sliceSize = 100

    enum RemovalScope {
        /// The objects under these keys, the last key first. Objects without an owner are skipped.
        case owned([ObjectKey])
        /// The objects that were changed longest ago, until the bucket is within its capacity.
        case excess
        /// All objects, for `EMPTY` or `DROP`.
        case all(Change, by: WorkRequester, ChangePrincipal)
    }

    var scope: RemovalScope

    /// The client or caller that requested the removal; nil if the hub itself removes the objects.
    var requester: WorkRequester? {
        if case .all(_, let requester, _) = scope { requester } else { nil }
    }
}
