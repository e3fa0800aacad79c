package import SimperiumClock
package import SimperiumWire

/// What the engine answers to a deed.
package enum EngineAnswer: Hashable, Sendable {
    /// The engine's epoch, whether it has begun just now, and what time it is there.
    case life(epoch: UInt32, hasBegun: Bool, now: Stamp)
    /// What is there was made by a newer version of this program.
    case newerFormat(Int)
    /// Or by one that is older than what is still read.
    case olderFormat(Int)
    /// There are keys of somebody else, like this one.
    case foreign(String)
    /// The engine is set to lose something: by this setting.
    case unfit(String)
    /// A copy of it is being made, or it is to be a copy and is not whole.
    case copying(isWhole: Bool)
    case incarnation(Incarnation)
    /// With those who are dead and have not been buried everywhere.
    case alive(epoch: UInt32, dead: [Incarnation], now: Stamp)
    /// The incarnation must take itself for dead.
    case dead
    case logs([SharedLogID])

    case opened(EngineLog)
    /// The user is no more.
    case gone
    /// The log is not closed yet: these buckets are there, or something of them is on its way. If
    /// there is none, what dropped ones left is still to be swept up.
    case owing([BucketName])
    /// The incarnation has been buried there, or never opened the log.
    case fenced
    /// All of it was done; the log's head now, and when.
    case written(Ordinal, Stamp)
    case overtaken(Ordinal)
    /// The place is not the one behind the head.
    case misplaced(after: Ordinal)
    /// Another node's, for so long.
    case othersTurn(Duration)
    /// The place is of an earlier life than the log.
    case earlierEpoch(UInt32)
    /// Somebody has the lease that was to be over.
    case held(EntityOwner.Lease)
    case done

    /// With the place at which all are told so.
    case away(until: Stamp, at: Ordinal)
    /// Which lease it was, in which bucket, and who had it before.
    case resumed(EntityOwner.Lease, BucketName, from: EngineHolder?, at: Ordinal)
    case notYours
    /// How much there is to be looked after: the dead node's leases, and what was on its way from
    /// that log to others.
    case buried(Int)

    case fact(EngineFact, at: Ordinal)

    case directory(DirectoryAnswer)
    case feed(FeedAnswer)

    case account(AccountAnswer)
    /// Tokens, and the place in the list of those that were revoked up to which they are.
    case revoked([SecretDigest], upTo: String)

    case copy(CopyReply)
    case operating(OperatorReply)
}

/// What was so at some head of a log.
package enum EngineFact: Hashable, Sendable {
    case stored(StoreAnswer)
    /// In the log's order. Of these buckets the node did not know: it asks once more, with them.
    case missed([EngineEntry], unknown: [BucketName], hasMore: Bool)
    /// Whether as much as was asked for goes, so that there may be more.
    case trimmable(EngineTrimming, hasMore: Bool)
    case remains([ObjectKey])
    /// Of objects that nobody has open there is nothing.
    case viewers([ViewedObject: [Incarnation: [UserID]]])
}

/// How a log stands.
package struct EngineLog: Hashable, Sendable {
    package struct Bucket: Hashable, Sendable {
        package let name: BucketName
        package let head: Ordinal
        package let floor: Ordinal

        package init(_ name: BucketName, head: Ordinal, floor: Ordinal) {
            self.name = name
            self.head = head
            self.floor = floor
        }
    }

    package struct Lease: Hashable, Sendable {
        package let lease: EngineLease
        /// Nil while nobody has it, until then.
        package let holder: EngineHolder?
        package let until: Stamp

        package init(_ lease: EngineLease, holder: EngineHolder?, until: Stamp) {
            self.lease = lease
            self.holder = holder
            self.until = until
        }
    }

    /// Where an epoch began, and behind what.
    package struct Beginning: Hashable, Sendable {
        package let epoch: UInt32
        package let head: Ordinal

        package init(epoch: UInt32, behind head: Ordinal) {
            self.epoch = epoch
            self.head = head
        }
    }

    /// A bucket that is no more, whose objects have left something.
    package struct Dropped: Hashable, Sendable {
        package let bucket: BucketName
        /// The place of the drop.
        package let place: Ordinal

        package init(_ bucket: BucketName, at place: Ordinal) {
            self.bucket = bucket
            self.place = place
        }
    }

    package static let rememberedEpochs = 8

    package let head: Ordinal
    package let epoch: UInt32
    package let now: Stamp
    /// Sorted by name.
    package let buckets: [Bucket]
    /// Sorted by id.
    package let leases: [Lease]
    /// The last ones, the oldest first.
    package let beginnings: [Beginning]
    /// Sorted by place.
    package let dropped: [Dropped]

    package init(
        head: Ordinal, epoch: UInt32, now: Stamp, buckets: [Bucket], leases: [Lease],
        beginnings: [Beginning], dropped: [Dropped] = []
    ) {
        self.head = head
        self.epoch = epoch
        self.now = now
        self.buckets = buckets
        self.leases = leases
        self.beginnings = beginnings
        self.dropped = dropped
    }
}

/// What stands at one place of a log.
package struct EngineEntry: Hashable, Sendable {
    package enum Act: Hashable, Sendable {
        case change(EngineRecord)
        case away(EntityOwner.Lease, until: Stamp)
        case back(EntityOwner.Lease, EngineHolder)
        case end(EntityOwner.Lease)
        case history(BucketName, emptiedBy: ChangeID)
        case versions(BucketName, ObjectKey)
        case drop(BucketName)
        /// With whom an object is shared has changed, by that name.
        case sharing(BucketName, ObjectKey, named: ChangeID)
        /// Who has an object open has changed. It stands in no log, and is told at its head.
        case viewed(BucketName, ObjectKey)
        /// What only newer nodes write: the log is opened anew.
        case unknown
    }

    package let place: Ordinal
    package let stamp: Stamp
    package let act: Act

    package init(at place: Ordinal, _ stamp: Stamp, _ act: Act) {
        self.place = place
        self.stamp = stamp
        self.act = act
    }
}

/// A change as the log has it.
package struct EngineRecord: Hashable, Sendable {
    package let bucket: BucketName
    package let key: ObjectKey
    package let version: EntityVersion
    package let previous: Ordinal?
    package let changeID: ChangeID
    package let lease: EntityOwner.Lease?
    package let isRemoved: Bool
    /// Nil in a message where it was too long to be told.
    package let entry: [UInt8]?
    /// Who made it, if not the log's user.
    package var author: UserID?
    /// Whose object it is, of which the user has a mirror.
    package var mirrored: UserID?

    package init(_ change: EngineChange, tellingAtMost most: Int = .max) {
        self.init(
            change.key, in: change.bucket, version: change.version, previous: change.previous,
            by: change.changeID, lease: change.lease, isRemoved: change.object == nil,
            entry: change.entry.count <= most ? change.entry : nil)
        (author, mirrored) = (change.author, change.mirrored)
    }

    package init(
        _ key: ObjectKey, in bucket: BucketName, version: EntityVersion, previous: Ordinal?,
        by changeID: ChangeID, lease: EntityOwner.Lease?, isRemoved: Bool, entry: [UInt8]?
    ) {
        self.bucket = bucket
        self.key = key
        self.version = version
        self.previous = previous
        self.changeID = changeID
        self.lease = lease
        self.isRemoved = isRemoved
        self.entry = entry
    }

    /// Whether it is what that change came to. All removals of one EMPTY have one id, so the key
    /// counts, too; and two nodes may make of what is to be followed different versions.
    func tells(_ wanted: EngineRecord) -> Bool {
        bucket == wanted.bucket && key == wanted.key && changeID == wanted.changeID
            && version == wanted.version && (entry ?? wanted.entry) == wanted.entry
    }
}

/// What is told of a log's place to all who follow it. It may be lost: who finds another head
/// before it than the one it knows reads what it missed.
package struct EngineMessage: Hashable, Sendable {
    package let previousHead: Ordinal
    package let entry: EngineEntry

    package init(behind previousHead: Ordinal, _ entry: EngineEntry) {
        self.previousHead = previousHead
        self.entry = entry
    }
}

package enum EngineLimits {
    /// Longer entries travel without what they say.
    package static let toldEntry = 16 << 10
    /// Format 2 has a generation in each user's record. A node of format 1 would drop it, so the
    /// first node of format 2 raises the engine's format, and nodes of 0.2.0 leave.
    package static let format = 2
    /// So many ids of changes before an object's last one are read: with that as many as any store
    /// remembers.
    package static let earlierChanges = StoreAnswer.rememberedChanges - 1
    /// How long a turn is.
    package static let turn = Duration.milliseconds(50)
    /// The notes of a log, beyond which its followers open it anew. Redis trims by pages.
    package static let notes = 256
    /// So many revoked tokens are told at once, and so many are remembered, for the nodes that have
    /// not heard of them. Redis trims by pages.
    package static let revocations = 1_000
    package static let rememberedRevocations = 100_000
    /// So long whoever deletes a user has for what the user leaves, before others look at it; and
    /// at so many users one looks at once.
    package static let closingPause = Duration.seconds(1)
    package static let closings = 16
}
