import SimperiumClock
import SimperiumWire

/// An open log with a `ChangeValidator`.
///
/// Changes wait until the validator has been shown all its buckets. After a store failure, a bucket
/// is shown again.
struct GuardedLog {
    var validator: any ChangeValidator
    private var bucketsToShow: Set<BucketName>
    /// The buckets with a change that waits until all buckets have been shown.
    var bucketsWithWaitingChange: [BucketHandle] = []
    var closedConnections = ClosedConnectionsAwaitingValidation()

    init(_ validator: any ChangeValidator) {
        self.validator = validator
        bucketsToShow = Set(validator.buckets)
    }

    var isFullyShown: Bool { bucketsToShow.isEmpty }

    mutating func observe(_ observation: GuardedBucketEvent, in bucket: BucketName, at now: Instant)
    {
        validator.observe(observation, in: bucket, at: now)
    }

    /// Records that all objects of a bucket have been shown. After the validator's last bucket,
    /// returns the buckets with a waiting change, because these changes can continue. Otherwise
    /// returns none.
    mutating func finishShowing(_ bucket: BucketName, at clock: inout HubClock) -> [BucketHandle] {
        observe(.foundAll, in: bucket, at: clock.now)
        bucketsToShow.remove(bucket)
        guard isFullyShown else { return [] }
        observe(.opened(at: clock.serverTime()), in: bucket, at: clock.now)
        defer { bucketsWithWaitingChange = [] }
        return bucketsWithWaitingChange
    }

    /// Records that the hub has dropped a bucket after a store failure, and forgets the closed
    /// connections.
    mutating func recordStoreFailure(of bucket: BucketName, at now: Instant) {
        closedConnections = ClosedConnectionsAwaitingValidation()
        observe(.lost, in: bucket, at: now)
        bucketsToShow.insert(bucket)
    }
}

/// Closed connections whose work items still wait in a guarded log. Their changes are validated as
/// if the connections were open.
struct ClosedConnectionsAwaitingValidation {
    struct ClosedConnection {
        /// The connection's user, and the objects of its channels that have left.
        fileprivate(set) var ownedObjects: ConnectionPresenceObjects
        /// The channels that leave their buckets after their waiting work items.
        fileprivate(set) var leaving: [(member: MemberID, bucket: BucketHandle)]
    }

    private var connections: [ConnectionID: ClosedConnection] = [:]

    subscript(id: ConnectionID) -> ClosedConnection? { connections[id] }

    mutating func insert(
        _ connection: ConnectionID, of account: UserID?,
        _ leaving: [(member: MemberID, bucket: BucketHandle)]
    ) {
        var objects = ConnectionPresenceObjects()
        objects.account = account
        connections[connection] = ClosedConnection(ownedObjects: objects, leaving: leaving)
    }

    /// Records that a channel has left its bucket, with its presence objects. After the
    /// connection's last channel, forgets the connection.
    mutating func recordLeftChannel(
        _ member: MemberID, of connection: ConnectionID, owning keys: OrderedSet<ObjectKey>,
        in bucket: BucketName
    ) {
        connections[connection]?.ownedObjects.add(keys, in: bucket)
        remove(member, of: connection)
    }

    /// Records that a channel has left its bucket after a newer channel of the same client had
    /// replaced this channel.
    mutating func recordLeftReplacedChannel(_ member: MemberID) {
        let found = connections.first { $0.value.leaving.contains { $0.member == member } }
        if let found { remove(member, of: found.key) }
    }

    private mutating func remove(_ member: MemberID, of connection: ConnectionID) {
        connections[connection]?.leaving.removeAll { $0.member == member }
        if connections[connection]?.leaving.isEmpty == true { connections[connection] = nil }
    }
}
