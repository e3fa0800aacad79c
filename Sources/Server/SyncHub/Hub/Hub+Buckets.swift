import SimperiumClock
import SimperiumWire

extension Hub {
    /// Queries the store for buckets with presence objects. The owners of these objects may have
    /// left before the hub started.
    mutating func queryPresenceBuckets(after bucket: BucketID? = nil) {
        let question = context.nextQuestionID()
        startupQuestion = question
        let portion = StoreAnswerLimit(entries: context.limits.eventBudget)
        context.effects.append(.read(question, .presence(after: bucket, atMost: portion)))
    }

    private mutating func receiveStartupAnswer(_ answer: StoreQueryAnswer) {
        startupQuestion = nil
        switch answer {
        case .presence(let found, let hasMore):
            for bucket in found { runWaitingWork(of: open(bucket)) }
            if hasMore, let last = found.last { return queryPresenceBuckets(after: last) }
            queryRecentSessionEnds()
        case .seatEnds(let ends): restoreSessionEnds(ends)
        default: break
        }
    }

    mutating func receive(_ answer: StoreQueryAnswer, to question: QuestionID) {
        if question == startupQuestion { return receiveStartupAnswer(answer) }
        deliver(.stored(answer), to: question)
    }

    mutating func deliver(_ fact: Mailbox.ReceivedFact, to question: QuestionID) {
        // Nil if the bucket has been dropped since it asked.
        guard let bucket = context.askingBuckets.removeValue(forKey: question) else { return }
        changeBucketAndRunJobs(on: bucket) { $0.receive(fact, to: question, &$1) }
    }

    mutating func postCallerRequest(
        _ request: RequestID, _ wanted: CallerRequest, of id: BucketID, by caller: Caller
    ) {
        guard id.name != .options || caller.identity.rights.contains(.administrator) else {
            return context.effects.append(.answer(request, .refused(.forbidden)))
        }
        if wanted.makesObjects, fullLogs.contains(id.log, at: context.now) {
            return context.effects.append(.answer(request, .unavailable))
        }
        guard !isBackedOff(id), case let bucket = open(id), !isOverwhelmed(bucket) else {
            return context.effects.append(.answer(request, .unavailable))
        }
        let author = CallerWithRequestID(id: request, caller: caller)
        switch wanted {
        case .change(let change): post(.change(change, by: .local(.caller(author))), to: bucket)
        case .index(let request): post(.index(request, for: .caller(author)), to: bucket)
        case .entity(let key, let version):
            post(.objectForCaller(key, version, for: author), to: bucket)
        case .changes(let cursor, let waits):
            post(.catchUp(cursor, waits: waits, for: .caller(author)), to: bucket)
        case .share(let shareRequest): post(.share(shareRequest, by: author), to: bucket)
        case .insert(let change, let users):
            post(.insertShared(change, sharedWith: users, by: author), to: bucket)
        case .sharers(let key): post(.sharers(key, for: author), to: bucket)
        }
    }

    mutating func stopWaitingForChange(_ request: RequestID, in id: BucketID) {
        guard let bucket = buckets.handle(of: id) else { return }
        post(.stopWaiting(request), to: bucket)
    }

    /// Returns true if the hub must not open the bucket for clients now, because the store has
    /// failed for it repeatedly.
    func isBackedOff(_ id: BucketID) -> Bool { retries.retryTime(of: id, at: context.now) != nil }

    /// Drops a bucket after a failure of the store. From the second failure on, the bucket isn't
    /// opened again for a while.
    mutating func dropAfterStoreFailure(_ id: BucketID) {
        if buckets.handle(of: id) != nil { retries.recordFailure(id, at: context.now) }
        dropAndDisconnect(id)
    }

    /// Drops the bucket that waits for this answer, because the store can't give the answer. The
    /// bucket that the query is about stays open, because all its data may be in memory.
    mutating func dropBucketThatAsked(_ question: QuestionID) {
        // Nil if the bucket has been dropped since it asked.
        guard let bucket = context.askingBuckets[question], let slot = buckets.slot(bucket) else {
            return
        }
        dropAfterStoreFailure(buckets.slots[slot].id)
    }

    mutating func dropAfterStoreFailure(_ log: UserLogID) {
        for bucket in buckets.bucketIDs(of: log) { dropAfterStoreFailure(bucket) }
    }

    /// Drops a bucket's state, answers its requests with `unavailable`, and closes the connections
    /// of its members. The clients reconnect, and receive the store's data. Opens a guarded bucket
    /// again.
    mutating func dropAndDisconnect(_ id: BucketID) {
        guard let handle = buckets.handle(of: id), let slot = buckets.slot(handle) else { return }
        let bucket = buckets.slots[slot]
        buckets.remove(handle)
        detachSessions(in: bucket)
        context.effects.append(.note(.storeFailed(id)))
        if let question = bucket.mailbox.question { context.askingBuckets[question] = nil }
        for request in bucket.requests { context.effects.append(.answer(request, .unavailable)) }
        for work in bucket.mailbox.unfinishedWork where work.author?.request == nil {
            answerUnavailableOrDisconnect(work)
        }
        defer { runJobs() }
        let connections = Set(bucket.members.values.map(\.connection))
        for connection in connections.sorted() { close(connection, .trouble) }
        guard bucket.isGuarded else { return }
        context.guardedLogs[id.log]?.recordStoreFailure(of: id.name, at: context.clock.now)
        openOrRetryForGuard(id)
    }

    func isStoreFull(_ bucket: BucketHandle) -> Bool {
        guard let slot = buckets.slot(bucket) else { return false }
        return fullLogs.contains(buckets.slots[slot].id.log, at: context.now)
    }

    func isOverwhelmed(_ bucket: BucketHandle) -> Bool {
        guard let slot = buckets.slot(bucket) else { return false }
        return buckets.slots[slot].isOverwhelmed(context.limits)
    }

    mutating func post(_ work: BucketWork, to bucket: BucketHandle) {
        changeBucketAndRunJobs(on: bucket) { $0.post(work, &$1) }
    }

    mutating func runWaitingWork(of bucket: BucketHandle) {
        changeBucketAndRunJobs(on: bucket) { $0.runWaitingWork(&$1) }
    }

    /// Resumes a bucket's paused work. The work was paused because an earlier tick had no budget
    /// left, or because the validator was not ready.
    mutating func resumeWorkLeftByTickLimit(of bucket: BucketHandle) {
        changeBucketAndRunJobs(on: bucket) { $0.resumePausedWork(&$1) }
    }

    /// Makes the open buckets that use an options object reload their options.
    mutating func reloadOptionsOfBuckets(_ options: ObjectKey, of app: AppID) {
        let name = options == BucketOptions.defaultKey ? nil : options.text
        for bucket in buckets.handles(of: app, named: name) { post(.reloadOptions, to: bucket) }
    }

    /// Changes a bucket in place, and runs the jobs that result. These jobs may drop the bucket.
    private mutating func changeBucketAndRunJobs(
        on handle: BucketHandle, _ work: (inout Bucket, inout HubContext) -> Void
    ) {
        guard let slot = buckets.slot(handle) else { return }
        buckets.changeBucketWithinMemoryLimit(at: slot, &context, work)
        while let author = buckets.slots[slot].authorOfNextChange {
            buckets.slots[slot].mailbox.facts.ownedObjects = ownedObjects(of: author, at: slot)
            buckets.changeBucketWithinMemoryLimit(at: slot, &context) { $0.runWaitingWork(&$1) }
        }
        runJobs()
        dropIfIdleOrSchedule(handle)
    }

    /// Schedules the removal of an idle bucket, or drops the bucket at once if too many are open.
    private mutating func dropIfIdleOrSchedule(_ handle: BucketHandle) {
        guard let slot = buckets.slot(handle), canDropBucket(slot),
            !buckets.slots[slot].hasIdleAlarm
        else { return }
        guard buckets.count <= context.limits.memory.lingeringBuckets else {
            return dropBucket(handle)
        }
        buckets.slots[slot].hasIdleAlarm = true
        context.alarms.schedule(.idleBucket(handle), at: context.now + context.limits.memory.linger)
    }

    mutating func dropIfIdle(_ handle: BucketHandle) {
        guard let slot = buckets.slot(handle) else { return }
        buckets.slots[slot].hasIdleAlarm = false
        if canDropBucket(slot) { dropBucket(handle) }
    }
}

extension CallerRequest {
    fileprivate var makesObjects: Bool {
        switch self {
        case .change(let change): change.operation.makesObjects
        case .insert: true
        case .share(let shareRequest): shareRequest.purpose != .unshare
        case .index, .entity, .changes, .sharers: false
        }
    }
}
