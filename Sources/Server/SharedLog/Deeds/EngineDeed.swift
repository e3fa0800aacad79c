import SimperiumClock
package import SimperiumWire

/// What a node asks of the engine that it shares with others. Each is one step: all of it is done,
/// or nothing.
package enum EngineDeed: Hashable, Sendable {
    case node(NodeDeed)
    case log(LogDeed, SharedLogID)
    case lease(LeaseDeed, SharedLogID)
    case read(LogQuery, SharedLogID)
    case directory(DirectoryDeed, by: Incarnation)
    case feed(FeedDeed, FeedID)
}

/// What concerns the life of nodes. A life is so long without a renewal.
package enum NodeDeed: Hashable, Sendable {
    /// The first word on each connection: whether this is the engine that we knew. `seen` is the
    /// highest number that the node has ever heard of.
    case hello(seen: UInt32, life: Duration, NodeTerms = NodeTerms())
    case begin(seen: UInt32, life: Duration)
    /// Of a node that writes that format.
    case renew(Incarnation, life: Duration, format: Int = EngineLimits.format)
    /// Leaves in order: others need not wait until its life is over.
    case retire(Incarnation)
    /// Notes that a log is about to be opened, so that whoever buries the node finds it.
    case note(SharedLogID, Incarnation)
    /// One log of a dead node is taken care of, or it had none; with the last one it is forgotten.
    case buried(SharedLogID?, Incarnation)
    case logs(of: Incarnation)
}

/// Who writes, on top of what, and where.
package struct EngineWriter: Hashable, Sendable {
    package let incarnation: Incarnation
    /// The log's head as the writer knows it.
    package let head: Ordinal
    /// The place of what is written, or of the first of it: its count is the head's successor.
    package let place: Ordinal

    package init(_ incarnation: Incarnation, on head: Ordinal, at place: Ordinal) {
        self.incarnation = incarnation
        self.head = head
        self.place = place
    }
}

/// What is written into a log, and what keeps it small.
package enum LogDeed: Hashable, Sendable {
    /// Lets an incarnation write, and tells how the log stands. In another life of the engine, and
    /// so in another epoch, whoever is away is given the time anew.
    case open(Incarnation, epoch: UInt32, grace: Duration)
    /// Everything, in this order, or nothing. `wantsTurn` of one who was overtaken again and again:
    /// for a moment only that node may write.
    case append([EngineChange], EngineWriter, wantsTurn: Bool)
    case forgetHistory(of: BucketName, emptiedBy: ChangeID, EngineWriter)
    case forgetVersions(of: ObjectKey, in: BucketName, EngineWriter)
    case drop(BucketName, EngineWriter)
    case share(EngineSharing, EngineWriter)
    /// What was on its way to others from there has arrived.
    case strike([Ordinal], of: BucketName)
    /// Which users have an object open at a node. It is kept as long as that lives, and has no
    /// place in the log.
    case view(ViewedObject, by: [UserID], Incarnation)
    /// The user is no more: nothing is made here from now on. As soon as nothing is left there, and
    /// nothing on its way from there to others, nobody writes here, nor begins it anew.
    case close
    case trim(BucketName, EngineTrimming, Incarnation)
    /// Unlinks what some objects of a dropped bucket leave, which `remains` has named.
    case sweep([ObjectKey], of: BucketName, droppedAt: Ordinal)
}

/// A change to be appended.
package struct EngineChange: Hashable, Sendable {
    package let bucket: BucketName
    package let key: ObjectKey
    package let version: EntityVersion
    /// The change to the same object before this one; nil for a creation.
    package let previous: Ordinal?
    package let changeID: ChangeID
    /// As every client hears it.
    package let entry: [UInt8]
    /// The object from now on; nil if it is removed.
    package let object: [UInt8]?
    package let lease: EntityOwner.Lease?
    package let outdated: [EntityVersion]
    /// The change is only for that case.
    package let condition: LeaseCondition?
    /// Who made it, if not the log's user.
    package var author: UserID?
    /// Whose object it is, of which the user has a mirror.
    package var mirrored: UserID?
    /// What of it is to reach others.
    package var parcel: Parcel?
    package var mark: ReplicationCheckpoint?

    package init(
        _ key: ObjectKey, in bucket: BucketName, version: EntityVersion, previous: Ordinal?,
        by changeID: ChangeID, entry: [UInt8], object: [UInt8]?,
        lease: EntityOwner.Lease? = nil, outdated: [EntityVersion] = [],
        if condition: LeaseCondition? = nil
    ) {
        self.bucket = bucket
        self.key = key
        self.version = version
        self.previous = previous
        self.changeID = changeID
        self.entry = entry
        self.object = object
        self.lease = lease
        self.outdated = outdated
        self.condition = condition
    }
}

/// With whom an object is shared from now on.
package struct EngineSharing: Hashable, Sendable {
    package let bucket: BucketName
    package let key: ObjectKey
    package let sharing: Sharing?
    /// Tells one of these from another.
    package let name: ChangeID
    package let parcel: Parcel?
    package var mark: ReplicationCheckpoint?

    package init(
        of key: ObjectKey, in bucket: BucketName, _ sharing: Sharing?, named name: ChangeID,
        _ parcel: Parcel?
    ) {
        self.bucket = bucket
        self.key = key
        self.sharing = sharing
        self.name = name
        self.parcel = parcel
    }
}

/// What of a bucket's past may go.
package struct EngineTrimming: Hashable, Sendable {
    /// The last change that goes; the head of nothing if none does.
    package let end: Ordinal
    /// Removed objects whose versions go.
    package let stripped: [ObjectKey]
    /// Removed objects of which nothing stays.
    package let forgotten: [ObjectKey]

    package init(upTo end: Ordinal, stripped: [ObjectKey], forgotten: [ObjectKey]) {
        self.end = end
        self.stripped = stripped
        self.forgotten = forgotten
    }
}

/// What concerns who owns objects for as long as they are here.
package enum LeaseDeed: Hashable, Sendable {
    case begin(EngineLease, EngineHolder)
    /// The holder's line broke.
    case away(EntityOwner.Lease, EngineHolder, grace: Duration)
    /// Whoever shows the secret has the lease from now on, whoever had it, unless its time is over.
    case resume(secret: String, ClientID, EngineHolder)
    case end(EntityOwner.Lease, EngineHolder)
    /// Nothing of a dead node is written any more, and its leases are nobody's.
    case bury(Incarnation, grace: Duration)
}

/// A connection of a node, which may have leases.
package struct EngineHolder: Hashable, Sendable {
    package let incarnation: Incarnation
    package let connection: UInt64

    package init(_ incarnation: Incarnation, _ connection: UInt64) {
        self.incarnation = incarnation
        self.connection = connection
    }
}

package struct EngineLease: Hashable, Sendable {
    package let id: EntityOwner.Lease
    package let bucket: BucketName
    /// The digest of the secret, so that nobody who reads the engine can resume.
    package let secret: String
    package let clientID: ClientID

    package init(
        _ id: EntityOwner.Lease, in bucket: BucketName, secret: String, of clientID: ClientID
    ) {
        self.id = id
        self.bucket = bucket
        self.secret = secret
        self.clientID = clientID
    }
}

/// What is read. Each answer has the log's head at which it was so.
package enum LogQuery: Hashable, Sendable {
    case bucket(BucketName)
    case entity(ObjectKey, in: BucketName)
    case version(EntityVersion, of: ObjectKey, in: BucketName)
    case changes(after: Ordinal, in: BucketName, atMost: Portion)
    case index(IndexSlice, of: BucketName)
    case owned(after: ObjectKey?, in: BucketName, atMost: Portion)
    /// Also those that were dropped, as long as something of them is on its way to others.
    case buckets
    /// What of a bucket is on its way to others.
    case parcels(of: BucketName, atMost: Portion)
    /// How far the log has followed what a user shares with its own.
    case parcelMark(of: UserID, in: BucketName)
    /// How many objects of others its user has.
    case mirrors
    /// Which users have objects open, at each node. There must be one at least.
    case viewers(of: [ViewedObject])
    /// What happened in all buckets. The node names those that it knows.
    case missed(after: Ordinal, in: [BucketName], atMost: Portion)
    /// What may go: of the log what is beyond these limits, at most so much at once.
    case trimmable(BucketName, StoreLimits, bytes: Int, atMost: Int)
    /// Objects of a dropped bucket that have left something.
    case remains(of: BucketName, droppedAt: Ordinal, atMost: Int)
}
