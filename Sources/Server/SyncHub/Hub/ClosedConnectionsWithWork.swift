import SimperiumWire

/// Closed connections whose work items still wait in a guarded log. Their changes are validated as
/// if the connections were open.
struct ClosedConnectionsWithWork {
    struct Departure {
        /// The connection's user, and the objects of its channels that have left.
        fileprivate(set) var belongings: ConnectionPresenceObjects
        /// The channels that leave their buckets after their waiting work items.
        fileprivate(set) var leaving: [(member: MemberID, bucket: BucketHandle)]
    }

    private var departures: [ConnectionID: Departure] = [:]

    subscript(connection: ConnectionID) -> Departure? { departures[connection] }

    mutating func begin(
        _ connection: ConnectionID, of account: UserID?,
        _ leaving: [(member: MemberID, bucket: BucketHandle)]
    ) {
        var belongings = ConnectionPresenceObjects()
        belongings.account = account
        departures[connection] = Departure(belongings: belongings, leaving: leaving)
    }

    /// Records that a channel has left its bucket. The departure ends with the last channel.
    mutating func leave(
        _ member: MemberID, of connection: ConnectionID, owning keys: OrderedKeys<ObjectKey>,
        in bucket: BucketName
    ) {
        departures[connection]?.belongings.add(keys, in: bucket)
        remove(member, of: connection)
    }

    /// Records the end of a channel that a newer channel of its client had replaced.
    mutating func leaveReplaced(_ member: MemberID) {
        let departure = departures.first { $0.value.leaving.contains { $0.member == member } }
        if let departure { remove(member, of: departure.key) }
    }

    private mutating func remove(_ member: MemberID, of connection: ConnectionID) {
        departures[connection]?.leaving.removeAll { $0.member == member }
        if departures[connection]?.leaving.isEmpty == true { departures[connection] = nil }
    }
}
