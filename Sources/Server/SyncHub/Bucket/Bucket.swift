import SimperiumClock
import SimperiumJSON
import SimperiumWire

/// One bucket of one user: a mailbox of work items, done strictly one after another.
///
/// A bucket does no I/O. The hub posts `BucketWork` items, and the bucket appends effects to the
/// `HubContext` that it is given.
///
/// A work item that needs a fact from the store throws a `SuspensionReason` and is suspended; all
/// later work items wait. When the answer arrives in `receive(_:to:_:)`, the work item starts again
/// from the beginning, with the answer in `mailbox.facts`. So each work item reads as if all data
/// were in memory, and no item sees another item's partial work. A change of state before a throw
/// must be harmless when it is repeated.
///
/// Order of calls: the initialiser queues `.loadState`, so the bucket's state is loaded before any
/// other work item runs. Then the hub calls:
/// - `post` for new work,
/// - `receive` for answers,
/// - `resumePausedWork` for paused work that can continue,
/// - `runWaitingWork` when another bucket has answered.
///
/// The hub drops a bucket that `isUnused`, and a bucket after a store failure.
///
/// The bucket promises:
/// - Every change has one position in the log, and all listeners receive the changes in that order.
/// - A change with a known id is refused as a duplicate, so a client may send it again.
/// - Every `CallerRequest` is answered, if only with `unavailable`.
///
/// Connections, channels, sessions and alarms belong to the hub. Buckets reach each other only
/// through the hub's `JobsForOtherBuckets`.
struct Bucket {
    let id: BucketID
    let handle: BucketHandle
    /// True if the log's `ChangeValidator` must approve each change.
    let isGuarded: Bool
    /// The validator of the bucket's changes; nil if the bucket is guarded or needs no validator.
    let validator: (any BucketValidator)?
    var isShownToGuard = false

    var contents = CachedBucketData()
    var options = BucketOptions()

    var members: [MemberID: ChannelMembership] = [:]
    var listeners = ListeningChannels()
    /// The cursors of members that have seen changes that the store has since lost.
    var lostCursors: [MemberID: SequenceNumber] = [:]
    var presence = BucketPresence()
    /// The ids of caller requests that wait for the next change.
    var waitingRequests = OrderedSet<RequestID>()
    var hasIdleAlarm = false

    var mailbox = Mailbox()

    var head: SequenceNumber { contents.head }
    var cachedBytes: Int { contents.cachedBytes }
    var guardedLog: UserLogID? { isGuarded ? id.log : nil }
    func connection(of member: MemberID) -> ConnectionID? { members[member]?.connection }
    func channel(of member: MemberID) -> (ConnectionID, ChannelNumber)? {
        members[member].map { ($0.connection, $0.channel) }
    }

    init(
        _ id: BucketID, _ handle: BucketHandle, isGuarded: Bool,
        by validator: (any BucketValidator)?
    ) {
        self.id = id
        self.handle = handle
        self.isGuarded = isGuarded
        self.validator = validator
        mailbox.append(.loadState)
        if isGuarded { mailbox.append(.showToGuard(after: .zero)) }
    }

    var isUnused: Bool {
        mailbox.isEmpty && members.isEmpty && presence.leases.isEmpty && waitingRequests.isEmpty
    }

    /// The ids of caller requests that have not been answered.
    var requests: [RequestID] { waitingRequests.all + mailbox.requests }

    mutating func post(_ work: BucketWork, _ context: inout HubContext) {
        mailbox.bytes += work.bytes
        if mailbox.isEmpty, context.budget > 0, !isGuarded {
            perform(work, &context)
        } else {
            mailbox.append(work)
        }
        runWaitingWork(&context)
    }

    func isOverwhelmed(_ limits: HubLimits) -> Bool {
        mailbox.count > limits.waiting.works || mailbox.bytes > limits.waiting.workBytes
    }

    /// Performs the waiting work, within the tick's budget, until an item is suspended. A guarded
    /// bucket stops before each change until the hub has set `mailbox.facts.ownedObjects`, because
    /// the author may own objects in other buckets of the log.
    mutating func runWaitingWork(_ context: inout HubContext) {
        while context.jobs.entityReports.isEmpty, let work = mailbox.next() {
            guard context.budget > 0 else { return pauseUntilLaterTick(before: work, &context) }
            if isGuarded, case .change = work, mailbox.facts.ownedObjects == nil {
                return mailbox.scheduleBeforeWaiting(work)
            }
            perform(work, &context)
            if isGuarded { mailbox.facts.ownedObjects = nil }
        }
    }

    /// The author of the next change, if `runWaitingWork` has stopped before that change; otherwise
    /// nil.
    var authorOfNextChange: WorkAuthor? {
        guard isGuarded, case .working(.change(_, let author, _)) = mailbox.activity else {
            return nil
        }
        return author
    }

    /// Postpones a work item to a later tick, so that other buckets can do their work first.
    mutating func pauseUntilLaterTick(before work: BucketWork, _ context: inout HubContext) {
        mailbox.pause(before: work)
        context.unfinishedBuckets.append(handle)
    }

    mutating func resumePausedWork(_ context: inout HubContext) {
        if mailbox.resumePausedItem() { runWaitingWork(&context) }
    }

    private mutating func perform(_ work: BucketWork, _ context: inout HubContext) {
        do throws(SuspensionReason) {
            try carryOut(work, &context)
        } catch {
            return suspendOrFail(work, for: error, &context)
        }
        context.spend()
        mailbox.facts.removeAll()
        if work.bytes > 0 { stopCountingBytes(of: work, &context) }
    }

    /// Stops counting the bytes of a finished work item against the memory limits of the bucket and
    /// of the author's connection.
    private mutating func stopCountingBytes(of work: BucketWork, _ context: inout HubContext) {
        mailbox.bytes -= work.bytes
        guard let author = work.author, let connection = connection(of: author) else { return }
        context.chargeCorrections.append(.finishedBytes(work.bytes, of: connection))
    }

    /// Suspends a work item until its missing fact is known, passes the item to another bucket, or
    /// fails this bucket.
    mutating func suspendOrFail(
        _ work: BucketWork, for missing: SuspensionReason, _ context: inout HubContext
    ) {
        switch missing {
        case .needsEntityReport(let key, let bucket):
            context.spend()
            let waiter = WorkAwaitingEntity(
                work: work, bucket: handle, facts: mailbox.facts, fingerprint: contents.fingerprint)
            mailbox.facts.removeAll()
            context.jobs.waiting.append(.reportEntity(key, of: bucket, to: waiter))
        case .belongsToOther(let bucket, let other):
            context.spend()
            mailbox.bytes -= work.bytes
            mailbox.facts.removeAll()
            context.jobs.waiting.append(.post(other, to: bucket))
        case .unread(let query):
            let question = context.nextQuestionID(askedBy: handle)
            context.effects.append(.read(question, query))
            mailbox.suspend(work, for: .stored(query), as: question)
        case .uncomputed(let computation):
            let question = context.nextQuestionID(askedBy: handle)
            context.effects.append(.compute(question, by: computationOwner(of: work)))
            mailbox.suspend(work, for: .computed(computation), as: question)
        case .guardNotReady:
            mailbox.pause(before: work)
            context.guardedLogs[id.log]?.bucketsWithWaitingChange.append(handle)
        case .damaged: context.jobs.damagedBuckets.append(id)
        }
    }

    mutating func carryOut(_ work: BucketWork, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        switch work {
        case .loadState: try loadStateAndOptions(&context)
        case .restoreStoredLeases(let key): try restoreStoredLeases(after: key, &context)
        case .reloadOptions: try reloadOptions(&context)
        case .join(let member): join(member, &context)
        case .leave(let member, let end):
            removeLeavingMember(member, by: end, &context)
        case .subscribe(let member): try sendMissedChangesAndSubscribe(member, &context)
        case .change(let change, let author, let bytes):
            try applyOrRefuse(change, by: author, bytes: bytes, &context)
        case .refuse(let change, let member): refuse(change, by: member, &context)
        case .index(let request, let requester):
            try answerIndexAndSubscribe(request, for: requester, &context)
        case .entity(let request, let member):
            try answerEntityOnChannel(request, for: member, &context)
        case .objectForCaller(let key, let version, let author):
            try answerEntityForCaller(key, at: version, for: author, &context)
        case .catchUp(let cursor, let waits, let requester):
            try answerChangesSinceCursor(cursor, waits: waits, for: requester, &context)
        case .share(let shareRequest, let author):
            try answerShareRequest(shareRequest, by: author, &context)
        case .insertShared(let change, let users, let author):
            try insert(change, sharedWith: users, by: author, &context)
        case .sharers(let key, let author): try answerSharers(of: key, for: author, &context)
        case .reportEntity(let key, let waiter): try reportEntity(key, to: waiter, &context)
        case .stopWaiting(let request): waitingRequests.remove(request)
        case .remove(let removal): try removeSlice(removal, &context)
        case .expireAbsence(let lease): expireAbsence(of: lease, &context)
        case .endSessionAbsence(let credentials): endSessionAbsence(credentials, &context)
        case .releaseSession(let credentials, let end):
            releaseSessionLease(credentials, by: end, &context)
        case .removeSessionObjects(let credentials): removeSessionObjects(credentials, &context)
        case .removeOutdatedMember(let key, let member):
            try removeObjectMemberAsOwner(key, named: member, &context)
        case .showToGuard(let ordinal): try showObjectsToGuard(after: ordinal, &context)
        }
    }

    /// Stores an answer and resumes the work item that needs it. Does nothing if no item waits for
    /// the answer.
    mutating func receive(
        _ fact: Mailbox.ReceivedFact, to question: QuestionID, _ context: inout HubContext
    ) {
        if mailbox.receive(fact, to: question) { runWaitingWork(&context) }
    }

    private func computationOwner(of work: BucketWork) -> ComputationOwner {
        guard let author = work.author else { return .hub }
        if let request = author.request { return .caller(request) }
        return connection(of: author).map { .connection($0) } ?? .hub
    }

    private func connection(of author: WorkAuthor) -> ConnectionID? {
        switch author {
        case .local(.member(let id)): connection(of: id)
        case .local(.caller): nil
        case .remoteEditor(let editor): editor.principal.connection
        }
    }

    mutating func loadStateAndOptions(_ context: inout HubContext) throws(SuspensionReason) {
        contents.begunBucketsAtOpening =
            contents.begunBucketsAtOpening ?? context.begunBuckets[id.log, default: 0]
        contents.state = try storedBucket()
        context.clock.adoptIfLater(contents.state.stamp)
        options = try storedOptions()
        contents.recent = RecentChanges(from: head)
        contents.isLoaded = true
        mailbox.scheduleBeforeWaiting(.restoreStoredLeases(after: nil))
    }

    mutating func reloadOptions(_ context: inout HubContext) throws(SuspensionReason) {
        options = try storedOptions()
        extendAbsences(&context)
    }

    /// Restores the leases of stored objects with owners, one slice of objects for each call.
    ///
    /// The owners were cut off, most likely by a restart, and have the usual time to return. An
    /// owner that was already absent during `PresenceLease.mostRestarts` earlier restarts is given
    /// no more time.
    mutating func restoreStoredLeases(after key: ObjectKey?, _ context: inout HubContext)
        throws(SuspensionReason)
    {
        let (owned, hasMore) = try objectsWithOwners(after: key)
        for entity in owned {
            guard let owner = entity.owner else { continue }
            if presence.leases[owner.lease] == nil {
                addLease(restoreLease(of: owner, &context), &context)
            }
            presence.restoreOwnership(entity.key, of: owner.lease)
        }
        if !owned.isEmpty {
            context.effects.append(.write(.countRestart(of: owned.map(\.key), in: id)))
        }
        if hasMore, let last = owned.last {
            mailbox.scheduleBeforeWaiting(.restoreStoredLeases(after: last.key))
        } else {
            context.sessions.bucketsReadingLeases[handle] = nil
        }
    }

    private func restoreLease(of found: PresenceObjectOwner, _ context: inout HubContext)
        -> PresenceLease
    {
        var owner = found
        owner.restarts += 1
        var session: ResumableClientSessionID?
        if owner.seat > 0, let digest = owner.secret {
            let credentials = SessionResumeCredentials(
                log: id.log, clientID: owner.clientID, digest: digest)
            session = context.sessions.restoreSession(credentials, number: owner.seat)
        }
        guard session.flatMap({ context.sessions[$0]?.holder }) == nil else {
            return PresenceLease(owner: owner, session: session, ownerPresence: .session)
        }
        let grace = found.restarts < PresenceLease.mostRestarts ? options.presenceGrace : .zero
        let absence = Absence(since: context.now, until: context.now + grace, cause: .line)
        context.alarms.schedule(.endOfAbsence(owner.lease, in: handle), at: absence.until)
        return PresenceLease(owner: owner, session: session, ownerPresence: .away(absence))
    }

    /// Returns the bucket's own options, with the app's defaults for missing options. The bucket
    /// `__options__` has the built-in options.
    func storedOptions() throws(SuspensionReason) -> BucketOptions {
        guard id.name != .options else { return BucketOptions() }
        let home = BucketID.optionsBucket(of: id.app)
        let own = try ObjectKey(id.name.text).map { key throws(SuspensionReason) in
            try objectOfOtherBucket(key, in: home)
        }
        let defaults = try objectOfOtherBucket(BucketOptions.defaultKey, in: home)
        return BucketOptions(own: own ?? [:], defaults: defaults)
    }
}
