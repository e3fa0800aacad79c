import SimperiumWire

/// The removal of many objects, a slice at a time.
struct Removal: Sendable {
    /// How many changes make a slice. Each slice is one message, and iOS deals with changes in
    /// twenties.
    static let slice = 100

    enum Extent {
        /// These, as long as they are owned: the last one is next.
        case owned([ObjectKey])
        /// Those that were not changed for longest, until there are not too many any more.
        case excess
        /// All of them, for `EMPTY` or `DROP`.
        case all(Change, by: Author, ActingIdentity)
    }

    var extent: Extent
    /// The lease that ends with it, on an engine that other hubs share.
    var lease: Lease.ID?
    /// Whether it is only for the case that its owner has not come back in time.
    var isExpired = false

    init(_ extent: Extent) {
        self.extent = extent
    }

    /// The removal of what was owned by a client that is gone.
    init(_ keys: [ObjectKey]) {
        extent = .owned(keys.reversed())
    }

    init(_ keys: [ObjectKey], andEnd lease: Lease.ID, isExpired: Bool = false) {
        self.init(keys)
        self.lease = lease
        self.isExpired = isExpired
    }

    /// Its owner may be at another hub by now, with all that it has.
    var condition: LeaseCondition? { lease.map { isExpired ? .over($0) : .left($0) } }

    /// The client or the caller that asked for it.
    var author: Author? {
        switch extent {
        case .owned, .excess: nil
        case .all(_, let author, _): author
        }
    }
}
