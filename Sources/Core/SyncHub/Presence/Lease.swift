import SimperiumClock
import SimperiumWire

/// What one channel, or all channels of one user, own in a bucket with presence.
struct Lease {
    typealias ID = EntityOwner.Lease

    enum Holder: Hashable {
        case member(MemberID)
        /// All open channels of the user.
        case anyMember
        /// The owner is away. At that instant, if it has not come back, what is owned goes.
        case nobody(until: Instant)
    }

    /// Of all channels of one user, where the option `presence` is `user`.
    static let shared = EntityOwner.sharedLease

    let owner: EntityOwner
    var holder: Holder
    var keys = OrderedKeys<ObjectKey>()

    var id: ID { owner.lease }

    /// Whether its owner is away and owns nothing.
    var isAbandoned: Bool {
        guard case .nobody = holder else { return false }
        return keys.isEmpty
    }
}
