package import SimperiumClock

/// What a hub wants of a lease on an engine that other hubs share. To say it again does no harm.
package enum LeaseWish: Hashable, Codable, Sendable {
    /// A client of the hub's begins to own something.
    case begin(EntityOwner)
    /// The client's line broke: from here on the lease is nobody's, for so long.
    case away(EntityOwner.Lease, grace: Duration)
    /// A client shows a secret, and has the lease that it is for, wherever that was.
    case resume(SecretDigest, of: ClientID, inSeat: Bool)
    case end(EntityOwner.Lease)
}

/// A lease as the engine has it.
package struct StoredLease: Hashable, Codable, Sendable {
    package enum Holder: Hashable, Codable, Sendable {
        case here
        case elsewhere
        /// By the engine's clock.
        case nobody(until: Stamp)
    }

    package let owner: EntityOwner
    package let holder: Holder

    package init(_ owner: EntityOwner, holder: Holder) {
        self.owner = owner
        self.holder = holder
    }
}
