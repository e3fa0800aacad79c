import SimperiumClock
import SimperiumJSON
import SimperiumWire

extension Bucket {
    mutating func loadStateAndOptions(_ context: inout HubContext) throws(SuspensionReason) {
        contents.begunBucketsAtOpening =
            contents.begunBucketsAtOpening ?? context.begunBuckets[id.log, default: 0]
        contents.state = try storedBucket()
        context.clock.adoptIfLater(contents.state.stamp)
        options = try storedOptions()
        contents.recent = RecentChanges(from: head)
        contents.isLoaded = true
        mailbox.scheduleBeforeWaiting(.findOwners(after: nil))
    }

    /// Reads the owners of objects, one slice for each call.
    ///
    /// The owners were cut off, most likely by a restart, and have the usual time to return. An
    /// owner that has not returned after a few restarts is given no more time.
    mutating func findOwners(after key: ObjectKey?, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        let (owned, hasMore) = try objectsWithOwners(after: key)
        for entity in owned {
            guard let owner = entity.owner else { continue }
            if presence.leases[owner.lease] == nil {
                addLease(restoreLease(of: owner, &context), &context)
            }
            presence.restoreOwnership(entity.key, of: owner.lease)
        }
        if !owned.isEmpty {
            context.effects.append(.write(.countRestart(of: owned.map(\.key), in: id)))
        }
        if hasMore, let last = owned.last {
            mailbox.scheduleBeforeWaiting(.findOwners(after: last.key))
        } else {
            context.sessions.bucketsReadingLeases[handle] = nil
        }
    }

    private func restoreLease(of found: PresenceObjectOwner, _ context: inout HubContext)
        -> PresenceLease
    {
        var owner = found
        owner.restarts += 1
        var session: ClientSessionID?
        if owner.seat > 0, let digest = owner.secret {
            let credentials = SessionCredentials(
                log: id.log, clientID: owner.clientID, digest: digest)
            session = context.sessions.restoreSession(credentials, number: owner.seat)
        }
        guard session.flatMap({ context.sessions[$0]?.holder }) == nil else {
            return PresenceLease(owner, of: session, .session)
        }
        let grace = found.restarts < PresenceLease.mostRestarts ? options.presenceGrace : .zero
        let absence = Absence(since: context.now, until: context.now + grace, cause: .line)
        context.alarms.schedule(.grace(owner.lease, in: handle), at: absence.until)
        return PresenceLease(owner, of: session, .away(absence))
    }

    /// Returns the bucket's own options, and the app's defaults for missing ones.
    func storedOptions() throws(SuspensionReason) -> BucketOptions {
        guard id.name != .options else { return BucketOptions() }
        let home = BucketID.optionsBucket(of: id.app)
        let own = try ObjectKey(id.name.text).map { key throws(SuspensionReason) in
            try objectOfOtherBucket(key, in: home)
        }
        let defaults = try objectOfOtherBucket(BucketOptions.defaultKey, in: home)
        return BucketOptions(own: own ?? [:], defaults: defaults)
    }
}
