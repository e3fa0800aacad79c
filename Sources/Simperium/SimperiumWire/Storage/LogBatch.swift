/// A hub's writes to a log that other hubs write to, too. All are done, or none.
///
/// The batch is done only if `head` still is the log's last entry. Otherwise the hub must read the
/// rest first.
package struct LogBatch: Hashable, Codable, Sendable {
    package let bucket: BucketID
    /// The last entry that the hub knows.
    package let head: Ordinal
    /// The position of the first write, behind the head. The others follow it.
    package let place: Ordinal
    /// Changes to append, or one write of another kind.
    package let writes: [StoreWrite]
    /// The state of a lease that the batch depends on.
    package let condition: LeaseCondition?
    /// The outbox entries that the batch creates, at most one for each position.
    package var parcels: [Parcel] = []
    /// The position in another user's outbox that the log has followed up to, with this batch.
    package var mark: ReplicationCheckpoint?
    /// Distinguishes this request to share an object from the same one by another hub.
    package var name: ChangeID?

    /// The maximum, because all other clients of Redis wait meanwhile.
    package static let mostWrites = 50

    package init(
        _ writes: [StoreWrite], to bucket: BucketID, on head: Ordinal, at place: Ordinal,
        if condition: LeaseCondition? = nil
    ) {
        self.condition = condition
        self.bucket = bucket
        self.head = head
        self.place = place
        self.writes = writes
    }

    /// The position of the last write.
    package var end: Ordinal { place.advanced(by: writes.count - 1) }
}

extension Ordinal {
    /// Returns the position `count` entries later in the same log.
    package func advanced(by count: Int) -> Ordinal {
        Ordinal(epoch: epoch, count: self.count + UInt64(count))
    }
}
