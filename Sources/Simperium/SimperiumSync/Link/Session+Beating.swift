internal import SimperiumClock
internal import SimperiumWire

/// How a session knows that its connection lives, and lets the hub know.
extension Session {
    /// A beat is due after so much silence, whichever side is silent, where nothing was promised.
    package static let silenceLimit = Duration.seconds(20)
    /// A hub that was silent for so long is gone.
    package static let patience = Duration.seconds(60)
    /// The same where beats were promised: for a promise of four seconds, and for a longer one.
    static let shortPatience = Duration.seconds(9)
    static let slowPatience = Duration.seconds(20)
    /// So long a connection has to answer that stood while the machine slept.
    static let suspicion = Duration.seconds(1)

    /// The connection that stands.
    struct Connection: Hashable {
        let id: ConnectionID
        private let trouble: Trouble
        private let openedAt: Instant
        var heardAt: Instant
        var spokeAt: Instant
        var beatAt: Instant
        /// Since when a heartbeat waits for its answer.
        var askedAt: Instant?
        var beat = 0
        /// Where the hub takes promises; nil if it does not, as far as it has said.
        var channel: ChannelNumber?
        /// How often this client has promised to be heard, in seconds.
        var promise = 0
        /// When anything must have come, because the line is suspect.
        var answerDue: Instant?

        init(_ id: ConnectionID, after trouble: Trouble, at now: Instant) {
            self.id = id
            self.trouble = trouble
            (openedAt, heardAt, spokeAt, beatAt) = (now, now, now, now)
        }

        var beatDue: Instant {
            let limit = promise > 0 ? Duration.seconds(promise) : Session.silenceLimit
            return max(min(heardAt, spokeAt), beatAt) + limit
        }

        var deadAt: Instant { answerDue ?? heardAt + patience }

        private var patience: Duration {
            switch promise {
            case 0: Session.patience
            case ...4: Session.shortPatience
            default: Session.slowPatience
            }
        }

        /// What the next failure adds to: a connection that stood for a while ends a row of them.
        func trouble(at now: Instant, _ care: LineCare) -> Trouble {
            now - openedAt < care.healthyAfter ? trouble : Trouble()
        }
    }

    /// Whether the hub was asked for a sign of life, and owes it.
    package var isAsking: Bool {
        if case .online(let connection) = state { connection.askedAt != nil } else { false }
    }

    mutating func received(on id: ConnectionID, at now: Instant) -> [LinkEffect] {
        // What a past connection still had to say.
        guard case .online(var connection) = state, connection.id == id else { return [] }
        connection.heardAt = now
        connection.answerDue = nil
        lastHeard = now
        state = .online(connection)
        return []
    }

    mutating func receive(_ beat: Int, at now: Instant) -> [LinkEffect] {
        guard case .online(var connection) = state else { return [] }
        // The number is the hub's, so adding to it must not be able to trap.
        connection.beat = beat &+ 1
        if let askedAt = connection.askedAt { roundTrip = now - askedAt }
        connection.askedAt = nil
        state = .online(connection)
        return []
    }

    mutating func spoke(at now: Instant) -> [LinkEffect] {
        guard case .online(var connection) = state else { return [] }
        connection.spokeAt = now
        state = .online(connection)
        return []
    }

    mutating func beat(on connection: Connection, at now: Instant) -> [LinkEffect] {
        var connection = connection
        connection.beatAt = now
        connection.spokeAt = now
        connection.askedAt = connection.askedAt ?? now
        state = .online(connection)
        return [.send(ClientMessage.heartbeat(connection.beat).frame, on: connection.id)]
    }

    mutating func takePromises(on channel: ChannelNumber, at now: Instant) -> [LinkEffect] {
        guard case .online(var connection) = state else { return [] }
        connection.channel = channel
        state = .online(connection)
        return promise(at: now)
    }

    /// Whether the hub of the connection that stands knows more than the first version's.
    var takesPromises: Bool {
        if case .online(let connection) = state { connection.channel != nil } else { false }
    }

    mutating func hurry(_ isUrgent: Bool, at now: Instant) -> [LinkEffect] {
        care.set(urgent: isUrgent)
        return promise(at: now)
    }

    /// Lets the hub know how often to expect this client from now on, if that is news.
    private mutating func promise(at now: Instant) -> [LinkEffect] {
        guard case .online(var connection) = state, let channel = connection.channel,
            connection.promise != care.promise
        else { return [] }
        connection.promise = care.promise
        connection.spokeAt = now
        // Whoever was silent until now has the time that is promised from now on.
        if connection.promise > 0 { connection.heardAt = now }
        state = .online(connection)
        let command = ClientCommand.beat(seconds: connection.promise)
        return [.send(ClientMessage.command(command, on: channel).frame, on: connection.id)]
    }

    /// The machine slept, or the program did. Whether the line still stands shows within a second.
    mutating func suspect(at now: Instant) -> [LinkEffect] {
        switch state {
        case .online(let connection):
            guard connection.answerDue == nil else { return [] }
            let effects = beat(on: connection, at: now)
            guard case .online(var connection) = state else { return effects }
            connection.answerDue = now + Self.suspicion
            state = .online(connection)
            return effects
        case .resting(let rest): return dial(rest.trouble, at: now)
        case .dialling(let id, let trouble, _):
            return leave(id, .abandoning, then: .dial(trouble))
        case .leaving(let id, then: .rest(let rest)):
            state = .leaving(id, then: .dial(rest.trouble))
            return []
        case .idle, .leaving: return []
        }
    }
}

extension LineCare {
    /// A connection that stood for so long ends a row of failures.
    fileprivate var healthyAfter: Duration { pace == .patient ? .seconds(30) : .seconds(2) }
}
