import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// Tasks that buckets leave to the hub, because they concern other buckets.
struct CrossBucketJobs {
    enum CrossBucketJob {
        /// Posts work to a bucket. The bucket is opened if necessary.
        case post(BucketWork, to: BucketID)
        case reportEntity(ObjectKey, of: BucketID, to: WorkAwaitingEntity)
        case refuse(RefusedChange, for: MemberID, in: BucketID)
        case run(BucketHandle)
    }

    /// A change to a shared object, in the form that is logged in the bucket of another user.
    struct ChangeCopyForSharer {
        let bucket: BucketID
        let change: StoredChange
        let entity: StoredEntity
        /// The object of `entity`, parsed; empty after a removal.
        let object: JSONObject

        init(
            _ draft: ChangeDraft, from owner: UserID, to bucket: BucketID,
            at ordinal: SequenceNumber, _ stamp: ServerTime
        ) {
            self.bucket = bucket
            change = draft.change(at: ordinal)
            entity = draft.entity(at: ordinal, stamp, ownedBy: nil, shared: .mirror(of: owner))
            object = draft.object
        }
    }

    /// A bucket's entity under a key. It is valid until the bucket's next work item.
    struct EntityReport {
        let waiter: WorkAwaitingEntity
        let query: StoreQuery
        let answer: StoreAnswer
        let bucket: BucketHandle
    }

    var damagedBuckets: [BucketID] = []
    /// The objects in `__options__` that have changed.
    var changedOptions: [(app: AppID, key: ObjectKey)] = []
    var waiting = Queue<CrossBucketJob>()
    var areRunning = false
    /// Copies that are stored and have not been passed to their buckets.
    var copies: [ChangeCopyForSharer] = []
    /// The report that waits to be used. There is at most one. An array, because each access to an
    /// optional would copy the report.
    private var reports: [EntityReport] = []

    var hasEntityReport: Bool { !reports.isEmpty }

    mutating func addEntityReport(_ report: EntityReport) {
        reports = [report]
    }

    mutating func popEntityReport() -> EntityReport? { reports.popLast() }

    /// Returns the last change in `copies` for an editor's own bucket; nil if there is none, or if
    /// `editor` is nil.
    func lastCopiedChange(for editor: RemoteEditor?) -> StoredChange? {
        guard let editor else { return nil }
        return copies.last { $0.bucket == editor.bucket }?.change
    }
}

/// A work item that needs another bucket's entity, with its facts so far. Its own bucket continues
/// meanwhile: otherwise two buckets might wait for each other.
struct WorkAwaitingEntity: Sendable {
    let work: BucketWork
    let bucket: BucketHandle
    let facts: Mailbox.Facts
    /// The fingerprint of the item's bucket when the item was suspended. While it is unchanged, the
    /// facts are valid.
    let fingerprint: BucketContents.ContentsFingerprint
}
