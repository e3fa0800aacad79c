import Simperium
import SyncHub

/// What the host has asked the hub for, and why.
struct Requests {
    enum Purpose {
        /// Are there options for one of the lobby's buckets already?
        case seeding(BucketName)
        /// Nobody waits for what becomes of it.
        case nothing
    }

    private var purposes: [RequestID: Purpose] = [:]
    private var count: UInt64 = 0

    mutating func add(_ purpose: Purpose) -> RequestID {
        count += 1
        let id = RequestID(rawValue: count)
        purposes[id] = purpose
        return id
    }

    mutating func end(_ id: RequestID) -> Purpose? {
        purposes.removeValue(forKey: id)
    }
}
