import SimperiumWire

/// The removal of many objects, one slice at a time.
struct Removal: Sendable {
    /// The number of changes in a slice. Each slice is one message. The iOS client processes
    /// changes in groups of twenty.
    static let slice = 100

    enum Extent {
        /// These keys, in reverse order, as long as they have an owner.
        case owned([ObjectKey])
        /// The objects that were changed longest ago, until the bucket is within its capacity.
        case excess
        /// All objects, for `EMPTY` or `DROP`.
        case all(Change, by: Author, ActingIdentity)
    }

    var extent: Extent
    /// The lease that ends with the removal, on a shared store.
    var lease: Lease.ID?
    /// True if the removal must fail when the owner has returned in time.
    var isExpired = false

    init(_ extent: Extent) {
        self.extent = extent
    }

    /// The removal of the objects of a client that is gone.
    init(_ keys: [ObjectKey]) {
        extent = .owned(keys.reversed())
    }

    init(_ keys: [ObjectKey], andEnd lease: Lease.ID, isExpired: Bool = false) {
        self.init(keys)
        self.lease = lease
        self.isExpired = isExpired
    }

    /// The condition that the shared store checks: the owner may be connected to another hub by
    /// now.
    var condition: LeaseCondition? { lease.map { isExpired ? .over($0) : .left($0) } }

    /// The client or caller that requested the removal; nil if the hub did.
    var author: Author? {
        switch extent {
        case .owned, .excess: nil
        case .all(_, let author, _): author
        }
    }
}
