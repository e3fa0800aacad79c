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

    var isEmpty: Bool { leases.isEmpty }

    /// Takes over what the store says is a client's. That client may be gone by now, and has time
    /// to return. True for the first of its objects.
    mutating func find(_ key: ObjectKey, of owner: EntityOwner, until end: Instant) -> Bool {
        let isFirst = leases[owner.lease] == nil
        if isFirst { leases.begin(owner, .nobody(until: end)) }
        leases.insert(key, into: owner.lease)
        absent.insert(key)
        return isFirst
    }

    /// Gives the owner of a lease until then to return.
    mutating func beginAbsence(_ lease: Lease, until end: Instant, _ turn: inout HubTurn) {
        leases.pass(lease.id, to: .nobody(until: end))
        let keys = lease.keys.all
        absent.formUnion(keys)
        let notice = AbsenceNotice(left: (end - turn.now).secondsRoundedUp)
        emit(Self.notices(keys) { .away($0, notice) }, &turn)
    }

    /// The owner has returned.
    mutating func endAbsence(of lease: Lease, _ turn: inout HubTurn) {
        let keys = lease.keys.all
        absent.subtract(keys)
        ended += keys
        emitReturns(&turn)
    }

    /// Takes note that an object is gone, and which client's it was.
    mutating func remove(_ key: ObjectKey, of owner: EntityOwner?) {
        if absent.remove(key) != nil { ended.append(key) }
        if let owner { leases.remove(key, from: owner.lease) }
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
            guard case .nobody(let until) = lease.holder else { continue }
            let notice = AbsenceNotice(left: (until - turn.now).secondsRoundedUp)
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
