import SimperiumWire

/// Connections that are gone from a guarded log while works of theirs wait in it. What was asked
/// before counts as made, and is judged as if they were here.
struct Departures {
    struct Departure {
        /// Whose the connection was, and what channels owned as they left.
        fileprivate(set) var belongings: Belongings
        /// Those that are still in their buckets, behind what they asked there.
        fileprivate(set) var leaving: [(member: MemberID, bucket: BucketHandle)]
    }

    private var departures: [ConnectionID: Departure] = [:]

    subscript(connection: ConnectionID) -> Departure? { departures[connection] }

    mutating func begin(
        _ connection: ConnectionID, of account: UserID?,
        _ leaving: [(member: MemberID, bucket: BucketHandle)]
    ) {
        var belongings = Belongings()
        belongings.account = account
        departures[connection] = Departure(belongings: belongings, leaving: leaving)
    }

    /// A channel is out of its bucket; with the last one that is over.
    mutating func leave(
        _ member: MemberID, of connection: ConnectionID, owning keys: OrderedKeys<ObjectKey>,
        in bucket: BucketName
    ) {
        departures[connection]?.belongings.add(keys, in: bucket)
        departures[connection]?.leaving.removeAll { $0.member == member }
        if departures[connection]?.leaving.isEmpty == true { departures[connection] = nil }
    }
}
