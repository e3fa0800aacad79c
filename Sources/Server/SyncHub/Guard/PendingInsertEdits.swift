package import SimperiumWire

/// The effects of an observed change on buckets of other logs. They are stored in one step with the
/// change.
package struct PendingInsertEdits: Hashable, Sendable {
    /// Moves the pending inserts of one bucket to another bucket, and makes them due.
    package struct PendingInsertsMove: Hashable, Sendable {
        let from: BucketID
        let to: BucketID

        package init(from: BucketID, to: BucketID) {
            self.from = from
            self.to = to
        }
    }

    package var owed: [PendingCrossLogInsert] = []
    package var assigned: PendingInsertsMove?
    /// The bucket whose pending inserts are dropped, because no user needs them any more.
    package var forgiven: BucketID?

    package init() {}
}

extension HubContext {
    /// Stores the effects of the bucket's last change on other logs.
    mutating func write(_ dues: PendingInsertEdits, for bucket: BucketID) {
        if !dues.owed.isEmpty { effects.append(.write(.owe(dues.owed, for: bucket))) }
        if let assigned = dues.assigned {
            effects.append(.write(.assign(assigned.from, to: assigned.to)))
        }
        if let forgiven = dues.forgiven { effects.append(.write(.forgive(nil, in: forgiven))) }
    }
}
