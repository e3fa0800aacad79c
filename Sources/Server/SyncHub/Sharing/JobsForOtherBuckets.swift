import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// The jobs that buckets leave to the hub, because the jobs concern other buckets.
struct JobsForOtherBuckets {
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

    /// A bucket's entity under a key. The report is valid until the bucket's next work item.
    struct EntityReport {
        let waiter: WorkAwaitingEntity
        let query: StoreQuery
        let answer: StoreQueryAnswer
        let bucket: BucketHandle
    }

    var damagedBuckets: [BucketID] = []
    /// The objects in `__options__` that have changed.
    var changedOptions: [(app: AppID, key: ObjectKey)] = []
    var waiting = Queue<CrossBucketJob>()
    var areRunning = false
    /// Copies that are stored but have not been passed to their buckets yet.
    var copies: [ChangeCopyForSharer] = []
    /// The report that waits to be used. There is at most one. An array, because each access to an
    /// optional would copy the report.
    var entityReports: [EntityReport] = []

    /// Returns the last change in `copies` for an editor's own bucket; nil if there is none.
    func lastCopiedChange(for editor: RemoteEditor?) -> StoredChange? {
        guard let editor else { return nil }
        return copies.last { $0.bucket == editor.bucket }?.change
    }
}

/// A work item that needs another bucket's entity, with its facts so far. The item's own bucket
/// continues meanwhile, because two buckets might otherwise wait for each other.
struct WorkAwaitingEntity: Sendable {
    let work: BucketWork
    let bucket: BucketHandle
    let facts: Mailbox.WorkItemFacts
    /// The fingerprint of the item's bucket when the facts were read. Facts about the bucket are
    /// discarded if the fingerprint has changed since then.
    let fingerprint: CachedBucketData.ContentsFingerprint
}

extension Hub {
    /// Performs the jobs that buckets have queued for other buckets. Copies and entity reports
    /// come first, because each is valid only until its bucket does other work.
    mutating func runJobs() {
        applyCopiesToBuckets()
        while let report = context.jobs.entityReports.popLast() {
            context.jobs.waiting.append(.run(report.bucket))
            resumeWork(with: report)
            applyCopiesToBuckets()
        }
        guard !context.jobs.areRunning, !context.jobs.waiting.isEmpty else { return }
        context.jobs.areRunning = true
        while let job = context.jobs.waiting.popFirst() { runJob(job) }
        context.jobs.areRunning = false
    }

    private mutating func applyCopiesToBuckets() {
        guard !context.jobs.copies.isEmpty else { return }
        var copies: [JobsForOtherBuckets.ChangeCopyForSharer] = []
        swap(&copies, &context.jobs.copies)
        for copy in copies {
            guard let bucket = buckets.handle(of: copy.bucket), let slot = buckets.slot(bucket)
            else { continue }
            buckets.changeBucketWithinMemoryLimit(at: slot, &context) {
                $0.applySharedCopy(copy, &$1)
            }
            context.jobs.waiting.append(.run(bucket))
        }
    }

    private mutating func resumeWork(with report: JobsForOtherBuckets.EntityReport) {
        let waiter = report.waiter
        guard let slot = buckets.slot(waiter.bucket) else {
            return answerUnavailableOrDisconnect(waiter.work)
        }
        buckets.changeBucketWithinMemoryLimit(at: slot, &context) {
            $0.resumeWork(with: report, &$1)
        }
        context.jobs.waiting.append(.run(waiter.bucket))
    }

    private mutating func runJob(_ job: JobsForOtherBuckets.CrossBucketJob) {
        switch job {
        case .post(let work, let id):
            // After repeated store failures, a bucket may not be opened yet, but accepts work if it
            // is open.
            let mayOpen = buckets.handle(of: id) != nil || !isBackedOff(id)
            // The removal has already been accepted, and its client waits for the end.
            let continues = if case .remove = work { true } else { false }
            guard mayOpen, case let bucket = open(id), continues || !isOverwhelmed(bucket) else {
                return answerUnavailableOrDisconnect(work)
            }
            post(work, to: bucket)
        case .reportEntity(let key, let id, let waiter):
            guard !isBackedOff(id) else { return answerUnavailableOrDisconnect(waiter.work) }
            post(.reportEntity(key, to: waiter), to: open(id))
        case .refuse(let refusal, let member, let id):
            guard let bucket = buckets.handle(of: id), let slot = buckets.slot(bucket) else {
                return
            }
            buckets.slots[slot].send(refusal, to: member, &context)
        case .run(let bucket): runWaitingWork(of: bucket)
        }
    }

    /// Rejects work that can't be done now. Answers a request with `unavailable`. Otherwise
    /// disconnects the client of a remote editor, so that the client sends its changes again.
    mutating func answerUnavailableOrDisconnect(_ work: BucketWork) {
        guard let author = work.author else { return }
        if let request = author.request {
            context.effects.append(.answer(request, .unavailable))
        } else if let connection = author.remoteEditor?.principal.connection {
            close(connection, .trouble)
        }
    }
}
