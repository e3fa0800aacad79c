import SimperiumClock
import SimperiumWire

extension Bucket {
    /// Gives a key to whoever inserted it, if the bucket has presence.
    mutating func claim(_ key: ObjectKey, for id: MemberID, _ turn: inout Turn) -> EntityOwner? {
        guard let mode = options.presence, let member = members[id] else { return nil }
        let owner =
            switch mode {
            case .user:
                EntityOwner(lease: Lease.shared, clientID: member.clientID, secret: nil)
            case .client:
                member.lease.flatMap { leases[$0]?.owner }
                    ?? EntityOwner(
                        lease: turn.nextOrdinal(), clientID: member.clientID,
                        secret: member.secret)
            }
        leases.begin(owner, mode == .user ? .anyMember : .member(id))
        if mode == .client { members[id]?.lease = owner.lease }
        leases.insert(key, into: owner.lease)
        return owner
    }

    /// Gives a client that returned what is still its own.
    mutating func resume(_ id: MemberID, _ turn: inout Turn) {
        if let lease = leases[Lease.shared], case .nobody = lease.holder {
            leases.pass(Lease.shared, to: .anyMember)
            endAbsence(of: lease.keys.all, &turn)
        }
        guard let member = members[id], let lease = member.resumes.flatMap(leases.find),
            lease.owner.clientID == member.clientID
        else { return }
        switch lease.holder {
        case .member(let before):
            // It came back before anybody noticed that it was gone. What still comes from there
            // will be said again here.
            silence(before)
            members[before] = nil
        case .nobody: endAbsence(of: lease.keys.all, &turn)
        case .anyMember: return
        }
        leases.pass(lease.id, to: .member(id))
        members[id]?.lease = lease.id
    }

    /// What becomes of the objects of a channel that is gone, and of its user's.
    mutating func release(
        by member: Member, _ id: MemberID, _ farewell: Farewell, _ turn: inout Turn
    ) {
        var leaving: [ObjectKey] = []
        if let lease = member.lease, leases[lease]?.holder == .member(id) {
            leaving += release(lease, farewell, &turn)
        }
        if members.isEmpty, leases[Lease.shared]?.holder == .anyMember {
            leaving += release(Lease.shared, farewell, &turn)
        }
        if !leaving.isEmpty { start(.remove(Removal(leaving))) }
    }

    /// The keys that go at once. Others are given time.
    private mutating func release(
        _ id: Lease.ID, _ farewell: Farewell, _ turn: inout Turn
    ) -> [ObjectKey] {
        guard let lease = leases[id] else { return [] }
        let keys = lease.keys.all
        guard farewell == .broken, options.presenceGrace > .zero, !keys.isEmpty else {
            leases.end(id)
            return keys
        }
        let until = turn.now + options.presenceGrace
        leases.pass(id, to: .nobody(until: until))
        turn.alarms.set(.grace(id, in: handle), at: until)
        absent.formUnion(keys)
        let seconds = options.presenceGrace.secondsRoundedUp
        tell(Self.notices(keys) { .away($0, seconds: seconds) }, &turn)
        return []
    }

    mutating func endGrace(of id: Lease.ID, _ turn: inout Turn) {
        guard let lease = leases[id], case .nobody(let until) = lease.holder, until <= turn.now
        else { return }
        leases.end(id)
        start(.remove(Removal(lease.keys.all)))
    }
}

extension Bucket {
    private mutating func endAbsence(of keys: [ObjectKey], _ turn: inout Turn) {
        absent.subtract(keys)
        ended += keys
        tellEnds(&turn)
    }

    /// Tells whose absence has ended: after the objects' removal, if that was the end.
    mutating func tellEnds(_ turn: inout Turn) {
        guard !ended.isEmpty else { return }
        tell(Self.notices(ended, HubCommand.back), &turn)
        ended = []
    }

    /// Tells a newcomer what all others have been told.
    func tellWhoIsAway(_ member: Member, _ turn: inout Turn) {
        for lease in leases.away {
            guard case .nobody(let until) = lease.holder else { continue }
            let seconds = (until - turn.now).secondsRoundedUp
            for command in Self.notices(lease.keys.all, { .away($0, seconds: seconds) }) {
                turn.send(command, on: member.channel, to: member.connection)
            }
        }
    }

    private static func notices(
        _ keys: [ObjectKey], _ notice: ([ObjectKey]) -> HubCommand
    ) -> [HubCommand] {
        stride(from: 0, to: keys.count, by: Limits.keysPerNotice).map { start in
            notice(Array(keys[start..<min(start + Limits.keysPerNotice, keys.count)]))
        }
    }

    private func tell(_ notices: [HubCommand], _ turn: inout Turn) {
        for notice in notices {
            for group in companions.groups {
                let frame = HubMessage.command(notice, on: group.channel).frame
                turn.effects.append(.broadcast(frame, to: group.connections))
            }
        }
    }
}

extension Duration {
    /// Whole seconds that a person counts down.
    fileprivate var secondsRoundedUp: Int { max(0, Int(millisecondsRoundedUp + 999) / 1000) }
}
