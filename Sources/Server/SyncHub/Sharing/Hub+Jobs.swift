import SimperiumClock
import SimperiumWire

extension Hub {
    /// Performs the jobs that buckets have queued for other buckets. Copies and entity reports
    /// come first, because each is valid only until its bucket does other work.
    mutating func runJobs() {
        handOutCopies()
        while let report = context.jobs.popEntityReport() {
            context.jobs.waiting.append(.run(report.bucket))
            resumeWork(with: report)
            handOutCopies()
        }
        guard !context.jobs.areRunning, !context.jobs.waiting.isEmpty else { return }
        context.jobs.areRunning = true
        while let job = context.jobs.waiting.popFirst() { runJob(job) }
        context.jobs.areRunning = false
    }

    private mutating func handOutCopies() {
        guard !context.jobs.copies.isEmpty else { return }
        var copies: [CrossBucketJobs.ChangeCopyForSharer] = []
        swap(&copies, &context.jobs.copies)
        for copy in copies {
            guard let bucket = buckets.handle(of: copy.bucket), let slot = buckets.slot(bucket)
            else { continue }
            buckets.changeBucketInPlace(at: slot, &context) { $0.applySharedCopy(copy, &$1) }
            context.jobs.waiting.append(.run(bucket))
        }
    }

    private mutating func resumeWork(with report: CrossBucketJobs.EntityReport) {
        let waiter = report.waiter
        guard let slot = buckets.slot(waiter.bucket) else {
            return answerUnavailableOrDisconnect(waiter.work)
        }
        buckets.changeBucketInPlace(at: slot, &context) { $0.resumeWork(with: report, &$1) }
        context.jobs.waiting.append(.run(waiter.bucket))
    }

    private mutating func runJob(_ job: CrossBucketJobs.CrossBucketJob) {
        switch job {
        case .post(let work, let id):
            // A bucket that the store has failed may not be opened yet, but accepts work if it is
            // open.
            let mayOpen = buckets.handle(of: id) != nil || !isBackedOff(id)
            // The rest of a removal is accepted already, and its client waits for the end.
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
        case .run(let bucket): run(bucket)
        }
    }

    /// Abandons a work item of a failed bucket. If the item is a remote editor's and has no
    /// request, the editor is disconnected.
    mutating func disconnectVisitingAuthor(_ work: BucketWork) {
        if work.author?.remoteEditor != nil, work.author?.request == nil {
            answerUnavailableOrDisconnect(work)
        }
    }

    /// Rejects work that can't be done now. A request is answered with `unavailable`. A remote
    /// editor without a request is disconnected, so that its client sends its changes again.
    mutating func answerUnavailableOrDisconnect(_ work: BucketWork) {
        guard let author = work.author else { return }
        if let request = author.request {
            context.effects.append(.answer(request, .unavailable))
        } else if let connection = author.remoteEditor?.principal.connection {
            close(connection, .trouble)
        }
    }
}
