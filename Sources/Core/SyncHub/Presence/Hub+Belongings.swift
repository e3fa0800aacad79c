package import SimperiumWire

extension Hub {
    /// What a connection owns in a bucket by presence, on all its channels: for a guard that judges
    /// by it what the connection may do in another bucket.
    package func belongings(of id: ConnectionID, in bucket: BucketID) -> [ObjectKey] {
        guard let handle = buckets.handle(of: bucket), let slot = buckets.slot(handle),
            let bucket = buckets.slots[slot], let connection = connections[id]
        else { return [] }
        return connection.channels.flatMap { channel -> [ObjectKey] in
            guard case .open(let member, handle, _) = channel.stage,
                let lease = bucket.members[member]?.lease
            else { return [] }
            return bucket.leases[lease]?.keys.all ?? []
        }
    }
}
