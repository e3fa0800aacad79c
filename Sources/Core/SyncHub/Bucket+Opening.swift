import Clockwork
import JSONDiff
import Simperium

extension Bucket {
    /// Learns what the store has of the bucket. Whoever owns something in it has been cut off, most
    /// likely by a restart, and has the usual time to return.
    mutating func open(_ turn: inout Turn) throws(Gap) {
        let stored = try storedBucket()
        let options = try storedOptions()
        let owned = try owned()
        self.options = options
        head = stored.head
        count = stored.count
        emptied = stored.emptied
        recent = RecentChanges(from: stored.head)
        let until = turn.now + options.presenceGrace
        for entity in owned {
            guard let owner = entity.owner else { continue }
            if leases[owner.lease] == nil {
                begin(owner, .nobody(until: until))
                turn.alarms.set(.grace(owner.lease, in: handle), at: until)
            }
            leases[owner.lease]?.keys.insert(entity.key)
        }
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
