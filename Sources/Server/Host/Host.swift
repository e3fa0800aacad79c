internal import Lobby
package import Recording
package import SimperiumClock
package import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// A server's whole program as one value: its hub, who may come in, and what it answers over HTTP.
///
/// It does no I/O. Feed it every event together with the present; perform the effects in order;
/// call again with `.wake` at `nextDeadline`. What `Hub` asks of the program that performs its
/// effects goes for this one's, too: an answer over HTTP tells of writes before it just as a frame
/// does.
package struct Host: Sendable {
    package enum Event: Hashable, Sendable {
        /// Comes first, but for some secrets.
        case started
        /// A caller asks over HTTP, or asks for a WebSocket.
        case requested(CallID, HTTPRequest, from: RequestOrigin)
        /// The caller does not wait for the answer any more.
        case cancelled(CallID)
        /// The WebSocket that was to be opened is. `app` is what its address names, if anything.
        case opened(ConnectionID, app: AppID?)
        case received([UInt8], from: ConnectionID)
        /// A message was not kept, of which this is the beginning, and the length.
        case discarded([UInt8], bytes: Int, from: ConnectionID)
        /// A client has much to take, or has taken it.
        case congested(ConnectionID)
        case drained(ConnectionID)
        /// A connection was hung up on, because there were too many.
        case turnedAway(RequestOrigin)
        case closed(ConnectionID, Farewell)
        /// A client gave a sign of life that is no message.
        case heard(ConnectionID)
        /// What the wall clock says: at the start, and when it has leapt.
        case clock(Stamp)
        case read(Asker, StoreAnswer)
        /// The store can't answer.
        case unanswered(Asker, StoreQuery)
        /// Writes to a log are lost.
        case failed(LogID)
        /// The store had no room for a log. Comes before `failed`.
        case full(LogID)
        /// The debts of a log to others are kept, and may be delivered.
        case owed([OwedObject])
        /// Something that was written is lost.
        case lost
        case found(Asker, AccountAnswer)
        case notFound(Asker)
        case computed(Asker, HostComputed)
        /// Comes for each password, even if no caller waits for it any more: without a byte, if it
        /// could not be hashed.
        case hashed(CallID, [UInt8])
        /// Chance from the operating system, of which secrets are made. Some must come first.
        case secrets([UInt8])
        /// Most connections come from one address, and no proxy is trusted.
        case crowded
        case wake
        /// Says farewell to all. Nothing that comes after counts.
        case shutDown
    }

    package enum Effect: Hashable, Sendable {
        /// Text messages.
        case send([UInt8], to: ConnectionID)
        case broadcast([UInt8], to: [ConnectionID])
        /// Closes a WebSocket. The host has forgotten it already.
        case close(ConnectionID, CloseReason)
        /// The answer is about these subjects: it may leave when all writes to them are kept.
        case answer(CallID, HTTPResponse, about: Set<StoreSubject>)
        /// Messages to the connection are about the log, too, after this.
        case join(ConnectionID, LogID)
        /// The answer is `owed`, when all writes to the log are kept.
        case deliver([OwedObject], owedBy: LogID)
        /// Makes a WebSocket of the connection that the call came by. To be told by `opened`.
        case openWebSocket(CallID, app: AppID?)
        /// To be answered by `read`.
        case read(Asker, StoreQuery)
        case write(StoreWrite)
        /// To be answered by `found`.
        case look(Asker, AccountQuery)
        /// To be answered by `found` as soon as the change is durable, or by `notFound` if it is
        /// lost or nothing is known of it.
        case change(Asker, UserChange)
        /// Stores the last use of a token.
        case noteUse(of: SecretDigest, at: Int)
        /// To be answered by `computed` with what came of `computation(for:)`, which is done where
        /// it holds nothing up, and for no payer more than one at a time; or with nothing.
        case compute(Asker, by: HostPayer)
        /// To be answered by `hashed`, and worked out where it holds nothing up.
        case hash(CallID, password: [UInt8], salt: [UInt8], PasswordHash.Cost)
        /// So many bytes of chance are wanted soon.
        case needSecrets(Int)
        case log(LogEntry)
    }

    /// The hub or the call that asked, so that the answer finds its way back.
    package enum Asker: Hashable, Sendable {
        case hub(QuestionID)
        case call(CallID)
        /// What is owed is to be paid.
        case debts
    }

    let settings: HostSettings
    var hub: Hub
    var now = Instant.start
    var effects: [Effect] = []
    var secrets = SecretSupply()
    /// Channels of whose tokens the accounts have not told yet whose they are.
    var unidentified: [QuestionID: AuthorizationRequest] = [:]
    var calls: OpenCalls
    var callers: CallerLimits
    var desks: Desks
    var tokenUses: TokenUses
    /// Why the hub was asked.
    var requests = Requests()
    var journal: Journal
    /// What the program that performs the effects has measured, for its operators.
    package var gauges: Gauges {
        get { journal.gauges }
        set { journal.gauges = newValue }
    }
    /// Nil if nothing is recorded.
    private var recording: HubRecording?
    /// What the hub is to hear of when all is done that it wants now.
    private var news: [Hub.Event] = []

    /// `epoch` must be greater than that of every host that wrote to the same store before.
    package init(
        _ settings: HostSettings, epoch: UInt32, recorder: Recorder? = nil, at now: Instant = .start
    ) {
        self.settings = settings
        let beginning = RecordedHub.Beginning(epoch: epoch, limits: settings.hub)
        hub = beginning.hub
        recording = recorder.map { HubRecording($0, of: beginning) }
        desks = Desks(halls: HallDesk(settings.halls))
        tokenUses = TokenUses(from: epoch)
        calls = OpenCalls(settings.limits.passwords)
        callers = CallerLimits(settings.limits, settings.people, at: settings.hub.pace)
        journal = Journal(settings.limits.logLines)
        journal.began = now
    }

    /// What opens the apps that are served.
    package var apps: [AppID: AppKeys] { settings.apps }

    /// The logs with an open bucket.
    package var openLogs: Set<LogID> { hub.openLogs }

    package var nextDeadline: Instant? {
        guard calls.unfinished.isEmpty else { return now }
        return [
            hub.nextDeadline, calls.waiters.next, requests.debts.retryAt, desks.halls.nextDeadline,
        ].compactMap(\.self).min()
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        self.now = now
        route(event)
        work()
        if secrets.isLow { effects.append(.needSecrets(SecretSupply.least * 2)) }
        var effects: [Effect] = []
        swap(&effects, &self.effects)
        return effects
    }

    private mutating func route(_ event: Event) {
        switch event {
        case .started: start()
        case .requested(let call, let request, let origin): receive(call, request, from: origin)
        case .cancelled(let call): cancel(call)
        case .opened(let connection, let app): forward(.opened(connection, app: app))
        case .received(let message, let connection):
            forwardMessage(.received(message, from: connection))
        case .discarded(let head, let bytes, let connection):
            forwardMessage(.discarded(head, bytes: bytes, from: connection))
        case .congested(let connection): forward(.congested(connection))
        case .drained(let connection): forward(.drained(connection))
        case .turnedAway(let origin): noteTurnedAway(origin)
        case .closed(let connection, let farewell): forward(.closed(connection, farewell))
        case .heard(let connection): forward(.heard(connection))
        case .clock(let stamp):
            tokenUses.set(stamp, at: now)
            forward(.clock(stamp))
        case .read(let asker, let answer): hand(answer, to: asker)
        case .unanswered(let asker, let query): fail(asker, query)
        case .notFound(let asker): fail(asker)
        case .lost: journal.store.countFailedWrite(at: now)
        case .failed(let log):
            noteLoss(of: log)
            forward(.failed(log))
        case .full(let log): forward(.full(log))
        case .owed(let objects): pay(objects)
        case .found(let asker, let answer): hand(answer, to: asker)
        case .computed(let asker, let computed): receive(computed, for: asker)
        case .hashed(let call, let result):
            calls.passwords.finish()
            resume(call, with: .hash(result))
            hashNext()
        case .secrets(let bytes): secrets.add(bytes)
        case .crowded: journal.isCrowded = true
        case .wake: wake()
        case .shutDown: shutDown()
        }
    }

    private mutating func hand(_ answer: StoreAnswer, to asker: Asker) {
        switch asker {
        case .hub(let question):
            if case .presence(let buckets, _) = answer { desks.halls.remember(buckets, at: now) }
            forward(.read(question, answer))
        case .call(let call): resume(call, with: .store(answer))
        case .debts: receiveDebts(answer)
        }
    }

    private mutating func hand(_ answer: AccountAnswer, to asker: Asker) {
        switch asker {
        case .hub(let question): tell(answer, to: question)
        case .call(let call): resume(call, with: .account(answer))
        case .debts: break
        }
    }

    /// The store can't answer; or the accounts can't, where there is no query.
    private mutating func fail(_ asker: Asker, _ query: StoreQuery? = nil) {
        journal.store.countFailedRead(at: now)
        switch asker {
        case .hub(let question):
            if let query { failToRead(query, for: question) } else { failToAuthorize(question) }
        case .call(let call): proceed(call) { _ throws(Refusal) in throw .unavailable }
        case .debts: putOffDebts()
        }
    }

    private mutating func failToRead(_ query: StoreQuery, for question: QuestionID) {
        guard let bucket = query.subject else {
            if case .seatEnds = query { return forward(.read(question, .seatEnds([]))) }
            // The buckets of which the store does not tell now are opened when clients come.
            return forward(.read(question, .presence([], hasMore: false)))
        }
        forward(.unread(bucket))
    }

    private mutating func forwardMessage(_ event: Hub.Event) {
        journal.metrics.countReceived()
        forward(event)
    }

    /// Has the hub hear of something when all that it wants now is done.
    mutating func forward(_ event: Hub.Event) {
        news.append(event)
    }

    /// Does what the hub wants, and what comes of it, until there is nothing left to do.
    private mutating func work() {
        var next = 0
        while next < news.count {
            for effect in turn(with: news[next]) { perform(effect) }
            next += 1
        }
        news.removeAll(keepingCapacity: true)
    }

    private mutating func turn(with event: Hub.Event) -> [Hub.Effect] {
        guard recording != nil else { return hub.handle(event, at: now) }
        recording?.write(event, at: now)
        let effects = hub.handle(event, at: now)
        recording?.write(effects)
        return effects
    }

    /// What the hub did since this was called last, as lines of a recording.
    package mutating func takeRecording() -> [UInt8] {
        recording?.take() ?? []
    }

    package mutating func endRecording() {
        recording?.end()
    }

    private mutating func perform(_ effect: Hub.Effect) {
        switch effect {
        case .send(let frame, let connection):
            journal.metrics.countSent(1)
            effects.append(.send(frame, to: connection))
        case .broadcast(let frame, let connections):
            journal.metrics.countSent(connections.count)
            effects.append(.broadcast(frame, to: connections))
        case .close(let connection, let ending):
            effects.append(.close(connection, ending.reason))
        case .authorize(let question, let request): authorize(question, request)
        case .read(let question, .nameOwner(let folded, let app)):
            effects.append(.look(.hub(question), .user(folded: folded, of: app)))
        case .read(let question, let query): effects.append(.read(.hub(question), query))
        case .compute(let question, let payer):
            effects.append(.compute(.hub(question), by: self.payer(payer)))
        case .write(let write): keep(write)
        case .answer(let request, let outcome): requests.end(request)?(&self, outcome)
        case .inquire(let connection, let channel, let question):
            answer(question, from: connection, on: channel)
        case .note(let note):
            if case .authorized(let connection, _, let bucket) = note {
                effects.append(.join(connection, bucket.log))
            }
            if case .closed(let connection, _) = note { releaseHall(of: connection) }
            journal.metrics.count(note)
            if let entry = LogEntry(note) { log(entry) }
        }
    }

    private mutating func keep(_ write: StoreWrite) {
        effects.append(.write(write))
        switch write {
        case .append(let change, _, _, let bucket, _):
            journal.metrics.countAccepted()
            wakeFirehoses(for: change, in: bucket)
        case .owe(let objects, let bucket):
            let due = objects.filter(\.isDue)
            if !due.isEmpty { effects.append(.deliver(due, owedBy: bucket.log)) }
        case .assign: readDebts()
        case .mirror(let mirroring):
            for entry in mirroring.entries { wakeFirehoses(for: entry.change, in: entry.bucket) }
            if mirroring.sharing == nil { noteUnshared(mirroring.key, in: mirroring.bucket) }
        default: break
        }
    }

    /// Whether a client's long message is wanted that begins like this.
    package func isWelcome(_ head: Span<UInt8>, from connection: ConnectionID) -> Bool {
        hub.isWelcome(head, from: connection)
    }

    /// How many bytes of a client's messages wait to be worked on.
    package func waitingBytes(of connection: ConnectionID) -> Int {
        hub.waitingBytes(of: connection)
    }

    private mutating func noteTurnedAway(_ origin: RequestOrigin) {
        guard callers.fullAddresses.allows(origin.addressPrefix, at: now) else { return }
        log(LogEntry(turnedAway: origin.address))
    }

    mutating func log(_ entry: LogEntry) {
        for line in journal.budget.admit(entry, at: now) { effects.append(.log(line)) }
    }
}
