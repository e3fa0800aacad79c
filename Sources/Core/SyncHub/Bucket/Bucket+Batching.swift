import SimperiumWire

/// A log takes one batch at a time. What clients change meanwhile waits, and then goes into the log
/// together: each change worked out on what those before it make of its object.
///
/// Nothing of it is so before the log has it, and if the log had gone on, all are worked out anew
/// in their order. So only what is plain is taken along: changes to objects that are in memory and
/// nobody's but the user's own, in buckets of which neither a guard nor rules have to be asked.
extension Bucket {
    /// The batch of a client's change with as much of what waits behind it as may go along.
    mutating func takingAlong(
        _ pending: PendingBatch, _ turn: inout HubTurn
    ) -> PendingBatch {
        guard case .change = pending.purpose, !isGuarded, rule == nil, id.name != .options,
            contents.state.mirrors == 0, pending.batch.isPlain, mailbox.upcoming != nil
        else { return pending }
        // What is known is known for the first of them.
        mailbox.facts.removeAll()
        var preview = BatchPreview(pending.changes)
        preview.begin(in: &contents.entities, turn.limits.memory)
        while preview.hasRoom(turn.budget), let next = draftUpcoming(turn) {
            let placed = next.draft.placed(
                at: pending.batch.place.advanced(by: preview.changes.count),
                turn.clock.stamp(), ownedBy: nil)
            preview.add(placed, in: &contents.entities, turn.limits.memory)
            charge(for: next, &turn)
            preview.works.append(next.work)
            _ = mailbox.takeUpcoming()
        }
        preview.end(in: &contents.entities, turn.limits.memory)
        guard !preview.works.isEmpty else { return pending }
        var head = head
        var writes: [StoreWrite] = []
        for placed in preview.changes {
            writes.append(appending(placed.change, making: placed.entity, behind: head))
            head = placed.change.ordinal
        }
        let batch = LogBatch(
            writes, to: id, on: pending.batch.head, at: pending.batch.place)
        return PendingBatch(
            batch: batch, changes: preview.changes, purpose: pending.purpose,
            along: preview.works)
    }

    private struct Upcoming {
        let work: Work
        let change: Change
        let author: Author
        let acting: ActingIdentity
        let draft: ChangeDraft
    }

    /// Works out what comes next; nil if that is no plain change, or not all is at hand for it.
    private mutating func draftUpcoming(_ turn: HubTurn) -> Upcoming? {
        guard let work = mailbox.upcoming, case .change(let change, let author, _) = work,
            author.visitor == nil, let acting = members.actingIdentity(of: author),
            change.isOfOneObject
        else { return nil }
        do throws(DraftFailure) {
            let draft = try draft(change, by: acting, turn.limits)
            guard draft.existed, let before = draft.before, before.owner == nil,
                before.sharing == nil, draft.changeID != nil
            else { return nil }
            return Upcoming(
                work: work, change: change, author: author, acting: acting, draft: draft)
        } catch {
            return nil
        }
    }

    private mutating func charge(for next: Upcoming, _ turn: inout HubTurn) {
        noteWriting(by: next.author)
        let intent = Intent.modify(next.draft)
        turn.charge(next.acting.connection, bytes: intent.effort(for: next.change))
    }

    /// Tells of those that were taken along, now that they are written.
    mutating func concludeAlong(_ pending: PendingBatch, _ turn: inout HubTurn) {
        for (placed, work) in zip(pending.changes.dropFirst(), pending.along) {
            if let author = work.author { tell(placed.change, of: placed.draft, to: author, &turn) }
            finish(work, &turn)
        }
    }
}

/// What a bucket's objects would be with a batch that is being put together.
private struct BatchPreview {
    private(set) var changes: [PlacedChange]
    var works: [Work] = []
    private var bytes = 0
    /// The objects as they are, in the order of their first changes; nil of one that is not there.
    private var originals: [(key: ObjectKey, entity: Entity?)] = []

    init(_ changes: [PlacedChange]) {
        self.changes = changes
        bytes = changes.reduce(0) { $0 + $1.bytes }
    }

    func hasRoom(_ budget: Int) -> Bool {
        changes.count < min(LogBatch.mostWrites, budget) && bytes < LogBatch.mostBytes
    }

    mutating func begin(in entities: inout EntityCache, _ limits: MemoryLimits) {
        for placed in changes { show(placed, in: &entities, limits) }
    }

    mutating func add(
        _ placed: PlacedChange, in entities: inout EntityCache, _ limits: MemoryLimits
    ) {
        changes.append(placed)
        bytes += placed.bytes
        show(placed, in: &entities, limits)
    }

    private mutating func show(
        _ placed: PlacedChange, in entities: inout EntityCache, _ limits: MemoryLimits
    ) {
        let key = placed.entity.key
        let known = entities.find(key, limits)
        if !originals.contains(where: { $0.key == key }) { originals.append((key, known)) }
        var entity =
            known
            ?? Entity(
                placed.entity, object: placed.draft.object,
                changeIDs: RecentIDs([placed.change.changeID]))
        if known != nil {
            entity.become(
                placed.entity, object: placed.draft.object, by: placed.change.changeID)
        }
        entities.replace(entity, limits)
    }

    func end(in entities: inout EntityCache, _ limits: MemoryLimits) {
        for (key, original) in originals {
            if let original { entities.replace(original, limits) } else { entities.remove(key) }
        }
    }
}

extension PlacedChange {
    fileprivate var bytes: Int { change.entry.count + (draft.bytes?.count ?? 0) }
}

extension LogBatch {
    /// Whether nothing else depends on it.
    fileprivate var isPlain: Bool { condition == nil && parcels.isEmpty && mark == nil }
}
