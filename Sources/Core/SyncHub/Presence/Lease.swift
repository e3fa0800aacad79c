import SimperiumClock
import SimperiumWire

/// What one channel, or all channels of one user, own in a bucket with presence.
struct Lease {
    typealias ID = EntityOwner.Lease

    enum Holder: Hashable {
        case member(MemberID)
        /// Whoever of the user's channels is open.
        case anyMember
        /// Nobody. At that instant, if nobody has come back, what is owned goes.
        case nobody(until: Instant)
    }

    /// Of all channels of one user, where the option `presence` is `user`.
    static let shared = EntityOwner.sharedLease

    let owner: EntityOwner
    var holder: Holder
    var keys = OrderedKeys<ObjectKey>()

    var id: ID { owner.lease }

    /// Whether there is neither anybody nor anything left.
    var isAbandoned: Bool {
        guard case .nobody = holder else { return false }
        return keys.isEmpty
    }
}
