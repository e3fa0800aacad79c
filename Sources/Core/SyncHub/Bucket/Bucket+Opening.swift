import SimperiumClock
import SimperiumJSON
import SimperiumWire

extension Bucket {
    /// Learns what the store has of the bucket.
    mutating func open(_ turn: inout HubTurn) throws(MissingFact) {
        contents.state = try storedBucket()
        options = try storedOptions()
        contents.recent = RecentChanges(from: head)
        mailbox.start(.findOwners(after: nil))
    }

    /// Reads which client owns which object, a slice at a time. They all have been cut off, most
    /// likely by a restart, and have the usual time to return.
    mutating func findOwners(after key: ObjectKey?, _ turn: inout HubTurn) throws(MissingFact) {
        let (owned, hasMore) = try owned(after: key)
        let until = turn.now + options.presenceGrace
        for entity in owned {
            guard let owner = entity.owner else { continue }
            let isFirst = presence.find(entity.key, of: owner, until: until)
            if isFirst { turn.alarms.set(.grace(owner.lease, in: handle), at: until) }
        }
        if hasMore, let last = owned.last { mailbox.start(.findOwners(after: last.key)) }
    }

    /// The options that an administrator gave the bucket.
    func storedOptions() throws(MissingFact) -> BucketOptions {
        guard id.name != .options else { return BucketOptions() }
        let home = BucketID.options(of: id.app)
        let own = try ObjectKey(id.name.text).map { key throws(MissingFact) in
            try foreign(key, in: home)
        }
        let defaults = try foreign(BucketOptions.defaultKey, in: home)
        return BucketOptions(own: own ?? [:], defaults: defaults)
    }
}
