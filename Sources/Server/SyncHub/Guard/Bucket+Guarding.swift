import SimperiumClock
import SimperiumWire

extension Bucket {
    /// Shows the next slice of objects to the validator, and leaves the rest for a later tick.
    /// After the last slice, shows the absences. Once all buckets of the log have been shown, the
    /// waiting changes continue.
    mutating func showObjectsToGuard(after ordinal: SequenceNumber, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        let slice = IndexSliceQuery(
            .oldestFirst, above: ordinal, hasObjects: true,
            atMost: StoreAnswerLimit(
                entries: BulkRemoval.sliceSize, bytes: context.limits.history.missedBytes))
        let found = try index(slice)
        for entity in found.entities {
            guard let object = try entity.object.map(SuspensionReason.parsed) else { continue }
            context.reportToGuard(
                .found(entity.key, object, of: entity.owner?.clientID, at: entity.stamp), in: id)
        }
        if let last = found.entities.last, found.hasMore {
            return pauseUntilLaterTick(before: .showToGuard(after: last.changed), &context)
        }
        isShownToGuard = true
        for lease in presence.leases.away {
            context.reportToGuard(.away(lease.keys.all, since: context.clock.serverTime()), in: id)
        }
        let ready = context.guardedLogs[id.log]?.finishShowing(id.name, at: &context.clock) ?? []
        for bucket in ready { context.unfinishedBuckets.append(bucket) }
    }

    /// Returns the keys of a member's presence objects; nil if the member has none. The member may
    /// not have joined yet when a change on another channel is checked. In that case, returns the
    /// keys of the lease that the member will resume.
    func presenceKeys(of id: MemberID, at now: Instant) -> OrderedSet<ObjectKey>? {
        guard let member = members[id] else { return nil }
        if let lease = member.lease { return presence.leases[lease]?.keys }
        guard member.subscription == .arriving || member.subscription == .gone,
            let lease = leaseWaiting(for: member)
        else { return nil }
        if let absence = lease.absence, absence.until <= now { return nil }
        return lease.keys
    }

    func session(of key: ObjectKey) -> ResumableClientSessionID? {
        presence.leases.lease(of: key)?.session
    }

    mutating func validate(
        _ unvalidated: UnvalidatedChange, by principal: ChangePrincipal, _ context: inout HubContext
    ) throws(SuspensionReason) -> ValidationResult {
        if let validator {
            let proposal = proposedChange(
                of: unvalidated, by: principal, ConnectionPresenceObjects(), &context)
            return validator.validate(proposal, objectCount: contents.state.count)
        }
        guard isGuarded, let log = context.guardedLogs[id.log] else { return .allowed }
        let objects = mailbox.facts.ownedObjects.take() ?? ConnectionPresenceObjects()
        var proposal = proposedChange(of: unvalidated, by: principal, objects, &context)
        if let question = log.validator.neededQuery(about: proposal) {
            proposal.answer = try storeAnswer(question)
        }
        return log.validator.validate(proposal, at: context.now)
    }

    /// Sends the ages of the clocks that the validator keeps, for one object or for all, to a
    /// member that asked for ages. Sends nothing until the validator has been shown the whole log.
    func sendClockAges(
        of key: ObjectKey? = nil, to member: ChannelMembership, _ context: inout HubContext
    ) {
        guard isGuarded, member.extensions.contains(.ages), member.subscription != .gone,
            let log = context.guardedLogs[id.log], log.isFullyShown
        else { return }
        let starts = log.validator.clockStartTimes(in: id.name, of: key)
        let now = context.clock.serverTime()
        for first in stride(from: 0, to: starts.count, by: Limits.keysPerNotice) {
            let part = starts[first..<min(first + Limits.keysPerNotice, starts.count)]
            let ages = part.map { RuleMeasuredDuration($0.key, now - $0.since) }
            context.send(.ages(ages), to: member)
        }
    }

    private func proposedChange(
        of unvalidated: UnvalidatedChange, by principal: ChangePrincipal,
        _ ownedObjects: ConnectionPresenceObjects, _ context: inout HubContext
    ) -> ProposedChange {
        let author = ProposedChange.Author(
            identity: principal.identity, clientID: principal.clientID,
            connection: principal.connection, account: ownedObjects.account)
        let (key, operation): (ObjectKey, ProposedChange.WholeObjectOperation) =
            switch unvalidated {
            case .modify(let draft): (draft.key, draft.operation)
            case .removeAll(let change): (change.key, .removeAll)
            case .leave(let key, let object): (key, .leave(object))
            }
        return ProposedChange(
            bucket: id, key: key, operation: operation, author: author,
            ownedObjects: ownedObjects, stamp: context.clock.serverTime())
    }
}
