import SimperiumClock
import SimperiumWire

/// What one channel, or all channels of one user, own in a bucket with presence.
struct Lease {
    typealias ID = EntityOwner.Lease

    enum Holder: Hashable {
        case member(MemberID)
        /// The connection that has the seat, which has no channel here.
        case seat
        /// All open channels of the user.
        case anyMember
        /// A connection of another hub.
        case elsewhere
        /// The owner is away. When the absence is over, what is owned goes.
        case nobody(Absence)
    }

    /// Of all channels of one user, where the option `presence` is `user`.
    static let shared = EntityOwner.sharedLease
    /// How often in a row a restart of the server gives an owner who is away the time anew.
    static let mostRestarts = 3

    fileprivate(set) var owner: EntityOwner
    /// Nil of a client that has a secret for each of its channels.
    fileprivate(set) var seat: SeatID?
    fileprivate(set) var holder: Holder
    fileprivate(set) var keys = OrderedKeys<ObjectKey>()

    init(_ owner: EntityOwner, of seat: SeatID?, _ holder: Holder) {
        self.owner = owner
        self.seat = seat
        self.holder = holder
    }

    var id: ID { owner.lease }

    /// Since when and until when its owner is away.
    var absence: Absence? {
        if case .nobody(let absence) = holder { absence } else { nil }
    }
}

/// What each client owns in a bucket with presence, and which of these clients are away.
struct Leases {
    /// What gives a right to a lease.
    private struct Proof: Hashable {
        let secret: SecretDigest
        let clientID: ClientID
    }

    private var leases: [Lease.ID: Lease] = [:]
    private var proofs: [Proof: Lease.ID] = [:]
    /// Each object is one owner's at most.
    private var owners: [ObjectKey: Lease.ID] = [:]
    /// Those whose owners are away. Newcomers are told of them, and there may be many others.
    private var absent: Set<Lease.ID> = []

    var isEmpty: Bool { leases.isEmpty }
    var all: some Sequence<Lease> { leases.values }

    subscript(id: Lease.ID) -> Lease? { leases[id] }

    /// The leases of those who are away, the oldest first.
    var away: [Lease] {
        absent.sorted().compactMap { leases[$0] }
    }

    /// What a secret gives a client a right to.
    func find(_ secret: SecretDigest, of clientID: ClientID) -> Lease? {
        proofs[Proof(secret: secret, clientID: clientID)].flatMap { leases[$0] }
    }

    /// Whose an object is.
    func owner(of key: ObjectKey) -> Lease? { owners[key].flatMap { leases[$0] } }

    func find(_ claim: Seat.Claim) -> Lease? { find(claim.proof, of: claim.clientID) }

    mutating func begin(_ lease: Lease) {
        leases[lease.id] = lease
        if let proof = Self.proof(lease.owner) { proofs[proof] = lease.id }
        pass(lease.id, to: lease.holder)
    }

    mutating func end(_ id: Lease.ID) {
        guard let lease = leases.removeValue(forKey: id) else { return }
        if let proof = Self.proof(lease.owner) { proofs[proof] = nil }
        for key in lease.keys.all { owners[key] = nil }
        absent.remove(id)
    }

    private static func proof(_ owner: EntityOwner) -> Proof? {
        owner.secret.map { Proof(secret: $0, clientID: owner.clientID) }
    }

    mutating func pass(_ id: Lease.ID, to holder: Lease.Holder) {
        leases[id]?.holder = holder
        if case .nobody = holder { absent.insert(id) } else { absent.remove(id) }
    }

    /// Takes note that its owner is here, in the seat of that number, and has that secret; true if
    /// that is news to the store.
    mutating func renew(_ id: Lease.ID, seat: Int, secret: SecretDigest?) -> Bool {
        guard let owner = leases[id]?.owner,
            owner.seat != seat || owner.restarts > 0 || owner.secret != secret
        else { return false }
        let renewed = EntityOwner(
            lease: owner.lease, clientID: owner.clientID, secret: secret, seat: seat)
        if let proof = Self.proof(owner) { proofs[proof] = nil }
        if let proof = Self.proof(renewed) { proofs[proof] = id }
        leases[id]?.owner = renewed
        return true
    }

    /// Takes note of the seat that a lease turns out to be of.
    mutating func place(_ id: Lease.ID, on seat: SeatID?) {
        leases[id]?.seat = seat
    }

    mutating func insert(_ key: ObjectKey, into id: Lease.ID) {
        guard leases[id] != nil else { return }
        if let before = owners.updateValue(id, forKey: key), before != id {
            leases[before]?.keys.remove(key)
        }
        leases[id]?.keys.insert(key)
    }

    /// Notes that an object is gone. The lease that only waited for its owner's return, and has
    /// nothing left to wait with.
    mutating func remove(_ key: ObjectKey) -> Lease.ID? {
        guard let id = owners.removeValue(forKey: key) else { return nil }
        leases[id]?.keys.remove(key)
        guard let lease = leases[id], lease.absence != nil, lease.keys.isEmpty else { return nil }
        return id
    }

    /// Notes that an object is not what a lease is for.
    mutating func remove(_ key: ObjectKey, from id: Lease.ID) {
        if owners[key] == id { _ = remove(key) }
    }
}
