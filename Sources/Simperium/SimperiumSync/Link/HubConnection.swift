package import SimperiumClock
package import SimperiumWire

/// The supervisor of a client's connection to the hub: it dials, sends heartbeats, detects silence,
/// and dials again. There is at most one connection.
///
/// It does no I/O, and reads no frames; its owner reports heartbeats. States: idle, dialling,
/// online, leaving (hung up, not closed yet), resting (a pause before the next dial).
///
/// Order of calls: the shell answers each `dial` with `opened` or `closed`, and each `hangUp` with
/// `closed`. Until the shell has answered, no further `dial` follows. The owner sends `.wake` at
/// `nextDeadline`.
package struct HubConnection: Sendable {
    package enum Event: Hashable, Sendable {
        case start
        case stop(ClientHangUpManner)
        /// A pause must end now, because the network is back or the program is in the foreground
        /// again.
        case retryNow
        /// The machine slept, so the connection may be dead.
        case testConnection
        case setUrgent(Bool)
        case link(LinkEvent)
        case receivedHeartbeat(Int)
        /// The hub has announced that the client may promise a heartbeat interval. The client sends
        /// the promise on this channel.
        case acceptsPromises(on: ChannelNumber)
        case sentFrame
        /// The connection is open but unusable, for this reason.
        case giveUp(LinkFailure)
        /// The client must dial the server of this hall. Nil if the redirecting server does not
        /// know the hall; the client then dials without a hall.
        case redirect(hall: String?)
        case wake
    }

    enum State: Hashable {
        case idle
        case dialling(LinkID, ConsecutiveLinkFailures, since: Instant)
        case online(OpenConnection)
        case leaving(LinkID, then: StepAfterHangUp)
        case resting(RedialPause)
    }

    enum StepAfterHangUp: Hashable {
        case stay
        case dial(ConsecutiveLinkFailures)
        case pause(RedialPause)
    }

    struct RedialPause: Hashable {
        let failures: ConsecutiveLinkFailures
        let until: Instant
        let reason: LinkFailure
    }

    var state = State.idle
    var policy: RedialAndHeartbeatPolicy
    var random: SeededRandom
    private var lastID = LinkID(rawValue: 0)
    /// The hall in the address of the next dial; nil for none.
    private var hall: String?
    /// The times of the last redirects.
    private var redirects: [Instant] = []
    /// The time between the last answered heartbeat and its answer; nil before the first answer.
    package var roundTrip: Duration?
    package var lastHeard: Instant?

    package init(random: SeededRandom, pace: RedialPace = .patient) {
        self.random = random
        policy = RedialAndHeartbeatPolicy(pace)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [LinkEffect] {
        switch event {
        case .start: start(at: now)
        case .stop(let manner): stop(manner)
        case .retryNow: dialNowOrSendHeartbeat(at: now)
        case .testConnection: testOrRedial(at: now)
        case .setUrgent(let isUrgent): setUrgent(isUrgent, at: now)
        case .link(.opened(let id)): enterOnlineState(id, at: now)
        case .link(.received(_, let id)): recordReceived(on: id, at: now)
        case .link(.closed(let id, let reason)): enterStateAfterClose(id, reason, at: now)
        case .receivedHeartbeat(let beat): recordHeartbeatAnswer(beat, at: now)
        case .acceptsPromises(let channel): enableHeartbeatIntervals(on: channel, at: now)
        case .sentFrame: recordSent(at: now)
        case .giveUp(let reason): abandonConnection(reason, at: now)
        case .redirect(let hall): redialOrPause(to: hall, at: now)
        case .wake: runTimers(at: now)
        }
    }
}

extension HubConnection {
    package static let dialTimeout = Duration.seconds(20)
    /// The longest delay of a `wake` while the program runs. After a longer delay, the program was
    /// suspended, so silence does not mean a dead hub.
    static let longestTimerDelay = Duration.seconds(2)
    /// The maximum number of redirects within `redirectWindow`. More redirects mean that the
    /// servers disagree.
    package static let redirectLimit = 4
    static let redirectWindow = Duration.seconds(10)
    /// The number of consecutive failures that clears the hall, because the hall's server may be
    /// gone.
    static let failuresWithHall = 3

    package enum Phase: Hashable, Sendable {
        case idle
        case connecting
        case online(LinkID)
        case resting(until: Instant, because: LinkFailure)
    }

    package var phase: Phase {
        switch state {
        case .idle, .leaving(_, then: .stay): .idle
        case .dialling, .leaving(_, then: .dial): .connecting
        case .online(let connection): .online(connection.id)
        case .resting(let pause), .leaving(_, then: .pause(let pause)):
            .resting(until: pause.until, because: pause.reason)
        }
    }

    /// The time of the next `wake`, unless another event comes earlier; nil if no `wake` is needed.
    package var nextDeadline: Instant? {
        switch state {
        case .idle, .leaving: nil
        case .dialling(_, _, let since): since + Self.dialTimeout
        case .online(let connection): min(connection.heartbeatDue, connection.timeoutDue)
        case .resting(let pause): pause.until
        }
    }

    private mutating func start(at now: Instant) -> [LinkEffect] {
        switch state {
        case .idle: return dial(ConsecutiveLinkFailures(), at: now)
        case .leaving(let id, then: .stay):
            state = .leaving(id, then: .dial(ConsecutiveLinkFailures()))
            return []
        // The client has already started.
        case .dialling, .online, .resting, .leaving: return []
        }
    }

    private mutating func stop(_ manner: ClientHangUpManner) -> [LinkEffect] {
        switch state {
        case .idle: return []
        case .resting:
            state = .idle
            return []
        case .dialling(let id, _, _): return hangUp(id, manner, then: .stay)
        case .online(let connection): return hangUp(connection.id, manner, then: .stay)
        case .leaving(let id, _):
            state = .leaving(id, then: .stay)
            return []
        }
    }

    /// Ends a pause and dials. An open connection is tested by a heartbeat instead.
    private mutating func dialNowOrSendHeartbeat(at now: Instant) -> [LinkEffect] {
        switch state {
        case .resting(let pause): return dial(pause.failures, at: now)
        case .leaving(let id, then: .pause(let pause)):
            state = .leaving(id, then: .dial(pause.failures))
            return []
        // The answer shows whether the old connection has survived.
        case .online(let connection): return sendHeartbeat(on: connection, at: now)
        case .idle, .dialling, .leaving: return []
        }
    }

    private mutating func enterOnlineState(_ id: LinkID, at now: Instant) -> [LinkEffect] {
        // A dial that was cancelled may still open; its `hangUp` is on its way.
        guard case .dialling(id, let failures, let since) = state else { return [] }
        policy.markSlowIfDialWasPrompt(now - since)
        state = .online(OpenConnection(id, after: failures, at: now))
        return []
    }

    private mutating func abandonConnection(_ reason: LinkFailure, at now: Instant) -> [LinkEffect]
    {
        guard case .online(let connection) = state else { return [] }
        if reason == .silent { policy.recordTimeoutIfUrgent(at: now) }
        let pause = redialPause(
            after: connection.failuresUnlessHealthy(at: now, policy), because: reason, at: now)
        return hangUp(connection.id, .abandoning, then: .pause(pause))
    }

    /// Hangs up and dials again, after a pause if redirects are too frequent. The redirecting hub
    /// has no session of this client, so the client sends no goodbye.
    private mutating func redialOrPause(to hall: String?, at now: Instant) -> [LinkEffect] {
        guard case .online(let connection) = state else { return [] }
        self.hall = hall
        let isTooFrequent =
            redirects.count == Self.redirectLimit && now - redirects[0] < Self.redirectWindow
        redirects = redirects.suffix(Self.redirectLimit - 1) + [now]
        let failures = connection.failuresUnlessHealthy(at: now, policy)
        let next: StepAfterHangUp =
            isTooFrequent
            ? .pause(redialPause(after: failures, because: .unanswered, at: now)) : .dial(failures)
        return hangUp(connection.id, .abandoning, then: next)
    }

    private mutating func enterStateAfterClose(
        _ id: LinkID, _ reason: LinkFailure, at now: Instant
    ) -> [LinkEffect] {
        switch state {
        // Another program has taken the session over, and keeps it.
        case .online(let connection) where connection.id == id && reason == .takenOver:
            state = .idle
        case .dialling(id, let failures, _):
            state = .resting(redialPause(after: failures, because: reason, at: now))
        case .online(let connection) where connection.id == id:
            let failures = connection.failuresUnlessHealthy(at: now, policy)
            state = .resting(redialPause(after: failures, because: reason, at: now))
        case .leaving(id, then: .stay): state = .idle
        case .leaving(id, then: .dial(let failures)): return dial(failures, at: now)
        case .leaving(id, then: .pause(let pause)): state = .resting(pause)
        // A past connection's end is ignored.
        case .idle, .dialling, .online, .leaving, .resting: break
        }
        return []
    }

    private mutating func runTimers(at now: Instant) -> [LinkEffect] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        switch state {
        case .idle, .leaving: return []
        case .dialling(let id, let failures, _):
            let pause = redialPause(after: failures, because: .timedOut, at: now)
            return hangUp(id, .abandoning, then: .pause(pause))
        case .online(let connection):
            guard connection.timeoutDue <= now else {
                return sendHeartbeat(on: connection, at: now)
            }
            let isLate =
                now - connection.timeoutDue > Self.longestTimerDelay && connection.answerDue == nil
            return isLate ? testOrRedial(at: now) : abandonConnection(.silent, at: now)
        case .resting(let pause): return dial(pause.failures, at: now)
        }
    }

    mutating func dial(_ failures: ConsecutiveLinkFailures, at now: Instant) -> [LinkEffect] {
        lastID = LinkID(rawValue: lastID.rawValue + 1)
        state = .dialling(lastID, failures, since: now)
        return [.dial(lastID, hall: hall)]
    }

    /// Hangs up. Performs `next` only after `closed`, so that there are never two connections.
    mutating func hangUp(
        _ id: LinkID, _ manner: ClientHangUpManner, then next: StepAfterHangUp
    ) -> [LinkEffect] {
        state = .leaving(id, then: next)
        return [.hangUp(id, manner)]
    }

    private mutating func redialPause(
        after failures: ConsecutiveLinkFailures, because reason: LinkFailure, at now: Instant
    ) -> RedialPause {
        var failures = failures
        failures.add(at: now)
        if failures.count >= Self.failuresWithHall { hall = nil }
        let wait = policy.redialWait(after: failures, because: reason, at: now, &random)
        return RedialPause(failures: failures, until: now + wait, reason: reason)
    }
}
