import SimperiumWire

/// The leases in a log of a model engine, and by which secrets they are found.
struct ModelLeases: Sendable {
    private var leases: [EntityOwner.Lease: EngineLog.Lease] = [:]
    private var secrets: [String: EntityOwner.Lease] = [:]

    var all: [EngineLog.Lease] { Array(leases.values) }

    subscript(id: EntityOwner.Lease) -> EngineLog.Lease? {
        get { leases[id] }
        set { leases[id] = newValue }
    }

    func find(_ secret: String) -> EngineLog.Lease? { secrets[secret].flatMap { leases[$0] } }

    /// From here on a secret is good for this one.
    mutating func begin(_ lease: EngineLease) { secrets[lease.secret] = lease.id }

    mutating func end(_ lease: EngineLease) {
        leases[lease.id] = nil
        if secrets[lease.secret] == lease.id { secrets[lease.secret] = nil }
    }
}
