import SimperiumClock
import SimperiumWire

/// Which clients' objects are in a bucket only as long as the client is; which of these clients
/// have lost their connection; and which channels want to be told.
struct Presence {
    var leases = Leases()
    /// The channels that want to know which objects' owners have lost their connection.
    var companions = Listeners()
    /// The objects that companions take to be away, and those whose absence this work has ended.
    private var absent: Set<ObjectKey> = []
    private var ended: [ObjectKey] = []

    /// Whether other hubs look after all that is owned.
    var isElsewhere: Bool { leases.isEmpty || leases.all.allSatisfy { $0.holder == .elsewhere } }

    /// Who owns what somebody owned before, as it is known now.
    func owner(_ before: EntityOwner) -> EntityOwner {
        guard let owner = leases[before.lease]?.owner else { return before }
        guard before.lease == Lease.shared else { return owner }
        return EntityOwner(
            lease: owner.lease, clientID: before.clientID, secret: nil, restarts: owner.restarts)
    }

    /// Takes over what the store says is a client's.
    mutating func find(_ key: ObjectKey, of lease: Lease.ID) {
        leases.insert(key, into: lease)
        if leases[lease]?.absence != nil { absent.insert(key) }
    }

    /// Gives the owner of a lease time to return.
    mutating func begin(_ absence: Absence, of lease: Lease, _ turn: inout HubTurn) {
        leases.pass(lease.id, to: .nobody(absence))
        let keys = lease.keys.all
        absent.formUnion(keys)
        let notice = AbsenceNotice(absence, at: turn.now)
        emit(Self.notices(keys) { .away($0, notice) }, &turn)
    }

    /// Whether companions have been told that a lease's owner is away.
    func isAway(_ lease: Lease) -> Bool { lease.keys.all.contains { absent.contains($0) } }

    /// The owner has returned.
    mutating func endAbsence(of lease: Lease, _ turn: inout HubTurn) {
        let keys = lease.keys.all
        absent.subtract(keys)
        ended += keys
        emitReturns(&turn)
    }

    /// Takes note that an object is gone. The lease that has come to its end by that, if any.
    mutating func remove(_ key: ObjectKey) -> Lease.ID? {
        if absent.remove(key) != nil { ended.append(key) }
        return leases.remove(key)
    }

    /// Tells which objects' owners are not away any more: after the objects' removal, if they went.
    mutating func emitReturns(_ turn: inout HubTurn) {
        guard !ended.isEmpty else { return }
        emit(Self.notices(ended, HubCommand.back), &turn)
        ended = []
    }

    /// Tells a newcomer what all others have been told.
    func emitAbsences(to member: Member, _ turn: inout HubTurn) {
        for lease in leases.away {
            guard let absence = lease.absence else { continue }
            let notice = AbsenceNotice(absence, at: turn.now)
            for command in Self.notices(lease.keys.all, { .away($0, notice) }) {
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

    private func emit(_ notices: [HubCommand], _ turn: inout HubTurn) {
        for notice in notices {
            for group in companions.groups {
                let frame = HubMessage.command(notice, on: group.channel).frame
                turn.effects.append(.broadcast(frame, to: group.connections))
            }
        }
    }
}
