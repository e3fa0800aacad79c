import SimperiumClock
import SimperiumWire

extension Bucket {
    /// Adds a new object to the lease of the channel that inserted the object, or of the user if
    /// the option `presence` is `user`. Begins the lease if necessary. Returns the object's owner;
    /// nil if the bucket has no presence, or if the channel has left.
    mutating func addToLease(
        _ key: ObjectKey, for id: MemberID, _ context: inout HubContext
    ) -> PresenceObjectOwner? {
        guard let mode = options.presence, let member = members[id] else { return nil }
        let owner: PresenceObjectOwner
        switch mode {
        case .user:
            owner = PresenceObjectOwner(
                lease: PresenceLease.shared, clientID: member.clientID, secret: nil)
            if presence.leases[PresenceLease.shared] == nil {
                addLease(PresenceLease(owner: owner, ownerPresence: .anyMember), &context)
            }
        case .client:
            let lease = lease(of: member) ?? newLease(of: member, as: id, &context)
            if presence.leases[lease.id] == nil { addLease(lease, &context) }
            members[id]?.lease = lease.id
            owner = lease.owner
        }
        presence.leases.insert(key, into: owner.lease)
        return owner
    }

    func lease(of member: ChannelMembership) -> PresenceLease? {
        if let lease = member.lease { return presence.leases[lease] }
        guard member.session != nil, let digest = member.leaseDigest else { return nil }
        return presence.leases.find(digest, of: member.clientID)
    }

    func newLease(of member: ChannelMembership, as id: MemberID, _ context: inout HubContext)
        -> PresenceLease
    {
        let owner = PresenceObjectOwner(
            lease: context.nextOrdinal(), clientID: member.clientID, secret: member.leaseDigest,
            seat: member.session.flatMap { context.sessions[$0]?.number } ?? 0)
        return PresenceLease(owner: owner, session: member.session, ownerPresence: .member(id))
    }

    mutating func addLease(_ lease: PresenceLease, _ context: inout HubContext) {
        presence.leases.add(lease)
        if let session = lease.session { context.sessions.addLease(in: handle, to: session) }
    }

    mutating func removeLeaseKeepingObjects(_ id: PresenceLease.ID, _ context: inout HubContext) {
        let session = presence.leases[id]?.session
        presence.leases.remove(id)
        if let session { context.sessions.removeLease(in: handle, from: session) }
    }

    /// Gives a returning client its presence objects back: ends their absence, and passes their
    /// lease to the joining member. Also ends an absence of the user's shared lease. If no lease
    /// waits, removes an earlier member of the client that owns no objects yet.
    mutating func resumeLease(_ id: MemberID, _ context: inout HubContext) {
        if let lease = presence.leases[PresenceLease.shared], lease.absence != nil {
            presence.leases.setOwnerPresence(PresenceLease.shared, to: .anyMember)
            endAbsence(of: lease, &context)
            storeOwnerPresentIfChanged(lease.id, sessionNumber: 0, &context)
        }
        guard let member = members[id] else { return }
        guard let lease = leaseWaiting(for: member) else {
            return supersedeEarlierMember(of: member, &context)
        }
        switch lease.ownerPresence {
        case .member(let before):
            // Another channel of the same connection has joined the bucket, too.
            guard lease.session == nil else { return }
            // The client has returned before its earlier connection was closed.
            removeSupersededMember(before, &context)
        case .away: endAbsence(of: lease, &context)
        case .session: break
        case .anyMember: return
        }
        presence.leases.setOwnerPresence(lease.id, to: .member(id))
        members[id]?.lease = lease.id
        if lease.session == nil, let session = member.session {
            presence.leases.setSession(lease.id, to: session)
            context.sessions.addLease(in: handle, to: session)
        }
        storeOwnerPresentIfChanged(
            lease.id, sessionNumber: member.session.flatMap { context.sessions[$0]?.number } ?? 0,
            secret: member.session == nil ? nil : member.leaseDigest, &context)
    }

    /// Removes the client's member on an earlier connection, if that member owns no objects yet.
    /// The earlier member could still insert objects, but the new connection has a different
    /// secret. So no client could claim those objects, and the hub would remove them although their
    /// owner is connected.
    private mutating func supersedeEarlierMember(
        of member: ChannelMembership, _ context: inout HubContext
    ) {
        guard options.presence == .client, member.session == nil,
            let presented = member.digestToResume
        else { return }
        let earlier = members.first {
            $1.leaseDigest == presented && $1.clientID == member.clientID && $1.lease == nil
        }
        if let earlier { removeSupersededMember(earlier.key, &context) }
    }

    /// Returns the lease that a returning client left behind; nil if there is none. For a client
    /// with a session, also finds a lease without a session, from a server that did not support
    /// sessions.
    func leaseWaiting(for member: ChannelMembership) -> PresenceLease? {
        func lease(_ presented: SecretDigest?) -> PresenceLease? {
            presented.flatMap { presence.leases.find($0, of: member.clientID) }
        }
        if let lease = lease(member.digestToResume), lease.session == member.session {
            return lease
        }
        return lease(member.presentedDigest).flatMap { $0.session == nil ? $0 : nil }
    }

    /// Stores that a lease's owner is connected, with the session's number and secret. Writes
    /// nothing if these are already stored, or if the lease has no objects.
    private mutating func storeOwnerPresentIfChanged(
        _ id: PresenceLease.ID, sessionNumber seat: Int, secret: SecretDigest? = nil,
        _ context: inout HubContext
    ) {
        let secret = secret ?? presence.leases[id]?.owner.secret
        guard presence.leases.recordOwnerPresent(id, sessionNumber: seat, secret: secret),
            let keys = presence.leases[id]?.keys.all, !keys.isEmpty
        else { return }
        context.effects.append(.write(.hold(keys, seat: seat, secret: secret, in: self.id)))
    }

    mutating func releaseLeases(
        _ member: ChannelMembership, as id: MemberID, by end: ConnectionEnd,
        _ context: inout HubContext
    ) {
        var leaving: [ObjectKey] = []
        if let lease = member.lease, presence.leases[lease]?.ownerPresence == .member(id) {
            if isSessionHeldElsewhere(member, context) {
                presence.leases.setOwnerPresence(lease, to: .session)
            } else {
                leaving += releaseLease(lease, by: end, &context)
            }
        }
        if members.isEmpty, presence.leases[PresenceLease.shared]?.ownerPresence == .anyMember {
            leaving += releaseLease(PresenceLease.shared, by: end, &context)
        }
        if !leaving.isEmpty { scheduleObjectRemoval(leaving) }
    }

    private func isSessionHeldElsewhere(_ member: ChannelMembership, _ context: HubContext) -> Bool
    {
        guard let holder = member.session.flatMap({ context.sessions[$0]?.holder }) else {
            return false
        }
        return holder != member.connection
    }

    /// Releases a lease. If the owner may return, begins the owner's absence, and returns no keys.
    /// Otherwise removes the lease, and returns the keys of the objects that the caller must
    /// remove.
    private mutating func releaseLease(
        _ id: PresenceLease.ID, by end: ConnectionEnd, _ context: inout HubContext
    ) -> [ObjectKey] {
        guard let lease = presence.leases[id] else { return [] }
        let hasEnded = lease.session.map { context.sessions[$0] == nil } ?? false
        guard let cause = end.cause, !hasEnded, options.presenceGrace > .zero,
            !lease.keys.isEmpty
        else {
            if end == .lost {
                let absence = Absence(since: context.now, until: context.now, cause: .line)
                presence.addAbsence(absence, of: lease, &context)
            }
            removeLeaseKeepingObjects(id, &context)
            return lease.keys.all
        }
        let absence = Absence(
            since: context.now, until: context.now + options.presenceGrace, cause: cause)
        context.alarms.schedule(.endOfAbsence(id, in: handle), at: absence.until)
        presence.addAbsence(absence, of: lease, &context)
        if isShownToGuard {
            context.reportToGuard(
                .away(lease.keys.all, since: context.clock.serverTime()), in: self.id)
        }
        return []
    }

    private mutating func endAbsence(of lease: PresenceLease, _ context: inout HubContext) {
        presence.endAbsence(of: lease, &context)
        if isShownToGuard {
            context.reportToGuard(.back(lease.keys.all, at: context.clock.serverTime()), in: id)
        }
    }

    /// Extends the current absences if the options now give owners more time to return.
    mutating func extendAbsences(_ context: inout HubContext) {
        for lease in presence.leases.away {
            guard let absence = lease.absence, absence.since < absence.until else { continue }
            let until = absence.since + options.presenceGrace
            guard absence.until < until else { continue }
            context.alarms.schedule(.endOfAbsence(lease.id, in: handle), at: until)
            let longer = Absence(since: absence.since, until: until, cause: absence.cause)
            presence.addAbsence(longer, of: lease, &context)
        }
    }

    mutating func expireAbsence(of id: PresenceLease.ID, _ context: inout HubContext) {
        guard let lease = presence.leases[id], let absence = lease.absence,
            absence.until <= context.now
        else { return }
        removeLeaseAndObjects(lease, &context)
    }

    private mutating func removeLeaseAndObjects(_ lease: PresenceLease, _ context: inout HubContext)
    {
        removeLeaseKeepingObjects(lease.id, &context)
        scheduleObjectRemoval(lease.keys.all)
    }

    private mutating func scheduleObjectRemoval(_ keys: [ObjectKey]) {
        mailbox.scheduleBeforeWaiting(.remove(BulkRemoval(scope: .owned(keys.reversed()))))
    }
}

/// Events of a session, in one of its buckets.
extension Bucket {
    /// Ends the absence of a session's lease, because a connection has the session again. The
    /// connection may have no channel in this bucket.
    mutating func endSessionAbsence(
        _ credentials: SessionResumeCredentials, _ context: inout HubContext
    ) {
        guard let lease = presence.leases.find(credentials), let id = lease.session,
            let session = context.sessions[id]
        else { return }
        if lease.absence != nil {
            presence.leases.setOwnerPresence(lease.id, to: .session)
            endAbsence(of: lease, &context)
        }
        storeOwnerPresentIfChanged(
            lease.id, sessionNumber: session.number, secret: session.credentials.digest, &context)
    }

    /// Releases a session's lease, because the session's connection is gone. If the owner is
    /// already away and can't return, removes the objects. Does nothing if a channel of this bucket
    /// holds the lease, because the end of the channel releases the lease.
    mutating func releaseSessionLease(
        _ credentials: SessionResumeCredentials, by end: ConnectionEnd,
        _ context: inout HubContext
    ) {
        guard let lease = presence.leases.find(credentials) else { return }
        switch lease.ownerPresence {
        case .session:
            let leaving = releaseLease(lease.id, by: end, &context)
            if !leaving.isEmpty { scheduleObjectRemoval(leaving) }
        case .away where end.cause == nil: removeLeaseAndObjects(lease, &context)
        case .member, .anyMember, .away: break
        }
    }

    /// Removes the objects of a session that has ended while the client was away.
    mutating func removeSessionObjects(
        _ credentials: SessionResumeCredentials, _ context: inout HubContext
    ) {
        guard let lease = presence.leases.find(credentials) else { return }
        switch lease.ownerPresence {
        case .session, .away: removeLeaseAndObjects(lease, &context)
        // The channel's own end releases the lease.
        case .member, .anyMember: break
        }
    }
}
