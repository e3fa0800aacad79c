import SimperiumClock
import SimperiumWire

/// What each client owns in a bucket with presence, and which of these clients are away.
struct Leases {
    private var leases: [Lease.ID: Lease] = [:]
    private var secrets: [ResumeSecret: Lease.ID] = [:]
    /// Those whose owners are away. Newcomers are told of them, and there may be many others.
    private var absent: Set<Lease.ID> = []

    var isEmpty: Bool { leases.isEmpty }

    subscript(id: Lease.ID) -> Lease? { leases[id] }

    /// The leases of those who are away, the oldest first.
    var away: [Lease] {
        absent.sorted().compactMap { leases[$0] }
    }

    /// What a secret gives a right to.
    func find(_ secret: ResumeSecret) -> Lease? {
        secrets[secret].flatMap { leases[$0] }
    }

    mutating func begin(_ owner: EntityOwner, _ holder: Lease.Holder) {
        guard leases[owner.lease] == nil else { return }
        leases[owner.lease] = Lease(owner: owner, holder: holder)
        if let secret = owner.secret { secrets[secret] = owner.lease }
        pass(owner.lease, to: holder)
    }

    mutating func end(_ id: Lease.ID) {
        guard let lease = leases.removeValue(forKey: id) else { return }
        if let secret = lease.owner.secret { secrets[secret] = nil }
        absent.remove(id)
    }

    mutating func pass(_ id: Lease.ID, to holder: Lease.Holder) {
        leases[id]?.holder = holder
        if case .nobody = holder { absent.insert(id) } else { absent.remove(id) }
    }

    mutating func insert(_ key: ObjectKey, into id: Lease.ID) {
        leases[id]?.keys.insert(key)
    }

    /// Notes that an object is gone. A lease that only waited for its owner's return goes with it.
    mutating func remove(_ key: ObjectKey, from id: Lease.ID) {
        guard leases[id]?.keys.remove(key) == true, leases[id]?.isAbandoned == true else { return }
        end(id)
    }
}
