// Host: a server's program as one value: hub, accounts, HTTP calls, and the plug-in of an app.
// Not here: changes and presence (SyncHub), I/O (SimperiumServer), the game (GameHost).
// Start with `Host`; then `Route`, the table of HTTP calls; `OutputGate`; `AppPlugin`.

package import Recording
package import SimperiumClock
package import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// The core of a server: the sync hub with the accounts, the HTTP interface and the plug-in of an
/// app.
///
/// A host does no I/O. Its caller passes each event with the present time to `handle(_:at:)`,
/// performs the effects in their order, and sends `.wake` at `nextDeadline`.
///
/// Order of calls: `.clock` and `.secrets` with the first random bytes, then `.started`, then all
/// other events. `.shutDown` is last. A call begins with `.requested` and ends with `.answer`,
/// `.openWebSocket` or `.cancelled`. A connection begins with `.opened` and ends with `.closed`,
/// unless the host has closed it by an effect. An effect that needs an answer names the event with
/// the answer.
///
/// The rules for `Hub` and its caller apply here, too. HTTP answers depend on earlier writes, as
/// frames do. `OutputGate` decides when an output may leave.
///
/// Parts of the work are done by other types:
/// - sockets, TLS, the store, hashing and the clock: `Server`.
/// - versions, changes and presence: `Hub`.
/// - the guests and rules of the plug-in's app: `AppPlugin`.
package struct Host: Sendable {
    package enum Event: Hashable, Sendable {
        /// The first event after `clock` and `secrets`.
        case started
        /// An HTTP request, or a request for a WebSocket.
        case requested(CallID, HTTPRequest, from: CallerAddress)
        /// The caller no longer waits for the answer.
        case cancelled(CallID)
        /// A WebSocket has been opened. `app` is the app in the WebSocket's address, if there is
        /// one. `origin` is the client's numeric address, for the log. `near` contains the shards
        /// of the server that accepted the client's connection.
        case opened(ConnectionID, app: AppID?, origin: String = "", near: ShardSet = [])
        case received([UInt8], from: ConnectionID)
        /// A frame for a client, from the server with the data of the client's account.
        case passed([UInt8], to: ConnectionID)
        /// The beginning and the length of a message that was too long to be received whole.
        case discarded([UInt8], bytes: Int, from: ConnectionID)
        /// The client reads its output too slowly.
        case congested(ConnectionID)
        /// The congested output has been sent.
        case drained(ConnectionID)
        /// A connection was refused because there are too many connections.
        case rejectedConnection(CallerAddress)
        case closed(ConnectionID, ConnectionEnd)
        /// The client has sent data, perhaps no whole message, so its connection is alive.
        case heard(ConnectionID)
        /// The time of the wall clock. Sent at the start, and when the clock has been set.
        case clock(ServerTime)
        case read(Asker, StoreQueryAnswer)
        /// The store can't answer the query.
        case unanswered(Asker, StoreQuery)
        /// The unstored writes to a log are lost.
        case failed(UserLogID)
        /// The store has no room for a log. Comes before `failed`.
        case full(UserLogID)
        /// The options of the plug-in's buckets have changed. Another host stores these options.
        case changedOptions
        /// These pending inserts are stored, and can be delivered.
        case storedPendingInserts([PendingCrossLogInsert])
        /// A write to the store has failed. `/metrics` and `/healthz` show it.
        case lostWrite
        case accountsAnswered(Asker, AccountQueryAnswer)
        /// The accounts can't answer a query. If `isChange`, a change is lost, or its result is
        /// unknown.
        case accountsUnanswered(Asker, isChange: Bool = false)
        /// The outcome of a computation; nil if the host must perform the computation itself,
        /// because another thread would save no time.
        case computed(Asker, HostComputationOutcome?)
        /// The hash of a password; empty if the hash could not be computed. Sent for each password,
        /// even if the call has ended.
        case hashed(CallID, [UInt8])
        /// Random bytes from the operating system. The first must come before `started`.
        case secrets([UInt8])
        /// Reports from the plug-ins of other servers.
        case receivedReports(CrossShardReports)
        /// Most connections come from one address, and no proxy is trusted.
        case crowdFromOneAddress
        case wake
        /// The server is stopping. The host closes all connections, and refuses all open calls.
        case shutDown
    }

    package enum Effect: Hashable, Sendable {
        /// Sends a text message to a client.
        case send([UInt8], to: ConnectionID)
        case broadcast([UInt8], to: [ConnectionID])
        /// Passes a client's frame to the server with the data of the client's account. Frames in
        /// the other direction arrive as `passed`.
        case pass([UInt8], from: ConnectionID)
        /// Closes a WebSocket that the host has already forgotten.
        case close(ConnectionID, CloseReason)
        /// Answers a call once all writes to these subjects are stored. If a write is lost, the
        /// answer is 503.
        case answer(CallID, HTTPResponse, about: Set<StoreFailureDomain>)
        /// Makes later messages to the connection wait for writes to this log, too.
        case join(ConnectionID, UserLogID)
        /// Holds pending inserts back until all writes to the log are stored. The answer is
        /// `storedPendingInserts`; if a write is lost, there is no answer.
        case deliver([PendingCrossLogInsert], owedBy: UserLogID)
        /// Upgrades the call's connection to a WebSocket. The answer is `opened`.
        case openWebSocket(CallID, app: AppID?)
        /// Reads the store. The answer is `read` or `unanswered`.
        case read(Asker, StoreQuery)
        case write(StoreWrite)
        /// Reads the accounts. The answer is `accountsAnswered` or `accountsUnanswered`.
        case queryAccounts(Asker, AccountQuery)
        /// Changes a user. The answer is `accountsAnswered` when the change is durable, or
        /// `accountsUnanswered` if the change is lost or its result is unknown.
        case change(Asker, UserChange)
        /// Stores the time of a token's last use, in seconds since 1970.
        case noteUse(of: SecretDigest, at: Int)
        /// Performs `computation(for:)`, usually on another thread. The answer is `computed`, with
        /// the outcome or with nil. At most one computation of an owner runs at a time.
        case compute(Asker, by: HostComputationOwner)
        /// Hashes a password on another thread. The answer is `hashed`.
        case hash(CallID, password: [UInt8], salt: [UInt8], ScryptParameters)
        /// Requests this many random bytes. The answer is `secrets`.
        case needSecrets(Int)
        /// Sends reports of the plug-in to the servers of other shards. Reports may be lost.
        case report(CrossShardReports)
        case log(ServerLogEntry)
    }

    /// The part of the host that waits for an answer. The event with the answer contains the same
    /// value.
    package enum Asker: Hashable, Sendable {
        /// The hub, for a store query or a computation.
        case hub(QuestionID)
        /// The authorization of a channel, for the holder of the channel's token.
        case authorization(QuestionID)
        /// The hub, which asked for the user that has a name.
        case nameOwner(QuestionID)
        case call(CallID)
        /// The delivery of pending inserts.
        case pendingInserts
    }

    package let settings: HostSettings
    var hub: Hub
    var now = Instant.start
    var effects: [Effect] = []
    var secrets = RandomByteSupply()
    /// The channels whose tokens are being looked up in the accounts.
    var pendingAuthorizations: [QuestionID: AuthorizationRequest] = [:]
    var calls: OpenCalls
    var callerLimiters: CallerRateLimiters
    var linkCodes: OpenLinkCodes
    var resetCodes: OpenResetCodes
    /// The state of the plug-in's app; nil without a plug-in.
    var coordinator: (any AppCoordinator)?
    let routes: [Route]
    var tokenUses: TokenUses
    var requests = OpenHubRequests()
    var pendingInserts: PendingInsertDeliveryState
    var unfinishedDeletions = UnfinishedAccountDeletions()
    /// The time when the server started. This host may have begun later, for a shard of another
    /// server.
    let startTime: Instant
    var metrics = Metrics()
    var logBudget: LogBudget
    /// True once most connections have come from one address, although no proxy is trusted.
    var isCrowded = false
    /// The numeric addresses of the open connections, for the log.
    var connectionAddresses: [ConnectionID: String] = [:]
    /// Measurements by the host's caller, for operators.
    package var gauges = ShellMeasuredGauges()
    private var recording: HubRecording?
    /// The events for the hub in this tick.
    private var hubEvents: [Hub.Event] = []

    /// Creates a host of a server that has run since `start`. `epoch` must be greater than the
    /// epochs of all earlier hosts with the same store.
    package init(
        _ settings: HostSettings, epoch: UInt32, recorder: Recorder? = nil,
        since start: Instant = .start
    ) {
        self.settings = settings
        let beginning = HubConfiguration(epoch: epoch, limits: settings.hub)
        hub = beginning.newHub(validators: settings.plugin?.validators ?? NoValidators())
        recording = recorder.map { HubRecording($0, of: beginning) }
        coordinator = settings.plugin?.newCoordinator(in: settings.shards)
        routes = Route.all(with: settings.plugin)
        tokenUses = TokenUses(from: epoch)
        calls = OpenCalls(settings.limits.passwords)
        pendingInserts = PendingInsertDeliveryState(hasOtherWriters: settings.shards.count > 1)
        linkCodes = OpenLinkCodes(capacity: settings.limits.openCodes)
        resetCodes = OpenResetCodes(capacity: settings.limits.openCodes)
        callerLimiters = CallerRateLimiters(
            settings.limits, settings.people, of: settings.plugin?.app, at: settings.hub.pace)
        logBudget = LogBudget(settings.limits.logLines)
        startTime = start
    }

    package var openLogs: Set<UserLogID> { hub.openLogs }

    package var nextDeadline: Instant? {
        guard calls.resumedAtWake.isEmpty else { return now }
        return [
            hub.nextDeadline, calls.longPolls.next, unfinishedDeletions.retryAt,
            pendingInserts.retryAt, coordinator?.nextDeadline, logBudget.countDueAt,
        ].compactMap(\.self).min()
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        route(event)
        runHubUntilIdle()
        if secrets.isLow { effects.append(.needSecrets(RandomByteSupply.least * 2)) }
        var effects: [Effect] = []
        swap(&effects, &self.effects)
        return effects
    }

    private mutating func route(_ event: Event) {
        switch event {
        case .started: start()
        case .requested(let call, let request, let origin):
            routeRequest(call, request, from: origin)
        case .cancelled(let call): cancelUnlessCommitted(call)
        case .opened(let connection, let app, let origin, let near):
            coordinator?.recordOpened(connection, viaServerOf: near)
            if !origin.isEmpty { connectionAddresses[connection] = origin }
            enqueueForHub(.opened(connection, app: app))
        case .received(let message, let connection):
            forwardMessage(.received(message, from: connection))
        case .passed(let frame, let connection): enqueueForHub(.passed(frame, to: connection))
        case .discarded(let head, let bytes, let connection):
            forwardMessage(.discarded(head, bytes: bytes, from: connection))
        case .congested(let connection): enqueueForHub(.congested(connection))
        case .drained(let connection): enqueueForHub(.drained(connection))
        case .rejectedConnection(let origin): logRejectedConnection(origin)
        case .closed(let connection, let farewell): enqueueForHub(.closed(connection, farewell))
        case .heard(let connection): enqueueForHub(.heard(connection))
        case .clock(let stamp):
            tokenUses.setCalendarTime(stamp, at: now)
            enqueueForHub(.clock(stamp))
        case .read(let asker, let answer): passAnswer(answer, to: asker)
        case .unanswered(let asker, let query): handleMissingAnswer(for: asker, query)
        case .accountsUnanswered(let asker, let isChange):
            handleMissingAnswer(for: asker, isChange: isChange)
        case .lostWrite: metrics.countFailedWrite(at: now)
        case .failed(let log):
            // The lost writes may have been pending inserts.
            if plugin(of: log.app) != nil { pendingInserts.scheduleRetry(at: now) }
            enqueueForHub(.failed(log))
        case .full(let log): enqueueForHub(.full(log))
        case .changedOptions:
            if let plugin { enqueueForHub(.changedOptions(of: plugin.app)) }
        case .storedPendingInserts(let objects): deliverPendingInserts(objects)
        case .accountsAnswered(let asker, let answer): passAnswer(answer, to: asker)
        case .computed(let asker, let outcome): passOutcome(outcome, to: asker)
        case .hashed(let call, let result):
            calls.passwords.finishHashing()
            resume(call, with: .hash(result))
            hashNextPassword()
        case .secrets(let bytes): secrets.add(bytes)
        case .receivedReports(let reports): coordinator?.applyReceived(reports, at: now)
        case .crowdFromOneAddress: isCrowded = true
        case .wake: wake()
        case .shutDown: shutDown()
        }
    }

    private mutating func passAnswer(_ answer: StoreQueryAnswer, to asker: Asker) {
        switch asker {
        case .hub(let question):
            if case .presence(let buckets, _) = answer {
                coordinator?.reopenHalls(withAbsentOwnersIn: buckets, at: now)
            }
            enqueueForHub(.read(question, answer))
        case .call(let call): resume(call, with: .store(answer))
        case .pendingInserts: receivePendingInserts(answer)
        case .authorization, .nameOwner: break
        }
    }

    private mutating func passAnswer(_ answer: AccountQueryAnswer, to asker: Asker) {
        switch asker {
        case .authorization(let question): completeAuthorization(question, with: answer)
        case .nameOwner(let question): answerNameOwner(question, answer)
        case .call(let call): resume(call, with: .account(answer))
        case .hub, .pendingInserts: break
        }
    }

    /// Handles the lack of an answer from the store or, if `query` is nil, from the accounts.
    private mutating func handleMissingAnswer(
        for asker: Asker, _ query: StoreQuery? = nil, isChange: Bool = false
    ) {
        if isChange { metrics.countFailedWrite(at: now) } else { metrics.countFailedRead(at: now) }
        switch asker {
        case .hub(let question):
            if let query { answerEmptyOrUnread(query, for: question) }
        case .authorization(let question): denyWithoutAccounts(question)
        // Without an answer, the name counts as free.
        case .nameOwner(let question): enqueueForHub(.read(question, .nameOwner(nil)))
        case .call(let call): continueCall(call) { _ throws(CallRefusal) in throw .unavailable }
        case .pendingInserts: pendingInserts.scheduleRetry(at: now)
        }
    }

    /// Gives the hub an empty answer to a query that the hub makes at its start. All other queries
    /// come from a bucket, which fails without the answer.
    private mutating func answerEmptyOrUnread(_ query: StoreQuery, for question: QuestionID) {
        switch query {
        // Presence buckets that this answer leaves out are opened when their clients connect.
        case .presence: enqueueForHub(.read(question, .presence([], hasMore: false)))
        case .seatEnds: enqueueForHub(.read(question, .seatEnds([])))
        default: enqueueForHub(.unread(question))
        }
    }

    private mutating func forwardMessage(_ event: Hub.Event) {
        metrics.countReceived()
        enqueueForHub(event)
    }

    mutating func enqueueForHub(_ event: Hub.Event) {
        hubEvents.append(event)
    }

    /// Passes the waiting events to the hub and performs the hub's effects, until no event is left.
    private mutating func runHubUntilIdle() {
        var next = 0
        while next < hubEvents.count {
            for effect in runHubTick(with: hubEvents[next]) { perform(effect) }
            next += 1
        }
        hubEvents.removeAll(keepingCapacity: true)
    }

    private mutating func runHubTick(with event: Hub.Event) -> [Hub.Effect] {
        guard recording != nil else { return hub.handle(event, at: now) }
        recording?.write(event, at: now)
        let effects = hub.handle(event, at: now)
        recording?.write(effects)
        return effects
    }

    /// Returns the lines recorded since the last call; empty if the host is not recorded.
    package mutating func takeRecording() -> [UInt8] {
        recording?.drain() ?? []
    }

    package mutating func endRecording() {
        recording?.end()
    }

    private mutating func perform(_ effect: Hub.Effect) {
        switch effect {
        case .send(let frame, let connection):
            metrics.countSent(1)
            effects.append(.send(frame, to: connection))
        case .broadcast(let frame, let connections):
            metrics.countSent(connections.count)
            effects.append(.broadcast(frame, to: connections))
        case .close(let connection, let ending):
            effects.append(.close(connection, ending.reason))
        case .pass(let frame, let connection): effects.append(.pass(frame, from: connection))
        case .authorize(let question, let request): authorize(question, request)
        case .read(let question, .nameOwner(let folded, let app)):
            effects.append(.queryAccounts(.nameOwner(question), .user(folded: folded, of: app)))
        case .read(let question, let query): effects.append(.read(.hub(question), query))
        case .compute(let question, let owner):
            effects.append(.compute(.hub(question), by: hostComputationOwner(owner)))
        case .write(let write): storeAndFollowUp(write)
        case .answer(let request, let outcome): requests.remove(request)?(&self, outcome)
        case .inquire(let connection, let channel, let question):
            answerPluginQuestion(question, by: .client(connection, on: channel))
        case .joined(let connection, let id): effects.append(.join(connection, id))
        case .ended(let connection):
            connectionAddresses[connection] = nil
            coordinator?.recordClosed(connection, at: now)
        case .note(let note):
            metrics.count(note)
            if let entry = ServerLogEntry(note, connectionAddresses) { logWithinBudget(entry) }
        }
    }

    private mutating func storeAndFollowUp(_ write: StoreWrite) {
        effects.append(.write(write))
        switch write {
        case .append(let change, _, _, let bucket, _):
            metrics.countAcceptedChange()
            wakeFirehoses(for: change, in: bucket)
        case .owe(let objects, let bucket) where settings.shards.isHome:
            let due = objects.filter(\.isDue)
            if !due.isEmpty { effects.append(.deliver(due, owedBy: bucket.log)) }
        case .assign where settings.shards.isHome: readPendingInserts()
        case .mirror(let mirroring):
            for entry in mirroring.entries { wakeFirehoses(for: entry.change, in: entry.bucket) }
            if mirroring.sharing == nil {
                removeUnsharedObjectIfRequired(mirroring.key, in: mirroring.bucket)
            }
        default: break
        }
    }

    /// Returns true if the rest of a long message with this beginning should be received.
    package func shouldReceiveRestOfMessage(_ head: Span<UInt8>, from connection: ConnectionID)
        -> Bool
    {
        hub.shouldReceiveMessage(head, from: connection)
    }

    /// Returns true if another server has the data of one of the client's channels.
    package func hasForwardedChannel(_ connection: ConnectionID) -> Bool {
        hub.hasForwardedChannel(connection)
    }

    /// Returns the number of bytes of a client's messages that wait to be handled.
    package func waitingCommandBytes(of connection: ConnectionID) -> Int {
        hub.waitingCommandBytes(of: connection)
    }

    private mutating func logRejectedConnection(_ origin: CallerAddress) {
        guard callerLimiters.rejectionLogLines.chargeIfAllowed(origin.addressPrefix, at: now) else {
            return
        }
        logWithinBudget(ServerLogEntry(turnedAway: origin.address))
    }

    mutating func logWithinBudget(_ entry: ServerLogEntry) {
        for line in logBudget.admit(entry, at: now) { effects.append(.log(line)) }
    }
}
