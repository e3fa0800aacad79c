import SimperiumClock
import SimperiumWire

extension Bucket {
    /// Gives a key to the channel that inserted it, if the bucket has presence.
    mutating func claim(_ key: ObjectKey, for id: MemberID, _ turn: inout HubTurn) -> EntityOwner? {
        guard let mode = options.presence, let member = members[id] else { return nil }
        let owner =
            switch mode {
            case .user:
                EntityOwner(lease: Lease.shared, clientID: member.clientID, secret: nil)
            case .client:
                member.lease.flatMap { presence.leases[$0]?.owner }
                    ?? EntityOwner(
                        lease: turn.nextOrdinal(), clientID: member.clientID,
                        secret: member.secret)
            }
        presence.leases.begin(owner, mode == .user ? .anyMember : .member(id))
        if mode == .client { members[id]?.lease = owner.lease }
        presence.leases.insert(key, into: owner.lease)
        return owner
    }

    /// Gives a client that returned what is still its own.
    mutating func resume(_ id: MemberID, _ turn: inout HubTurn) {
        if let lease = presence.leases[Lease.shared], case .nobody = lease.holder {
            presence.leases.pass(Lease.shared, to: .anyMember)
            presence.endAbsence(of: lease, &turn)
        }
        guard let member = members[id], let lease = member.resumes.flatMap(presence.leases.find),
            lease.owner.clientID == member.clientID
        else { return }
        switch lease.holder {
        case .member(let before):
            // It came back before its earlier connection was gone. What still comes from there
            // will be said again here.
            silence(before)
            members[before] = nil
        case .nobody: presence.endAbsence(of: lease, &turn)
        case .anyMember: return
        }
        presence.leases.pass(lease.id, to: .member(id))
        members[id]?.lease = lease.id
    }

    /// What becomes of the objects of a channel that is gone, and of its user's.
    mutating func release(
        _ member: Member, as id: MemberID, by farewell: Farewell, _ turn: inout HubTurn
    ) {
        var leaving: [ObjectKey] = []
        if let lease = member.lease, presence.leases[lease]?.holder == .member(id) {
            leaving += release(lease, by: farewell, &turn)
        }
        if members.isEmpty, presence.leases[Lease.shared]?.holder == .anyMember {
            leaving += release(Lease.shared, by: farewell, &turn)
        }
        if !leaving.isEmpty { mailbox.start(.remove(Removal(leaving))) }
    }

    /// The keys that go at once. Others are given time.
    private mutating func release(
        _ id: Lease.ID, by farewell: Farewell, _ turn: inout HubTurn
    ) -> [ObjectKey] {
        guard let lease = presence.leases[id] else { return [] }
        guard farewell == .broken, options.presenceGrace > .zero, !lease.keys.isEmpty else {
            presence.leases.end(id)
            return lease.keys.all
        }
        let until = turn.now + options.presenceGrace
        turn.alarms.set(.grace(id, in: handle), at: until)
        presence.beginAbsence(lease, until: until, &turn)
        return []
    }

    mutating func endGrace(of id: Lease.ID, _ turn: inout HubTurn) {
        guard let lease = presence.leases[id], case .nobody(let until) = lease.holder,
            until <= turn.now
        else { return }
        presence.leases.end(id)
        mailbox.start(.remove(Removal(lease.keys.all)))
    }
}
