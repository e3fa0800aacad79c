import SimperiumClock
import SimperiumWire

/// The presence objects of one channel, or of all channels of one user, in one bucket.
///
/// ```text
///   first object of a channel             a bucket with owners
///   (or of a user) is inserted            is loaded
///            |                                   |
///            v         connection breaks         v
///     +-------------+ -------------------> +-----------+
///     | here:       |                      | away      |
///     |   member    | <------------------- | (absence) |
///     |   session   |    owner returns     |           |
///     |   anyMember |                      +-----------+
///     +-------------+                         |
///            | goodbye; session ended;        | absence over; last object
///            | no objects; no time to return  | removed; session ended
///            v                                v
///     +----------------------------------------------+
///     | ended: its objects are removed               |
///     +----------------------------------------------+
/// ```
///
/// A connection breaks if it ends with a `ConnectionEnd.cause`; any other end is a goodbye.
///
/// While the owner is here, the holder is one of these:
/// - `member`: the channel,
/// - `session`: the session's connection, which has no channel in this bucket,
/// - `anyMember`: all channels of the user.
///
/// A joining channel takes the lease over from `session`. A leaving channel returns the lease to
/// `session` if another connection has taken over the session. A loaded lease begins with `session`
/// if a connection has the lease's session.
struct PresenceLease {
    typealias ID = PresenceObjectOwner.Lease

    /// The holder of the lease while the owner is here; otherwise the owner's absence.
    enum OwnerPresence: Hashable {
        case member(MemberID)
        /// The connection that has the session. It has no channel in this bucket.
        case session
        /// All open channels of the user.
        case anyMember
        /// The owner is away. Its objects are removed at the end of the absence.
        case away(Absence)
    }

    /// The lease of all channels of one user, if the option `presence` is `user`.
    static let shared = PresenceObjectOwner.sharedLease
    /// The number of consecutive server restarts that each give an absent owner the full time.
    static let mostRestarts = 3

    fileprivate(set) var owner: PresenceObjectOwner
    /// The session that the lease is a part of; nil for a client with a secret for each channel,
    /// and for the shared lease.
    fileprivate(set) var session: ResumableClientSessionID?
    fileprivate(set) var ownerPresence: OwnerPresence
    fileprivate(set) var keys = OrderedSet<ObjectKey>()

    var id: ID { owner.lease }

    /// The owner's absence; nil if the owner is here.
    var absence: Absence? {
        if case .away(let absence) = ownerPresence { absence } else { nil }
    }
}

/// The leases of one bucket, found by id, by secret and by object.
struct PresenceLeases {
    private struct ReturnCredentials: Hashable {
        let secret: SecretDigest
        let clientID: ClientID
    }

    private var leases: [PresenceLease.ID: PresenceLease] = [:]
    private var byCredentials: [ReturnCredentials: PresenceLease.ID] = [:]
    /// The lease of each object. An object has at most one owner.
    private var byObject: [ObjectKey: PresenceLease.ID] = [:]
    /// The leases whose owners are away, so that the notices to a new member need no search of all
    /// leases.
    private var awayIDs: Set<PresenceLease.ID> = []

    var isEmpty: Bool { leases.isEmpty }
    var all: some Sequence<PresenceLease> { leases.values }

    subscript(id: PresenceLease.ID) -> PresenceLease? { leases[id] }

    /// The leases whose owners are away, the oldest lease first.
    var away: [PresenceLease] {
        awayIDs.sorted().compactMap { leases[$0] }
    }

    func find(_ secret: SecretDigest, of clientID: ClientID) -> PresenceLease? {
        byCredentials[ReturnCredentials(secret: secret, clientID: clientID)].flatMap {
            leases[$0]
        }
    }

    func lease(of key: ObjectKey) -> PresenceLease? { byObject[key].flatMap { leases[$0] } }

    func find(_ credentials: SessionResumeCredentials) -> PresenceLease? {
        find(credentials.digest, of: credentials.clientID)
    }

    mutating func add(_ lease: PresenceLease) {
        leases[lease.id] = lease
        setID(lease.id, byCredentialsOf: lease.owner)
        setOwnerPresence(lease.id, to: lease.ownerPresence)
    }

    mutating func remove(_ id: PresenceLease.ID) {
        guard let lease = leases.removeValue(forKey: id) else { return }
        setID(nil, byCredentialsOf: lease.owner)
        for key in lease.keys.all { byObject[key] = nil }
        awayIDs.remove(id)
    }

    private mutating func setID(
        _ id: PresenceLease.ID?, byCredentialsOf owner: PresenceObjectOwner
    ) {
        guard let secret = owner.secret else { return }
        byCredentials[ReturnCredentials(secret: secret, clientID: owner.clientID)] = id
    }

    mutating func setOwnerPresence(
        _ id: PresenceLease.ID, to ownerPresence: PresenceLease.OwnerPresence
    ) {
        leases[id]?.ownerPresence = ownerPresence
        if case .away = ownerPresence { awayIDs.insert(id) } else { awayIDs.remove(id) }
    }

    /// Records that the owner is connected, with this session number and secret. Returns true if
    /// the store must be updated.
    mutating func recordOwnerPresent(
        _ id: PresenceLease.ID, sessionNumber seat: Int, secret: SecretDigest?
    ) -> Bool {
        guard let owner = leases[id]?.owner,
            owner.seat != seat || owner.restarts > 0 || owner.secret != secret
        else { return false }
        var renewed = owner
        (renewed.seat, renewed.secret, renewed.restarts) = (seat, secret, 0)
        setID(nil, byCredentialsOf: owner)
        setID(id, byCredentialsOf: renewed)
        leases[id]?.owner = renewed
        return true
    }

    mutating func setSession(_ id: PresenceLease.ID, to session: ResumableClientSessionID?) {
        leases[id]?.session = session
    }

    mutating func insert(_ key: ObjectKey, into id: PresenceLease.ID) {
        guard leases[id] != nil else { return }
        if let before = byObject.updateValue(id, forKey: key), before != id {
            leases[before]?.keys.remove(key)
        }
        leases[id]?.keys.insert(key)
    }

    /// Removes an object. If the owner is away and the lease has no other object, returns the id of
    /// the lease, which the caller must end. Otherwise returns nil.
    mutating func removeObject(_ key: ObjectKey) -> PresenceLease.ID? {
        guard let id = byObject.removeValue(forKey: key) else { return nil }
        leases[id]?.keys.remove(key)
        guard let lease = leases[id], lease.absence != nil, lease.keys.isEmpty else { return nil }
        return id
    }
}
