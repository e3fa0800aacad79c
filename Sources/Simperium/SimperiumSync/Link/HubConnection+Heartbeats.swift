internal import SimperiumClock
internal import SimperiumWire

/// Heartbeats, which detect a dead connection and prove to the hub that the client is alive.
extension HubConnection {
    /// The longest silence of either side before the client sends a heartbeat, if the client has
    /// promised no interval.
    package static let heartbeatInterval = Duration.seconds(20)
    /// The longest silence of the hub that the client tolerates, if the client has promised no
    /// heartbeat interval.
    package static let idleTimeout = Duration.seconds(60)
    /// The longest silence of the hub that the client tolerates with heartbeats every four seconds.
    static let shortIdleTimeout = Duration.seconds(9)
    /// The longest silence of the hub that the client tolerates with heartbeats every eight
    /// seconds.
    static let slowIdleTimeout = Duration.seconds(20)
    /// The time for a suspect connection to answer, for example after the machine slept.
    static let suspectTimeout = Duration.seconds(1)

    struct OpenConnection: Hashable {
        let id: LinkID
        private let failures: ConsecutiveLinkFailures
        private let openedAt: Instant
        var lastReceivedAt: Instant
        var lastSentAt: Instant
        var lastHeartbeatAt: Instant
        var unansweredHeartbeatAt: Instant?
        var nextBeat = 0
        /// The channel for the commands that promise the client's heartbeat interval. Nil until the
        /// hub has announced that the client may make such promises.
        var channel: ChannelNumber?
        /// The heartbeat interval that this client has promised, in seconds; zero for no promise.
        var promisedSeconds = 0
        /// The deadline for the next frame of a suspect connection; nil if it is not suspect.
        var answerDue: Instant?

        init(_ id: LinkID, after failures: ConsecutiveLinkFailures, at now: Instant) {
            self.id = id
            self.failures = failures
            (openedAt, lastReceivedAt, lastSentAt, lastHeartbeatAt) = (now, now, now, now)
        }

        var heartbeatDue: Instant {
            let limit =
                promisedSeconds > 0 ? .seconds(promisedSeconds) : HubConnection.heartbeatInterval
            return max(min(lastReceivedAt, lastSentAt), lastHeartbeatAt) + limit
        }

        var timeoutDue: Instant { answerDue ?? lastReceivedAt + idleTimeout }

        private var idleTimeout: Duration {
            switch promisedSeconds {
            case 0: HubConnection.idleTimeout
            case ...4: HubConnection.shortIdleTimeout
            default: HubConnection.slowIdleTimeout
            }
        }

        /// Returns the failures before this connection; none if the connection has lasted long
        /// enough to count as healthy.
        func failuresUnlessHealthy(at now: Instant, _ policy: RedialAndHeartbeatPolicy)
            -> ConsecutiveLinkFailures
        {
            let healthyAfter = policy.pace == .patient ? Duration.seconds(30) : .seconds(2)
            return now - openedAt < healthyAfter ? failures : ConsecutiveLinkFailures()
        }
    }

    /// The open connection; nil if there is none. Assign only to parts of it.
    private var openConnection: OpenConnection? {
        get { if case .online(let connection) = state { connection } else { nil } }
        set { if let newValue { state = .online(newValue) } }
    }

    package var awaitsHeartbeatAnswer: Bool { openConnection?.unansweredHeartbeatAt != nil }

    mutating func recordReceived(on id: LinkID, at now: Instant) -> [LinkEffect] {
        // A past connection's frame is ignored.
        guard case .online(var connection) = state, connection.id == id else { return [] }
        connection.lastReceivedAt = now
        connection.answerDue = nil
        lastHeard = now
        state = .online(connection)
        return []
    }

    mutating func recordHeartbeatAnswer(_ beat: Int, at now: Instant) -> [LinkEffect] {
        if let sentAt = openConnection?.unansweredHeartbeatAt { roundTrip = now - sentAt }
        openConnection?.unansweredHeartbeatAt = nil
        // The number comes from the hub, so adding to it must not trap.
        openConnection?.nextBeat = beat &+ 1
        return []
    }

    mutating func recordSent(at now: Instant) -> [LinkEffect] {
        openConnection?.lastSentAt = now
        return []
    }

    mutating func sendHeartbeat(on connection: OpenConnection, at now: Instant) -> [LinkEffect] {
        var connection = connection
        connection.lastHeartbeatAt = now
        connection.lastSentAt = now
        connection.unansweredHeartbeatAt = connection.unansweredHeartbeatAt ?? now
        state = .online(connection)
        return [.send(ClientMessage.heartbeat(connection.nextBeat).frame, on: connection.id)]
    }

    mutating func enableHeartbeatIntervals(on channel: ChannelNumber, at now: Instant)
        -> [LinkEffect]
    {
        openConnection?.channel = channel
        return sendHeartbeatIntervalIfChanged(at: now)
    }

    /// True if the hub lets the client promise a heartbeat interval. Such a hub also accepts other
    /// commands of the extensions, such as `leave`.
    var acceptsPromises: Bool { openConnection?.channel != nil }

    mutating func setUrgent(_ isUrgent: Bool, at now: Instant) -> [LinkEffect] {
        policy.setUrgent(isUrgent)
        return sendHeartbeatIntervalIfChanged(at: now)
    }

    /// Promises the hub the policy's heartbeat interval, if the interval has changed and the hub
    /// accepts such promises.
    private mutating func sendHeartbeatIntervalIfChanged(at now: Instant) -> [LinkEffect] {
        guard case .online(var connection) = state, let channel = connection.channel,
            connection.promisedSeconds != policy.promisedSeconds
        else { return [] }
        connection.promisedSeconds = policy.promisedSeconds
        connection.lastSentAt = now
        // The hub's silence is measured from now on, because the hub knew of no promise before.
        if connection.promisedSeconds > 0 { connection.lastReceivedAt = now }
        state = .online(connection)
        let command = ClientCommand.beat(seconds: connection.promisedSeconds)
        return [.send(ClientMessage.command(command, on: channel).frame, on: connection.id)]
    }

    /// Tests an open connection, because the machine or the program slept. A dead connection is
    /// detected within a second. Without an open connection, dials again at once, unless the client
    /// was stopped.
    mutating func testOrRedial(at now: Instant) -> [LinkEffect] {
        switch state {
        case .online(let connection):
            guard connection.answerDue == nil else { return [] }
            let effects = sendHeartbeat(on: connection, at: now)
            openConnection?.answerDue = now + Self.suspectTimeout
            return effects
        case .resting(let pause): return dial(pause.failures, at: now)
        case .dialling(let id, let failures, _):
            return hangUp(id, .abandoning, then: .dial(failures))
        case .leaving(let id, then: .pause(let pause)):
            state = .leaving(id, then: .dial(pause.failures))
            return []
        case .idle, .leaving: return []
        }
    }
}
