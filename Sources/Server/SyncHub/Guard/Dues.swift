package import SimperiumWire

/// What comes of something that a guard observed, in buckets of other logs. It is kept together
/// with that.
package struct Dues: Hashable, Sendable {
    /// What was owed to one bucket is owed to another one from now on, and is due.
    package struct Assignment: Hashable, Sendable {
        let from: BucketID
        let to: BucketID

        package init(from: BucketID, to: BucketID) {
            self.from = from
            self.to = to
        }
    }

    package var owed: [OwedObject] = []
    package var assigned: Assignment?
    /// Nobody will be there to have what is owed to this bucket.
    package var forgiven: BucketID?

    package init() {}
}

extension HubTurn {
    /// Keeps what is owed because of what was appended to the bucket just before.
    mutating func write(_ dues: Dues, for bucket: BucketID) {
        if !dues.owed.isEmpty { effects.append(.write(.owe(dues.owed, for: bucket))) }
        if let assigned = dues.assigned {
            effects.append(.write(.assign(assigned.from, to: assigned.to)))
        }
        if let forgiven = dues.forgiven { effects.append(.write(.forgive(nil, in: forgiven))) }
    }
}
