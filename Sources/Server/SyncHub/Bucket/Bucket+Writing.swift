import SimperiumClock
import SimperiumWire

/// Writing into a log that several hubs share. The hub proposes a batch, and the batch is valid
/// from the moment that the log has it.
extension Bucket {
    /// Builds the batch for finished drafts. The caller throws the result, and the bucket waits for
    /// the log.
    func propose(
        _ drafts: [ChangeDraft], ownedBy owner: EntityOwner?, for purpose: PendingBatch.Purpose,
        if condition: LeaseCondition? = nil, _ turn: inout HubTurn
    ) -> MissingFact {
        let first = turn.nextPlace(in: id.log)
        let stamp = turn.clock.stamp()
        var head = head
        var changes: [PlacedChange] = []
        var parcels: [Parcel] = []
        var writes: [StoreWrite] = []
        for (offset, draft) in drafts.enumerated() {
            let placed = draft.placed(
                at: first.advanced(by: offset), stamp, ownedBy: owner,
                shared: sharing(after: draft, for: purpose))
            if let parcel = parcel(of: placed) { parcels.append(parcel) }
            writes.append(appending(placed.change, making: placed.entity, behind: head))
            changes.append(placed)
            head = placed.change.ordinal
        }
        var batch = LogBatch(
            writes, to: id, on: turn.head(of: id.log), at: first, if: condition)
        batch.parcels = parcels
        batch.mark = purpose.mark
        return .unwritten(PendingBatch(batch: batch, changes: changes, purpose: purpose))
    }

    /// Returns the sharing to be stored with a draft. It doesn't change as long as the object
    /// exists.
    private func sharing(
        after draft: ChangeDraft, for purpose: PendingBatch.Purpose
    ) -> Sharing? {
        if let owner = purpose.owner { return .mirror(of: owner) }
        return draft.existed && draft.bytes != nil ? draft.before?.sharing : nil
    }

    /// Builds the batch for a write other than changes.
    func propose(
        _ write: StoreWrite, for purpose: PendingBatch.Purpose, _ turn: HubTurn
    ) -> MissingFact {
        let batch = LogBatch(
            [write], to: id, on: turn.head(of: id.log), at: turn.nextPlace(in: id.log))
        return .unwritten(PendingBatch(batch: batch, changes: [], purpose: purpose))
    }

    /// Sends a batch to the log. The bucket does nothing else until the answer.
    mutating func write(_ pending: PendingBatch, for work: Work, _ turn: inout HubTurn) {
        turn.beginWriting(handle, to: id.log)
        let question = turn.question(from: handle)
        turn.effects.append(.read(question, .append(pending.batch)))
        mailbox.write(pending, as: question, for: work)
    }

    /// Handles the result of a batch. If another hub wrote first, the work item starts again.
    mutating func settle(
        _ pending: PendingBatch, of work: Work, by answer: StoreAnswer,
        _ turn: inout HubTurn
    ) {
        turn.endWriting(handle, to: id.log)
        // The lease's owner has returned. The log is about to report it.
        if case .held = answer {
            askAgain(about: pending.batch.condition?.lease, &turn)
            return finish(work, &turn)
        }
        if case .gone = answer { return giveUp(pending, of: work, &turn) }
        guard case .appended(let stamp) = answer else {
            mailbox.facts.removeAll()
            return mailbox.start(work)
        }
        turn.clock.heed(stamp)
        turn.advance(id.log, to: pending.batch.end)
        if work.needsRoom { mailbox.shelf.noteRoom() }
        for placed in pending.changes {
            fold(placed.change, making: placed.entity(at: stamp), of: placed.draft, &turn)
        }
        conclude(pending, of: work, &turn)
    }

    /// Drops a batch because the bucket's user has been deleted.
    private mutating func giveUp(
        _ pending: PendingBatch, of work: Work, _ turn: inout HubTurn
    ) {
        switch (pending.purpose, work) {
        case (.following(let delivery), _), (.declining(let delivery), _):
            report(.userGone, of: delivery, &turn)
        case (.emptying(let change, let author, let clientID), _):
            finishEmptying(change, by: author, as: clientID, &turn)
        case (_, .change(let change, let author, _)):
            refuse(change, with: .noSuchObject, by: author, &turn)
        default: turn.errands.waiting.append(.turnAway(work))
        }
        finish(work, &turn)
    }

    /// Sets the alarm of a lease again: its time was over by this hub's clock, but not by the
    /// store's.
    private func askAgain(about lease: Lease.ID?, _ turn: inout HubTurn) {
        guard let lease, let absence = presence.leases[lease]?.absence else { return }
        let time = max(absence.until, turn.now + .seconds(1))
        turn.alarms.set(.grace(lease, in: handle), at: time)
    }

    private mutating func conclude(
        _ pending: PendingBatch, of work: Work, _ turn: inout HubTurn
    ) {
        let changes = pending.changes.map(\.change)
        if !pending.batch.parcels.isEmpty { lookForParcels(&turn) }
        switch pending.purpose {
        case .change(let author):
            for placed in pending.changes {
                tell(placed.change, of: placed.draft, to: author, &turn)
            }
            finish(work, &turn)
        case .becoming:
            announce(changes[...], &turn)
            mailbox.facts.removeAll()
            mailbox.start(work)
        case .following, .levelling, .declining, .sharing, .correction:
            if !changes.isEmpty { announce(changes[...], &turn) }
            finish(work, &turn)
            concludeSharing(pending, &turn)
        case .removal(let rest):
            announce(changes[...], &turn)
            turn.spend(changes.count)
            finish(work, &turn)
            self.rest(before: .remove(rest), &turn)
        case .forgetVersions:
            mailbox.facts.hasForgottenVersions = true
            mailbox.start(work)
        case .emptying(let change, let author, let clientID):
            finishEmptying(change, by: author, as: clientID, &turn)
            finish(work, &turn)
        }
    }
}

/// Entries that other hubs have written.
extension Bucket {
    mutating func fold(_ entry: ForeignEntry, _ turn: inout HubTurn) {
        // A bucket that isn't open yet will read the result.
        if contents.isKnown { apply(entry, &turn) }
        mailbox.startOver()
        if isGuarded, !isShown, !contents.shown.isEmpty {
            // The guard has been shown objects that are outdated now.
            turn.logs[id.log]?.lose(id.name, at: turn.clock.now)
            contents.shown = [:]
            mailbox.showAnew()
        }
        run(&turn)
    }

    private mutating func apply(_ entry: ForeignEntry, _ turn: inout HubTurn) {
        turn.charge(nil, entries: 1)
        switch entry.act {
        case .change(let change, let isRemoved, let lease, let owner):
            do throws(MissingFact) {
                let accepted = try ForeignChange(change, isRemoved: isRemoved)
                try apply(accepted, of: lease, mirror: owner, at: entry.stamp, &turn)
            } catch {
                turn.errands.damaged.append(id)
            }
        case .away(let lease, let until): lose(lease, until: until, at: entry.stamp, &turn)
        case .back(let lease, let isHere): pass(lease, isHere: isHere, at: entry.stamp, &turn)
        case .end(let lease): end(lease, &turn)
        case .forgetHistory(let change):
            contents.state.forgetHistory(emptiedBy: change)
            contents.clearCaches()
        case .drop:
            contents.state = StoredBucket()
            contents.clearCaches()
        case .shared(let key):
            contents.sharings += 1
            contents.entities.remove(key)
        case .forgetVersions, .other: break
        }
    }

    private mutating func apply(
        _ accepted: ForeignChange, of lease: Lease.ID?, mirror owner: UserID?, at stamp: Stamp,
        _ turn: inout HubTurn
    ) throws(MissingFact) {
        let (change, isRemoved) = (accepted.stored, accepted.diff == nil)
        // The change was included in the state that the bucket read when it opened.
        guard change.ordinal > head else { return }
        try contents.apply(accepted, of: lease, mirror: owner, at: stamp, turn.limits)
        if let lease, !isRemoved {
            note(change.key, of: lease, as: accepted.clientID, &turn)
            if accepted.from == nil { reclaim(lease, of: accepted.clientID, turn) }
        }
        if isRemoved {
            // The lease itself ends with an entry of its own.
            _ = presence.remove(change.key)
            closeViews(of: change.key, &turn)
        }
        if isShown {
            let object = try contents.show(accepted)
            turn.observe(accepted.observation(of: object, at: stamp), in: id)
            // The hub that wrote the change also writes what it owes to other buckets.
            _ = turn.logs[id.log]?.takeDues(as: change.ordinal)
        }
        announce([change][...], &turn)
    }
}
