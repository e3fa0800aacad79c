import SimperiumClock
import SimperiumJSON
import SimperiumWire

extension Bucket {
    /// Learns what the store has of the bucket.
    mutating func open(_ turn: inout Turn) throws(Gap) {
        state = try storedBucket()
        options = try storedOptions()
        recent = RecentChanges(from: head)
        start(.findOwners(after: nil))
    }

    /// Learns who owns what, a slice at a time. They all have been cut off, most likely by a
    /// restart, and have the usual time to return.
    mutating func findOwners(after key: ObjectKey?, _ turn: inout Turn) throws(Gap) {
        let (owned, hasMore) = try owned(after: key)
        let until = turn.now + options.presenceGrace
        for entity in owned {
            guard let owner = entity.owner else { continue }
            if leases[owner.lease] == nil {
                leases.begin(owner, .nobody(until: until))
                turn.alarms.set(.grace(owner.lease, in: handle), at: until)
            }
            leases.insert(entity.key, into: owner.lease)
            absent.insert(entity.key)
        }
        if hasMore, let last = owned.last { start(.findOwners(after: last.key)) }
    }

    /// The options that an administrator gave the bucket.
    func storedOptions() throws(Gap) -> BucketOptions {
        guard id.name != .options else { return BucketOptions() }
        let home = BucketID.options(of: id.app)
        let own = try ObjectKey(id.name.text).map { key throws(Gap) in try foreign(key, in: home) }
        let defaults = try foreign(BucketOptions.defaultKey, in: home)
        return BucketOptions(own: own ?? [:], defaults: defaults)
    }
}
