package import SimperiumClock

/// A request to change a lease in a shared log. Requests are idempotent.
package enum LeaseRequest: Hashable, Codable, Sendable {
    /// A client of this hub begins to own objects.
    case begin(EntityOwner)
    /// The client's connection broke: the lease has no holder until the grace time ends.
    case away(EntityOwner.Lease, grace: Duration)
    /// A client presents a secret and becomes the holder of its lease, which any hub may have had.
    case resume(SecretDigest, of: ClientID, inSeat: Bool)
    case end(EntityOwner.Lease)
}

/// The state of a lease in a shared log.
package struct StoredLease: Hashable, Codable, Sendable {
    package enum Holder: Hashable, Codable, Sendable {
        case here
        case elsewhere
        /// The lease is kept until this time of Redis's clock.
        case nobody(until: Stamp)
    }

    package let owner: EntityOwner
    package let holder: Holder

    package init(_ owner: EntityOwner, holder: Holder) {
        self.owner = owner
        self.holder = holder
    }
}
