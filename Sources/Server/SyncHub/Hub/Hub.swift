package import SimperiumClock
package import SimperiumWire

/// The engine of a Simperium server: connections and their channels, buckets and their changes.
///
/// A hub does no I/O. Feed it every event together with the present; perform the effects in order;
/// call again with `.wake` at `nextDeadline`. The program that performs them promises three things:
///
/// - What is written is durable before anything that follows it in the effects, or comes of later
///   events, reaches a peer. The hub never waits for a write: it runs ahead, and its words are held
///   back until its deeds are done. One transaction for each turn does it.
/// - A query sees all writes before it. Answers may come at once or late, in any order.
/// - If a write fails, no later effect on the same log is performed until the event `failed` names
///   the log. The hub forgets all that it believes about the log, and closes the connections of all
///   clients in it. They come again, and find the store's data.
package struct Hub: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// Comes first. The hub looks for presence whose owners may not return.
        case started
        /// `app` is what the address names, if it names one.
        case opened(ConnectionID, app: AppID?)
        case received([UInt8], from: ConnectionID)
        /// A frame was not kept, of which this is the beginning, and the length.
        case discarded([UInt8], bytes: Int, from: ConnectionID)
        /// The client has much to take. Nothing that it asks is answered before `drained`.
        case congested(ConnectionID)
        case drained(ConnectionID)
        case closed(ConnectionID, Farewell)
        /// The client has given a sign of life that is no frame: a ping, or a part of a frame. Need
        /// not be told more than once a second.
        case heard(ConnectionID)
        /// What the wall clock says: to be told at the start, and when it has leapt.
        case clock(Stamp)
        case authorized(QuestionID, Authorization)
        case read(QuestionID, StoreAnswer)
        case computed(QuestionID, Computed)
        /// Writes to a log are lost.
        case failed(LogID)
        /// The store has no room for writes to a log. Comes before `failed`.
        case full(LogID)
        /// The store can't answer a query about a bucket.
        case unread(BucketID)
        /// A log that other hubs write to, too, is followed from here on: before the first answer
        /// about any of its buckets. The epoch is that of the engine's present life.
        case followed(LogID, at: Ordinal, epoch: UInt32)
        /// The engine is in another life, and may have forgotten the end of what it told. Comes
        /// before any log is followed in it.
        case anotherLife
        /// Others have written to it. Each entry is told once, in the order of the log, and before
        /// all answers that know of it.
        case told(LogID, ForeignEntry)
        /// Which users have an object open at other hubs that has been said to be open here.
        case viewed(ObjectKey, of: BucketID, by: [UserID])
        /// Another hub is gone that had clients in these buckets.
        case abandoned([BucketID])
        /// What is known of a log does not hold.
        case reset(LogID)
        case requested(RequestID, OutsideRequest, of: BucketID, by: Caller)
        /// The caller from outside has left.
        case cancelled(RequestID, of: BucketID)
        case revoked(Set<CredentialID>)
        case wake
        /// Says farewell to all. Nothing that comes after counts.
        case shutDown
    }

    private let keptGuards: KeptGuards
    var turn: HubTurn
    var connections: [ConnectionID: Connection] = [:]
    var pendingChannels: [QuestionID: PendingChannel] = [:]
    /// Channels of which a long frame is read elsewhere.
    var readings: [QuestionID: (connection: ConnectionID, channel: ChannelNumber)] = [:]
    var buckets = BucketTable()
    var backoff = StoreBackoff()
    var presenceQuestion: QuestionID?
    /// Who is let in as soon as it is known whose seats there are.
    var arrivals: [(QuestionID, Authorization)] = []
    private var isStopping = false

    /// `epoch` must be greater than that of every hub that wrote to the same store before.
    package init(
        epoch: UInt32, limits: HubLimits = HubLimits(), guards: any Guards = NoGuards(),
        isShared: Bool = false
    ) {
        precondition(epoch > 0, "the epoch before the first is for what never happened")
        keptGuards = KeptGuards(guards)
        turn = HubTurn(limits, epoch: epoch, isShared: isShared)
    }

    var guards: any Guards { keptGuards.guards }

    /// The logs with an open bucket.
    package var openLogs: Set<LogID> { buckets.logs }

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        if isStopping { return nil }
        return turn.unfinished.isEmpty ? turn.alarms.next : turn.now
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        turn.clock.now = now
        if !event.isAnswer || turn.isShared { turn.begin() }
        if !isStopping {
            route(event)
            while let bucket = turn.errands.damaged.popLast() { failed(bucket) }
            while let options = turn.errands.changedOptions.popLast() {
                reload(options.key, of: options.app)
            }
            while let displaced = turn.numbers.logs?.displaced.popLast() {
                close(displaced, .trouble)
            }
            if !arrivals.isEmpty { admitWaiting() }
            collectDebts()
        }
        var effects: [Effect] = []
        swap(&effects, &turn.effects)
        return effects
    }

    private mutating func route(_ event: Event) {
        switch event {
        case .started: findPresence()
        case .opened(let connection, let app): opened(connection, app: app)
        case .received(let frame, let connection): received(frame, from: connection)
        case .discarded(let head, let bytes, let connection):
            discarded(head, bytes: bytes, from: connection)
        case .congested(let connection): connections[connection]?.isCongested = true
        case .drained(let connection): drained(connection)
        case .closed(let connection, let farewell): closed(connection, farewell)
        case .heard(let connection): heard(connection)
        case .clock(let stamp): turn.clock.heed(stamp)
        case .authorized(let question, let answer): authorized(question, answer)
        case .read(let question, let answer): receive(answer, to: question)
        case .computed(let question, let computed): receive(computed, to: question)
        case .failed(let log): failed(log)
        case .full(let log): backoff.noteFull(log, at: turn.now)
        case .unread(let bucket): failed(bucket)
        case .followed(let log, let head, let epoch): turn.open(log, at: head, epoch: epoch)
        case .anotherLife: beginLife()
        case .told(let log, let entry): fold(entry, of: log)
        case .viewed(let key, let home, let users): see(users, at: key, of: home)
        case .abandoned(let buckets): attend(buckets)
        case .reset(let log): reset(log)
        case .requested(let request, let wanted, let bucket, let caller):
            requested(request, wanted, of: bucket, by: caller)
        case .cancelled(let request, let bucket): cancelled(request, of: bucket)
        case .revoked(let credentials): revoked(credentials)
        case .wake: wake()
        case .shutDown: shutDown()
        }
    }

    /// Rings the alarms that are due, and goes on with long works, as far as one event may.
    private mutating func wake() {
        for _ in 0..<turn.limits.turn {
            guard let alarm = turn.alarms.popDue(at: turn.now) else { break }
            switch alarm {
            case .silence(let connection): checkSilence(of: connection)
            case .allowance(let connection): endDelay(of: connection)
            case .quietPeriod(let member, let bucket): endQuietPeriod(of: member, in: bucket)
            case .grace(let lease, let bucket): endGrace(of: lease, in: bucket)
            case .idleness(let bucket): checkIdleness(of: bucket)
            case .recovery(let bucket): openForGuard(bucket)
            case .owners(let bucket): openForOwners(bucket)
            case .room(let bucket): lookForRoom(in: bucket)
            case .post(let bucket): post(.deliver(looking: true), to: bucket)
            }
        }
        while turn.budget > 0, let bucket = turn.unfinished.popFirst() { wake(bucket) }
    }

    private mutating func shutDown() {
        for request in buckets.slots.flatMap(\.requests) {
            turn.effects.append(.answer(request, .unavailable))
        }
        for connection in connections.keys.sorted() {
            turn.effects.append(.close(connection, .shutdown))
        }
        isStopping = true
    }
}

extension Hub.Event {
    /// Whether it goes on with what another event began.
    fileprivate var isAnswer: Bool {
        switch self {
        case .read: true
        case .started, .opened, .received, .discarded, .congested, .drained, .closed, .heard,
            .clock, .authorized, .computed, .failed, .full, .unread, .followed, .anotherLife, .told,
            .viewed, .abandoned, .reset, .requested, .cancelled, .revoked, .wake, .shutDown:
            false
        }
    }
}
