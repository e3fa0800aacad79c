import SimperiumWire

/// The removal of many objects, one slice at a time.
struct Removal: Sendable {
    /// The most changes in a slice. Each slice is one message. The iOS client processes changes in
    /// groups of twenty.
    static let slice = 100

    enum RemovalScope {
        /// The objects with these keys, from the last to the first. Objects without an owner are
        /// kept.
        case owned([ObjectKey])
        /// The objects that were changed longest ago, until the bucket is within its capacity.
        case excess
        /// All objects, for `EMPTY` or `DROP`.
        case all(Change, by: WorkRequester, ChangePrincipal)
    }

    var extent: RemovalScope

    init(_ extent: RemovalScope) {
        self.extent = extent
    }

    /// Creates the removal of the objects of a client that is gone.
    init(_ keys: [ObjectKey]) {
        extent = .owned(keys.reversed())
    }

    /// The client or caller that requested the removal; nil if the hub did.
    var author: WorkRequester? {
        switch extent {
        case .owned, .excess: nil
        case .all(_, let author, _): author
        }
    }
}
