import SimperiumClock
import SimperiumWire

/// Presence in a log that several hubs share. The hub requests each change of a lease from the
/// store. The change is valid, for all hubs, from the moment that the log reports it.
extension Bucket {
    /// Returns the lease of a channel that inserts an object. Throws until the store has begun the
    /// lease, because that must precede the object.
    mutating func sharedLease(
        of id: MemberID, _ turn: inout HubTurn
    ) throws(MissingFact) -> EntityOwner? {
        guard options.presence != nil, let member = members[id] else { return nil }
        guard let lease = lease(of: member) else {
            let lease = newLease(of: member, as: id, &turn)
            throw .unread(.lease(.begin(lease.owner), in: self.id))
        }
        members[id]?.lease = lease.id
        return lease.owner
    }

    /// True if the channel's client is connected to another hub by now, with its objects. The
    /// client sends its pending changes again there.
    func isDisplaced(_ id: MemberID) -> Bool {
        guard let lease = members[id]?.lease else { return false }
        return presence.leases[lease]?.holder == .elsewhere
    }

    /// True if the channel has left. Its client may be connected to another hub, which would not
    /// know of a lease that begins now. The client sends its pending changes again there.
    func ownsNothingMore(_ id: MemberID) -> Bool {
        options.presence != nil && members[id]?.hearing == .gone
    }

    /// Applies the store's answer to a request about a lease.
    mutating func apply(
        _ wish: LeaseRequest, by answer: StoreAnswer, for work: Work, _ turn: inout HubTurn
    ) {
        guard case .leased(let lease) = answer else { return }
        switch (wish, work) {
        case (.begin(let owner), .change(_, .member(let id), _)):
            guard let member = members[id] else { return }
            // The client has reconnected elsewhere, to this lease or to one with the same secret.
            guard lease != nil else { return displace(id, &turn) }
            begin(Lease(owner, of: member.seat, .member(id)), &turn)
            members[id]?.lease = owner.lease
        case (.resume(let digest, let clientID, _), .join(let id)):
            guard let lease else { return }
            hold(lease, of: clientID, by: digest, for: .member(id), &turn)
            members[id]?.lease = lease
        case (.resume(let digest, let clientID, _), .retake(let claim)):
            guard let lease else { return }
            let member = member(by: claim, turn)
            let holder = member.map { Lease.Holder.member($0) } ?? .seat
            hold(lease, of: clientID, by: digest, for: holder, &turn)
            if let member { members[member]?.lease = lease }
        case (.resume(let digest, let clientID, _), .tend):
            guard let lease, isGivenUp(digest, of: clientID) else { return }
            mailbox.facts.removeAll()
            let keys = presence.leases[lease]?.keys.all ?? []
            mailbox.start(.remove(Removal(keys, andEnd: lease)))
        default: break
        }
    }

    /// Returns the open channel that has the session and no lease yet.
    private func member(by claim: Seat.Claim, _ turn: HubTurn) -> MemberID? {
        guard let seat = turn.seats.find(claim) else { return nil }
        let open = members.filter { _, member in
            guard member.seat == seat, member.lease == nil else { return false }
            return member.hearing != .arriving && member.hearing != .gone
        }
        return open.keys.min { $0.rawValue < $1.rawValue }
    }

    /// Closes the connection of a channel. If its client is still there, it reconnects and gets
    /// back the objects that it has elsewhere.
    private mutating func displace(_ id: MemberID, _ turn: inout HubTurn) {
        if members[id]?.hearing != .gone, let connection = connection(of: id) {
            turn.numbers.logs?.displaced.append(connection)
        }
        silence(id)
    }

    /// Makes a client of this hub the holder of the lease whose secret it has presented.
    private mutating func hold(
        _ id: Lease.ID, of clientID: ClientID, by digest: SecretDigest, for holder: Lease.Holder,
        _ turn: inout HubTurn
    ) {
        let seat = turn.seats.find(Seat.Claim(log: self.id.log, clientID: clientID, proof: digest))
        let number = seat.flatMap { turn.seats[$0]?.number } ?? 0
        if presence.leases[id] == nil {
            let owner = EntityOwner(lease: id, clientID: clientID, secret: digest, seat: number)
            begin(Lease(owner, of: seat, holder), &turn)
        }
        recognise(id, as: digest, on: seat, number: number, &turn)
        // The session has ended here while the store was working. That end must not end the lease.
        if seat == nil { presence.leases.place(id, on: nil) }
        presence.leases.pass(id, to: holder)
    }

    /// Sets the credentials of a lease: the secret, and the session.
    private mutating func recognise(
        _ id: Lease.ID, as digest: SecretDigest, on seat: SeatID?, number: Int,
        _ turn: inout HubTurn
    ) {
        _ = presence.leases.renew(id, seat: number, secret: digest)
        guard let seat else { return }
        presence.leases.place(id, on: seat)
        turn.seats.addLease(in: handle, to: seat)
    }

    /// Releases the lease of a channel that is gone: requests its absence, or removes its objects.
    /// Until the log reports the result, the lease counts as held elsewhere.
    mutating func releaseShared(_ id: Lease.ID, by farewell: Farewell, _ turn: HubTurn) {
        guard let lease = presence.leases[id] else { return }
        presence.leases.pass(id, to: .elsewhere)
        let hasEnded = lease.seat.map { turn.seats[$0] == nil } ?? false
        guard farewell.cause != nil, !hasEnded, options.presenceGrace > .zero, !lease.keys.isEmpty
        else { return mailbox.start(.remove(Removal(lease.keys.all, andEnd: id))) }
        mailbox.start(.tend(.away(id, grace: options.presenceGrace)))
    }

    /// Requests a change of a lease from the store.
    mutating func tend(_ wish: LeaseRequest) throws(MissingFact) {
        // A client may hold the lease again.
        if case .away(let id, _) = wish, presence.leases[id]?.holder != .elsewhere { return }
        _ = try fact(.lease(wish, in: id))
    }

    /// The same for a request that has waited. By now the client may hold the lease, or may be
    /// about to resume with the same secret, here or at another hub.
    mutating func tendLater(_ wish: LeaseRequest) throws(MissingFact) {
        if case .resume(let digest, let clientID, _) = wish,
            presence.leases.find(digest, of: clientID) != nil || !isGivenUp(digest, of: clientID)
        {
            return
        }
        try tend(wish)
    }

    /// True if the client presented `secret`, was given a new session instead, and no channel still
    /// waits to resume with it.
    private func isGivenUp(_ secret: SecretDigest, of clientID: ClientID) -> Bool {
        let shown = members.values.filter { member in
            member.clientID == clientID && member.hearing != .gone
                && (member.former == secret || member.resumes == secret)
        }
        return !shown.isEmpty && shown.allSatisfy { $0.hearing != .arriving }
    }

    /// Gives a reconnecting client its lease back, from any hub.
    mutating func resumeShared(_ id: MemberID, _ turn: inout HubTurn) throws(MissingFact) {
        guard let member = members[id], member.lease == nil, let digest = member.resumes else {
            return
        }
        let known = presence.leases.find(digest, of: member.clientID)
        guard member.seat == nil else {
            // The connection has the session, and so all its leases.
            guard let known, known.holder == .seat else { return }
            presence.leases.pass(known.id, to: .member(id))
            members[id]?.lease = known.id
            return
        }
        if case .member(let before)? = known?.holder, let known {
            // The client has returned before its earlier connection was closed.
            supersede(before)
            presence.leases.pass(known.id, to: .member(id))
            members[id]?.lease = known.id
            return
        }
        try tend(.resume(digest, of: member.clientID, inSeat: false))
    }

    /// Gives a session its lease in this bucket back.
    mutating func retakeShared(
        _ claim: Seat.Claim, _ turn: inout HubTurn
    ) throws(MissingFact) {
        guard isWanted(claim, &turn) else { return }
        if let lease = presence.leases.find(claim) {
            switch lease.holder {
            case .member, .seat, .anyMember: return
            case .nobody, .elsewhere: break
            }
        }
        try tend(.resume(claim.proof, of: claim.clientID, inSeat: true))
    }

    /// True if the session's connection is still there, or said goodbye, so that its objects must
    /// be removed. A client that left in another way may be at another hub, which must keep the
    /// lease.
    private func isWanted(_ claim: Seat.Claim, _ turn: inout HubTurn) -> Bool {
        guard let seat = turn.seats.find(claim) else {
            return turn.seats.ends.find(claim, at: turn.now)?.why == .goodbye
        }
        return turn.seats[seat]?.holder != nil
    }
}

/// Entries about leases in a shared log.
extension Bucket {
    /// True if the lease is one of the bucket's, or may be, because the leases are being read.
    func isConcerned(by lease: Lease.ID) -> Bool {
        !contents.isKnown || presence.leases[lease] != nil || mailbox.asksForLeases
    }

    /// Reads the bucket's leases again.
    mutating func recall(
        as number: SeatReadings.Number?, _ turn: inout HubTurn
    ) throws(MissingFact) {
        if let number { turn.seats.readings.begin(number, by: handle) }
        try takeLeases(&turn)
        if let number { turn.seats.readings.end(number, by: handle) }
    }

    /// Applies the store's state of the bucket's leases.
    mutating func takeLeases(_ turn: inout HubTurn) throws(MissingFact) {
        guard case .leases(let leases) = try fact(.leases(in: id)) else { throw .damaged }
        for stored in leases { take(stored, &turn) }
    }

    private mutating func take(_ stored: StoredLease, _ turn: inout HubTurn) {
        let (owner, id) = (stored.owner, stored.owner.lease)
        if presence.leases[id] == nil {
            let holder = holder(of: stored, &turn)
            begin(Lease(owner, of: nil, holder), &turn)
            // The connection that held it is gone, and the bucket was dropped before it released
            // the lease.
            if stored.holder == .here, holder == .elsewhere {
                mailbox.append(.tend(.away(id, grace: options.presenceGrace)))
            }
        }
        // The session may have ended here while its client was at another hub.
        let known = presence.leases[id]?.seat.flatMap { turn.seats[$0] }
        guard let proof = owner.secret, known == nil else { return }
        var seat: SeatID?
        if owner.seat > 0 {
            let claim = Seat.Claim(log: self.id.log, clientID: owner.clientID, proof: proof)
            seat = turn.seats.recall(claim, number: owner.seat)
        }
        recognise(id, as: proof, on: seat, number: owner.seat, &turn)
    }

    private func holder(of stored: StoredLease, _ turn: inout HubTurn) -> Lease.Holder {
        switch stored.holder {
        case .nobody(let until):
            return .nobody(absence(until: until, of: stored.owner.lease, &turn))
        case .here: return hasSeat(stored.owner, turn) ? .seat : .elsewhere
        case .elsewhere: return .elsewhere
        }
    }

    /// True if a connection has the lease's session. It need not have a channel in this bucket.
    private func hasSeat(_ owner: EntityOwner, _ turn: HubTurn) -> Bool {
        guard owner.seat > 0, let proof = owner.secret else { return false }
        let claim = Seat.Claim(log: id.log, clientID: owner.clientID, proof: proof)
        return turn.seats.find(claim).flatMap { turn.seats[$0]?.holder } != nil
    }

    private func absence(
        until end: Stamp, of lease: Lease.ID, _ turn: inout HubTurn
    ) -> Absence {
        let absence = Absence(
            since: turn.now, until: turn.now + max(.zero, end - turn.clock.stamp()), cause: .line)
        turn.alarms.set(.grace(lease, in: handle), at: absence.until)
        return absence
    }

    mutating func lose(_ id: Lease.ID, until end: Stamp, at stamp: Stamp, _ turn: inout HubTurn) {
        guard let lease = presence.leases[id] else { return }
        presence.begin(absence(until: end, of: id, &turn), of: lease, &turn)
        if isShown { turn.observe(.away(lease.keys.all, since: stamp), in: self.id) }
    }

    /// Transfers a lease. If the new holder is on this hub, the store's answer that follows names
    /// the channel.
    mutating func pass(
        _ id: Lease.ID, isHere: Bool, at stamp: Stamp, _ turn: inout HubTurn
    ) {
        guard let lease = presence.leases[id] else { return }
        if !isHere, case .member(let before) = lease.holder { displace(before, &turn) }
        presence.leases.pass(id, to: .elsewhere)
        // If that answer is lost and the client is gone again, this makes the lease absent instead
        // of leaving it without a holder.
        if isHere { mailbox.append(.tend(.away(id, grace: options.presenceGrace))) }
        guard presence.isAway(lease) else { return }
        presence.endAbsence(of: lease, &turn)
        if isShown { turn.observe(.back(lease.keys.all, at: stamp), in: self.id) }
    }

    /// Records the lease of an object that a client of another hub may own.
    mutating func note(
        _ key: ObjectKey, of lease: Lease.ID, as clientID: ClientID, _ turn: inout HubTurn
    ) {
        if presence.leases[lease] == nil {
            let owner = EntityOwner(lease: lease, clientID: clientID, secret: nil)
            begin(Lease(owner, of: nil, .elsewhere), &turn)
        }
        presence.leases.insert(key, into: lease)
    }

    /// Claims a lease that another hub has begun for a client that is connected here by now. That
    /// hub has not noticed yet that the client's earlier connection is broken.
    mutating func reclaim(_ lease: Lease.ID, of clientID: ClientID, _ turn: HubTurn) {
        guard presence.leases[lease]?.holder == .elsewhere else { return }
        let here = members.filter { $0.value.clientID == clientID && $0.value.hearing != .gone }
        for (_, member) in here.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let shown = member.former ?? member.resumes,
                presence.leases.find(shown, of: clientID) == nil
            else { continue }
            let seat = member.seat.flatMap { turn.seats[$0] }
            if let claim = seat?.claim, claim.proof == shown {
                mailbox.append(.retake(claim))
            } else {
                let isSeat = seat != nil
                mailbox.append(.tend(.resume(shown, of: clientID, inSeat: isSeat)))
            }
        }
    }

    mutating func endSharedGrace(of id: Lease.ID, _ turn: HubTurn) {
        guard let lease = presence.leases[id], let absence = lease.absence,
            absence.until <= turn.now
        else { return }
        mailbox.start(.remove(Removal(lease.keys.all, andEnd: id, isExpired: true)))
    }
}
