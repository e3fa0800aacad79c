/// What a hub writes into a log that other hubs write to, too: all of it at once, or nothing.
///
/// It is written on top of what the hub knows of the log. If that was not all, nothing is done.
package struct LogBatch: Hashable, Codable, Sendable {
    package let bucket: BucketID
    /// The last entry of the log that the hub knows.
    package let head: Ordinal
    /// Of the first write: the place behind the head. The others follow one by one.
    package let place: Ordinal
    /// Changes to be appended, or one write of another kind.
    package let writes: [StoreWrite]
    /// The batch is only for that case.
    package let condition: LeaseCondition?
    /// What is to reach others because of it, at most one of each place.
    package var parcels: [Parcel] = []
    /// With it a user's log has followed so far.
    package var mark: ParcelMark?
    /// Tells who else shares an object alike from who does it here.
    package var name: ChangeID?

    /// As much as is done at once, for all others wait meanwhile.
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

    /// Where the last write is.
    package var end: Ordinal { place.advanced(by: writes.count - 1) }
}

extension Ordinal {
    /// So many places further on in the same log.
    package func advanced(by count: Int) -> Ordinal {
        Ordinal(epoch: epoch, count: self.count + UInt64(count))
    }
}
