import SimperiumClock
import SimperiumWire

/// Presence in a log that other hubs write to, too. What becomes of a lease is asked of the engine,
/// and holds when the log tells it, to all hubs alike.
extension Bucket {
    /// The lease of a channel that inserts an object: one has to begin before the object is there.
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

    /// Whether a channel's client is at another hub by now, with what it had here. What it said
    /// last it says again there.
    func isDisplaced(_ id: MemberID) -> Bool {
        guard let lease = members[id]?.lease else { return false }
        return presence.leases[lease]?.holder == .elsewhere
    }

    /// Whether a channel's client has left before it owned anything, and may be at another hub by
    /// now, where nobody knows of it. What it would own it says again there.
    func ownsNothingMore(_ id: MemberID) -> Bool {
        options.presence != nil && members[id]?.hearing == .gone
    }

    /// Takes note of what the engine says to a wish.
    mutating func apply(
        _ wish: LeaseWish, by answer: StoreAnswer, for work: Work, _ turn: inout HubTurn
    ) {
        guard case .leased(let lease) = answer else { return }
        switch (wish, work) {
        case (.begin(let owner), .change(_, .member(let id), _)):
            guard let member = members[id] else { return }
            // Its client has come back elsewhere, to this lease or to one by the same secret.
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

    /// A channel that is open already and has a seat.
    private func member(by claim: Seat.Claim, _ turn: HubTurn) -> MemberID? {
        guard let seat = turn.seats.find(claim) else { return nil }
        let open = members.filter { _, member in
            guard member.seat == seat, member.lease == nil else { return false }
            return member.hearing != .arriving && member.hearing != .gone
        }
        return open.keys.min { $0.rawValue < $1.rawValue }
    }

    /// Has a channel do no more here. Should its client be there all the same, it comes again, and
    /// has back what it has elsewhere.
    private mutating func displace(_ id: MemberID, _ turn: inout HubTurn) {
        if members[id]?.hearing != .gone, let connection = connection(of: id) {
            turn.numbers.logs?.displaced.append(connection)
        }
        silence(id)
    }

    /// A client of ours has a lease by what it has shown.
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
        // A seat that has ended here, while the engine took longer, is none to be judged by.
        if seat == nil { presence.leases.place(id, on: nil) }
        presence.leases.pass(id, to: holder)
    }

    /// Takes note of what gives a right to a lease.
    private mutating func recognise(
        _ id: Lease.ID, as digest: SecretDigest, on seat: SeatID?, number: Int,
        _ turn: inout HubTurn
    ) {
        _ = presence.leases.renew(id, seat: number, secret: digest)
        guard let seat else { return }
        presence.leases.place(id, on: seat)
        turn.seats.addLease(in: handle, to: seat)
    }

    /// What a channel that is gone leaves behind. Until that is told, nobody here has it.
    mutating func releaseShared(_ id: Lease.ID, by farewell: Farewell, _ turn: HubTurn) {
        guard let lease = presence.leases[id] else { return }
        presence.leases.pass(id, to: .elsewhere)
        let hasEnded = lease.seat.map { turn.seats[$0] == nil } ?? false
        guard farewell.cause != nil, !hasEnded, options.presenceGrace > .zero, !lease.keys.isEmpty
        else { return mailbox.start(.remove(Removal(lease.keys.all, andEnd: id))) }
        mailbox.start(.tend(.away(id, grace: options.presenceGrace)))
    }

    /// Has the engine do something with a lease.
    mutating func tend(_ wish: LeaseWish) throws(MissingFact) {
        // Somebody may be here by now.
        if case .away(let id, _) = wish, presence.leases[id]?.holder != .elsewhere { return }
        _ = try fact(.lease(wish, in: id))
    }

    /// The same, of what was wished a while ago: a client may have by now what was to be claimed,
    /// or come once more by the same secret, here or elsewhere.
    mutating func tendLater(_ wish: LeaseWish) throws(MissingFact) {
        if case .resume(let digest, let clientID, _) = wish,
            presence.leases.find(digest, of: clientID) != nil || !isGivenUp(digest, of: clientID)
        {
            return
        }
        try tend(wish)
    }

    /// Whether a client is here that has come to nothing by a secret, and has another one, and none
    /// that is to come to something by it.
    private func isGivenUp(_ secret: SecretDigest, of clientID: ClientID) -> Bool {
        let shown = members.values.filter { member in
            member.clientID == clientID && member.hearing != .gone
                && (member.former == secret || member.resumes == secret)
        }
        return !shown.isEmpty && shown.allSatisfy { $0.hearing != .arriving }
    }

    /// Has a newcomer have what is still its own, wherever its line was.
    mutating func resumeShared(_ id: MemberID, _ turn: inout HubTurn) throws(MissingFact) {
        guard let member = members[id], member.lease == nil, let digest = member.resumes else {
            return
        }
        let known = presence.leases.find(digest, of: member.clientID)
        guard member.seat == nil else {
            // The connection has the seat, and so all leases that are of it.
            guard let known, known.holder == .seat else { return }
            presence.leases.pass(known.id, to: .member(id))
            members[id]?.lease = known.id
            return
        }
        if case .member(let before)? = known?.holder, let known {
            // It came back before its earlier connection was gone.
            supersede(before)
            presence.leases.pass(known.id, to: .member(id))
            members[id]?.lease = known.id
            return
        }
        try tend(.resume(digest, of: member.clientID, inSeat: false))
    }

    /// The same for a seat.
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

    /// Whether a seat's connection is still there, or has said goodbye and wants all of it removed.
    /// One that is gone may be at another hub by now, from which nothing is to be taken.
    private func isWanted(_ claim: Seat.Claim, _ turn: inout HubTurn) -> Bool {
        guard let seat = turn.seats.find(claim) else {
            return turn.seats.ends.find(claim, at: turn.now)?.why == .goodbye
        }
        return turn.seats[seat]?.holder != nil
    }
}

/// What the log tells of leases.
extension Bucket {
    /// Whether a lease is one of the bucket's, as far as is known: it may be among those that are
    /// being read.
    func isConcerned(by lease: Lease.ID) -> Bool {
        !contents.isKnown || presence.leases[lease] != nil || mailbox.asksForLeases
    }

    /// Reads once more which leases there are.
    mutating func recall(
        as number: SeatReadings.Number?, _ turn: inout HubTurn
    ) throws(MissingFact) {
        if let number { turn.seats.readings.begin(number, by: handle) }
        try takeLeases(&turn)
        if let number { turn.seats.readings.end(number, by: handle) }
    }

    /// Takes over what the engine knows of the leases in the bucket.
    mutating func takeLeases(_ turn: inout HubTurn) throws(MissingFact) {
        guard case .leases(let leases) = try fact(.leases(in: id)) else { throw .damaged }
        for stored in leases { take(stored, &turn) }
    }

    private mutating func take(_ stored: StoredLease, _ turn: inout HubTurn) {
        let (owner, id) = (stored.owner, stored.owner.lease)
        if presence.leases[id] == nil {
            let holder = holder(of: stored, &turn)
            begin(Lease(owner, of: nil, holder), &turn)
            // A connection that had it is no more, and the bucket has forgotten that.
            if stored.holder == .here, holder == .elsewhere {
                mailbox.append(.tend(.away(id, grace: options.presenceGrace)))
            }
        }
        // It may be of a seat that has ended here, because its client was at another hub.
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

    /// Whether a connection has the seat that a lease is of, which need have no channel here.
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

    /// Who has a lease elsewhere hears there from now on. Who has it here is known by the answer,
    /// which comes right behind.
    mutating func pass(
        _ id: Lease.ID, isHere: Bool, at stamp: Stamp, _ turn: inout HubTurn
    ) {
        guard let lease = presence.leases[id] else { return }
        if !isHere, case .member(let before) = lease.holder { displace(before, &turn) }
        presence.leases.pass(id, to: .elsewhere)
        // If the answer was lost, and who came back is gone, it would be nobody's and not away.
        if isHere { mailbox.append(.tend(.away(id, grace: options.presenceGrace))) }
        guard presence.isAway(lease) else { return }
        presence.endAbsence(of: lease, &turn)
        if isShown { turn.observe(.back(lease.keys.all, at: stamp), in: self.id) }
    }

    /// An object that somebody else's client owns.
    mutating func note(
        _ key: ObjectKey, of lease: Lease.ID, as clientID: ClientID, _ turn: inout HubTurn
    ) {
        if presence.leases[lease] == nil {
            let owner = EntityOwner(lease: lease, clientID: clientID, secret: nil)
            begin(Lease(owner, of: nil, .elsewhere), &turn)
        }
        presence.leases.insert(key, into: lease)
    }

    /// Claims what another hub makes for a client that is here by now: on a line which the client
    /// has left, and of which that hub does not know yet that it is broken.
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
