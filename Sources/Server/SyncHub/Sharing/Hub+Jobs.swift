import SimperiumClock
import SimperiumWire

extension Hub {
    /// Performs the jobs that buckets have queued for other buckets. Copies and entity reports
    /// come first, because each is valid only until its bucket does other work.
    mutating func runJobs() {
        handOutCopies()
        while let introduction = context.errands.popEntityReport() {
            context.errands.waiting.append(.run(introduction.bucket))
            resumeWork(with: introduction)
            handOutCopies()
        }
        guard !context.errands.areRunning, !context.errands.waiting.isEmpty else { return }
        context.errands.areRunning = true
        while let errand = context.errands.waiting.popFirst() { runJob(errand) }
        context.errands.areRunning = false
    }

    private mutating func handOutCopies() {
        guard !context.errands.copies.isEmpty else { return }
        var copies: [CrossBucketJobs.ChangeCopyForSharer] = []
        swap(&copies, &context.errands.copies)
        for copy in copies {
            guard let bucket = buckets.handle(of: copy.bucket), let slot = buckets.slot(bucket)
            else { continue }
            buckets.changeBucketInPlace(at: slot, &context) { $0.applyMirrored(copy, &$1) }
            context.errands.waiting.append(.run(bucket))
        }
    }

    private mutating func resumeWork(with introduction: CrossBucketJobs.EntityReport) {
        let guest = introduction.guest
        guard let slot = buckets.slot(guest.bucket) else {
            return answerUnavailableOrDisconnect(guest.work)
        }
        buckets.changeBucketInPlace(at: slot, &context) { $0.resumeWork(with: introduction, &$1) }
        context.errands.waiting.append(.run(guest.bucket))
    }

    private mutating func runJob(_ job: CrossBucketJobs.CrossBucketJob) {
        switch job {
        case .post(let work, let id):
            // A bucket that the store has failed may not be opened yet, but accepts work if it is
            // open.
            let mayOpen = buckets.handle(of: id) != nil || !isBackedOff(id)
            guard mayOpen, case let bucket = open(id), !isOverwhelmed(bucket) else {
                return answerUnavailableOrDisconnect(work)
            }
            post(work, to: bucket)
        case .introduce(let key, let id, let guest):
            guard !isBackedOff(id) else { return answerUnavailableOrDisconnect(guest.work) }
            post(.introduce(key, to: guest), to: open(id))
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
        if work.author?.visitor != nil, work.author?.request == nil {
            answerUnavailableOrDisconnect(work)
        }
    }

    /// Rejects work that can't be done now. A request is answered with `unavailable`. A remote
    /// editor without a request is disconnected, so that its client sends its changes again.
    mutating func answerUnavailableOrDisconnect(_ work: BucketWork) {
        guard let author = work.author else { return }
        if let request = author.request {
            context.effects.append(.answer(request, .unavailable))
        } else if let connection = author.visitor?.principal.connection {
            close(connection, .trouble)
        }
    }
}
