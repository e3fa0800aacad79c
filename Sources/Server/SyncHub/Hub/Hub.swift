// SyncHub: all users' buckets: versions, changes, presence, sharing.
// Not here: accounts and HTTP (Host), sockets and files (SimperiumServer), the game (GameHost).
// Start with `Hub`, the only entry point; then `Bucket`, `Bucket+Drafting`, `PresenceLeases`.

package import SimperiumClock
package import SimperiumWire

/// The sync server without I/O: connections and their channels, buckets and their changes.
///
/// A hub is a state machine. Its caller passes every event, with the time, to `handle(_:at:)`;
/// performs the effects in order; and sends `.wake` at `nextDeadline`.
///
/// Order of calls: `.started` comes first, and `.shutDown` last. `.opened` begins a connection and
/// `.closed` ends it, unless the hub has closed it by an effect. The answer to `authorize` is
/// `.authorized`, to `read` `.read` or `.unread`, and to `compute` `.computed`.
///
/// The caller promises:
/// - A write is durable before any effect after it reaches a peer. The hub never waits for a write.
///   So the caller delays output until the tick's transaction has been committed.
/// - A query sees all writes before the query. Answers may come at once or late, in any order.
/// - If a write fails, no later effect on the same log is performed until `failed` has named the
///   log.
///
/// The hub promises:
/// - After `failed`, the hub drops its state of the log, and closes the connections of all clients
///   with a channel in the log. The clients reconnect, and receive the store's data.
/// - One event causes a bounded amount of work. The rest waits for `.wake`.
///
/// The parts:
/// - `Connection`: one client's channels, frames and rate limit.
/// - `Bucket`: the work on one bucket's objects.
/// - `BucketPresence` and `ResumableClientSessions`: objects that are removed when their clients
///   leave.
/// - `GuardedLog`: the validation of a log's changes.
/// - `JobsForOtherBuckets`: work between buckets.
/// - `HubContext`: the state that all of these use.
package struct Hub: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// The first event. The hub opens the buckets with presence objects.
        case started
        /// A client has connected. `app` is the app in the address, if the address has one.
        case opened(ConnectionID, app: AppID?)
        case received([UInt8], from: ConnectionID)
        /// The beginning and the length of a frame that was too long to be kept.
        case discarded([UInt8], bytes: Int, from: ConnectionID)
        /// The output to the client is congested. The client's commands wait for `drained`.
        case congested(ConnectionID)
        /// The congested output to the client has been sent.
        case drained(ConnectionID)
        case closed(ConnectionID, ConnectionEnd)
        /// The client has shown activity other than a whole frame: a ping, or a part of a frame.
        /// Needed at most once a second.
        case heard(ConnectionID)
        /// The time of the wall clock. Sent at the start, and when the clock has been set.
        case clock(ServerTime)
        case authorized(QuestionID, AuthorizationResult)
        case read(QuestionID, StoreQueryAnswer)
        case computed(QuestionID, ComputationResult)
        /// Writes to this log have been lost.
        case failed(UserLogID)
        /// The store has no room for writes to a log. Comes before `failed`.
        case full(UserLogID)
        /// The store can't answer a bucket's query, which may be about another bucket.
        case unread(QuestionID)
        case requested(RequestID, CallerRequest, of: BucketID, by: Caller)
        /// The sender of this request no longer waits for the answer.
        case cancelled(RequestID, of: BucketID)
        case revoked(Set<CredentialID>)
        /// A frame from the server that has the data of one of the connection's channels.
        case passed([UInt8], to: ConnectionID)
        /// Another hub has changed the options of an app's buckets.
        case changedOptions(of: AppID)
        case wake
        /// Answers all requests with `unavailable`, and closes all connections. The hub ignores
        /// later events.
        case shutDown
    }

    private let boxedValidators: BoxedValidatorProvider
    var context: HubContext
    var connections: [ConnectionID: Connection] = [:]
    var pendingChannels: [QuestionID: PendingChannel] = [:]
    var framesBeingParsed: [QuestionID: (connection: ConnectionID, channel: ChannelNumber)] = [:]
    var buckets = BucketTable()
    var retries = BucketRetries()
    var fullLogs = FullLogs()
    var startupQuestion: QuestionID?
    /// Sign-ins that wait until the sessions of their logs have been read.
    var waitingSignIns: [(question: QuestionID, result: AuthorizationResult)] = []
    private var isStopping = false

    /// Creates a hub. `epoch` must be greater than the epoch of every earlier hub that wrote to the
    /// same store.
    package init(
        epoch: UInt32, limits: HubLimits = HubLimits(),
        validators: any ChangeValidatorProvider = NoValidators()
    ) {
        precondition(epoch > 0, "epoch 0 is only for the number of a bucket without changes")
        boxedValidators = BoxedValidatorProvider(validators)
        context = HubContext(limits, epoch: epoch)
    }

    var validators: any ChangeValidatorProvider { boxedValidators.provider }

    package var openLogs: Set<UserLogID> { buckets.logs }

    package func openBuckets(of log: UserLogID) -> [BucketName] {
        buckets.bucketIDs(of: log).map(\.name)
    }

    /// The time when the hub next needs `wake`; nil if it needs none. Each event may change this
    /// time.
    package var nextDeadline: Instant? {
        if isStopping { return nil }
        return context.unfinishedBuckets.isEmpty ? context.alarms.next : context.now
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        context.clock.now = now
        // An answer continues an earlier event, and shares that event's budget.
        if case .read = event {} else { context.resetBudget() }
        if !isStopping {
            route(event)
            while let bucket = context.jobs.damagedBuckets.popLast() {
                dropAfterStoreFailure(bucket)
            }
            while let options = context.jobs.changedOptions.popLast() {
                reloadOptionsOfBuckets(options.key, of: options.app)
            }
            if !waitingSignIns.isEmpty { continueWaitingSignIns() }
            applyChargeCorrections()
        }
        var effects: [Effect] = []
        swap(&effects, &context.effects)
        return effects
    }

    private mutating func route(_ event: Event) {
        switch event {
        case .started: queryPresenceBuckets()
        case .opened(let connection, let app): addConnection(connection, app: app)
        case .received(let frame, let connection): receive(frame, from: connection)
        case .discarded(let head, let bytes, let connection):
            chargeAndRefuseOverlongFrame(head, bytes: bytes, from: connection)
        case .congested(let connection): connections[connection]?.isCongested = true
        case .drained(let connection): resumeAfterCongestion(connection)
        case .closed(let connection, let end): removeConnection(connection, end)
        case .heard(let connection): recordActivity(connection)
        case .clock(let stamp): context.clock.adoptIfLater(stamp)
        case .authorized(let question, let answer): handleAuthorization(question, answer)
        case .read(let question, let answer): receive(answer, to: question)
        case .computed(let question, let computed): handleComputed(computed, to: question)
        case .failed(let log): dropAfterStoreFailure(log)
        case .full(let log): fullLogs.insert(log, at: context.now)
        case .unread(let question): dropBucketThatAsked(question)
        case .requested(let request, let wanted, let bucket, let caller):
            postCallerRequest(request, wanted, of: bucket, by: caller)
        case .cancelled(let request, let bucket): stopWaitingForChange(request, in: bucket)
        case .revoked(let credentials): revoke(credentials)
        case .passed(let frame, let connection): sendFrameOfOtherServer(frame, to: connection)
        case .changedOptions(let app): reloadOptionsOfBuckets(BucketOptions.defaultKey, of: app)
        case .wake: handleAlarmsAndResumeWork()
        case .shutDown: shutDown()
        }
    }

    /// Handles the due alarms and continues unfinished work, within one tick's limits.
    private mutating func handleAlarmsAndResumeWork() {
        for _ in 0..<context.limits.eventBudget {
            guard let alarm = context.alarms.popDue(at: context.now) else { break }
            switch alarm {
            case .idleTimeout(let connection): checkIdleTimeout(of: connection)
            case .endOfDelay(let connection): endDelay(of: connection)
            case .quietPeriod(let member, let bucket): endQuietPeriod(of: member, in: bucket)
            case .endOfAbsence(let lease, let bucket):
                expireAbsenceAndSession(of: lease, in: bucket)
            case .idleBucket(let bucket): dropIfIdle(bucket)
            case .openingRetry(let bucket): openOrRetryForGuard(bucket)
            }
        }
        while context.budget > 0, let bucket = context.unfinishedBuckets.popFirst() {
            resumeWorkLeftByTickLimit(of: bucket)
        }
    }

    private mutating func shutDown() {
        for request in buckets.slots.flatMap(\.requests) {
            context.effects.append(.answer(request, .unavailable))
        }
        for connection in connections.keys.sorted() {
            context.effects.append(.close(connection, .shutdown))
        }
        isStopping = true
    }
}

extension Hub {
    /// The number of sessions, with and without a connection.
    package var sessionCount: Int { context.sessions.known }

    /// The ids of the tokens of all open channels. Visits every connection.
    package var credentials: Set<CredentialID> {
        var found: Set<CredentialID> = []
        for connection in connections.values {
            for channel in connection.channels {
                if case .open(_, _, let credential) = channel.stage { found.insert(credential) }
            }
        }
        return found
    }
}
