import SimperiumWire
import SyncHub

/// What the hub has been asked from outside, and why.
struct Requests {
    enum Purpose {
        /// Are there options for one of the lobby's buckets already?
        case seeding(BucketName)
        case call(CallID)
        /// The change at that index of a bulk.
        case bulk(CallID, Int)
        /// What is owed to a bucket under that key is to be inserted.
        case debt(ObjectKey, BucketID)
        /// An object is to be shared by some people.
        case establishing(Establishing)
        /// The host does not wait for what becomes of it.
        case nothing
    }

    private var purposes: [RequestID: Purpose] = [:]
    private var count: UInt64 = 0
    var debts = Debts()

    mutating func add(_ purpose: Purpose) -> RequestID {
        count += 1
        let id = RequestID(rawValue: count)
        purposes[id] = purpose
        return id
    }

    /// The call for which it was asked.
    func call(of id: RequestID) -> CallID? {
        switch purposes[id] {
        case .call(let call), .bulk(let call, _): call
        case .establishing(let establishing): establishing.call
        case .seeding, .debt, .nothing, nil: nil
        }
    }

    /// Why it was asked, unless that is over.
    mutating func end(_ id: RequestID) -> Purpose? {
        purposes.removeValue(forKey: id)
    }
}
