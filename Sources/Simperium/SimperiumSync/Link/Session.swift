package import SimperiumClock
package import SimperiumWire

/// The supervisor of a client's connection to the hub: it dials, sends heartbeats, detects silence,
/// and dials again. There is at most one connection.
///
/// It does no I/O, and reads no frames except heartbeats, which its owner passes as `.beat`.
/// States: idle, dialling, online, leaving (hung up, not closed yet), resting (a pause before the
/// next dial).
///
/// Order of calls: the shell answers each `dial` with `opened` or `closed`, and each `hangUp` with
/// `closed`. Until then the session dials nothing else. The owner sends `.wake` at `nextDeadline`.
package struct Session: Sendable {
    package enum Event: Hashable, Sendable {
        case start
        case stop(Parting)
        /// The network is back, or the program came to the front: a pause must end now.
        case nudge
        /// The machine slept, so the connection may be dead.
        case suspect
        /// True while something is open that can't wait.
        case hurry(Bool)
        case link(LinkEvent)
        /// The frame that was received last is a heartbeat.
        case beat(Int)
        /// The hub accepts promises of heartbeats, for example on this channel.
        case takesPromises(on: ChannelNumber)
        /// A frame was sent.
        case spoke
        /// The connection is open, but of no use.
        case giveUp(ConnectionFailure)
        case wake
    }

    enum State: Hashable {
        case idle
        case dialling(ConnectionID, Trouble, since: Instant)
        case online(Connection)
        case leaving(ConnectionID, then: Intention)
        case resting(Rest)
    }

    enum Intention: Hashable {
        case stay
        case dial(Trouble)
        case rest(Rest)
    }

    struct Rest: Hashable {
        let trouble: Trouble
        let until: Instant
        let reason: ConnectionFailure
    }

    var state = State.idle
    var care: LineCare
    var random: SeededRandom
    private var lastID = ConnectionID(rawValue: 0)
    /// The time between the last heartbeat and its answer.
    package var roundTrip: Duration?
    package var lastHeard: Instant?

    package init(random: SeededRandom, pace: LinePace = .patient) {
        self.random = random
        care = LineCare(pace)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [LinkEffect] {
        switch event {
        case .start: start(at: now)
        case .stop(let parting): stop(parting)
        case .nudge: nudge(at: now)
        case .suspect: suspect(at: now)
        case .hurry(let isUrgent): hurry(isUrgent, at: now)
        case .link(.opened(let id)): opened(id, at: now)
        case .link(.received(_, let id)): received(on: id, at: now)
        case .link(.closed(let id, let reason)): closed(id, reason, at: now)
        case .beat(let beat): receive(beat, at: now)
        case .takesPromises(let channel): takePromises(on: channel, at: now)
        case .spoke: spoke(at: now)
        case .giveUp(let reason): giveUp(reason, at: now)
        case .wake: wake(at: now)
        }
    }
}

extension Session {
    package static let dialLimit = Duration.seconds(20)
    /// A wake that is this late means that the program was suspended, not that the hub was silent.
    static let lateness = Duration.seconds(2)

    package enum Phase: Hashable, Sendable {
        case idle
        case connecting
        case online(ConnectionID)
        case resting(until: Instant, because: ConnectionFailure)
    }

    package var phase: Phase {
        switch state {
        case .idle, .leaving(_, then: .stay): .idle
        case .dialling, .leaving(_, then: .dial): .connecting
        case .online(let connection): .online(connection.id)
        case .resting(let rest), .leaving(_, then: .rest(let rest)):
            .resting(until: rest.until, because: rest.reason)
        }
    }

    /// The time of the next `wake`, unless another event comes before.
    package var nextDeadline: Instant? {
        switch state {
        case .idle, .leaving: nil
        case .dialling(_, _, let since): since + Self.dialLimit
        case .online(let connection): min(connection.beatDue, connection.deadAt)
        case .resting(let rest): rest.until
        }
    }
}

extension Session {
    private mutating func start(at now: Instant) -> [LinkEffect] {
        switch state {
        case .idle: return dial(Trouble(), at: now)
        case .leaving(let id, then: .stay):
            state = .leaving(id, then: .dial(Trouble()))
            return []
        // The session is started already.
        case .dialling, .online, .resting, .leaving: return []
        }
    }

    private mutating func stop(_ parting: Parting) -> [LinkEffect] {
        switch state {
        case .idle: return []
        case .resting:
            state = .idle
            return []
        case .dialling(let id, _, _): return leave(id, parting, then: .stay)
        case .online(let connection): return leave(connection.id, parting, then: .stay)
        case .leaving(let id, _):
            state = .leaving(id, then: .stay)
            return []
        }
    }

    private mutating func nudge(at now: Instant) -> [LinkEffect] {
        switch state {
        case .resting(let rest): return dial(rest.trouble, at: now)
        case .leaving(let id, then: .rest(let rest)):
            state = .leaving(id, then: .dial(rest.trouble))
            return []
        // The answer shows whether the old connection has survived.
        case .online(let connection): return beat(on: connection, at: now)
        case .idle, .dialling, .leaving: return []
        }
    }

    private mutating func opened(_ id: ConnectionID, at now: Instant) -> [LinkEffect] {
        // A dial that was cancelled may still open; its `hangUp` is on its way.
        guard case .dialling(id, let trouble, let since) = state else { return [] }
        care.noteOpening(after: now - since, at: now)
        state = .online(Connection(id, after: trouble, at: now))
        return []
    }

    private mutating func giveUp(_ reason: ConnectionFailure, at now: Instant) -> [LinkEffect] {
        guard case .online(let connection) = state else { return [] }
        if reason == .silent { care.noteSilence(at: now) }
        let rest = rest(after: connection.trouble(at: now, care), because: reason, at: now)
        return leave(connection.id, .abandoning, then: .rest(rest))
    }

    private mutating func closed(
        _ id: ConnectionID, _ reason: ConnectionFailure, at now: Instant
    ) -> [LinkEffect] {
        switch state {
        // Another program has taken the session over, and keeps it.
        case .online(let connection) where connection.id == id && reason == .takenOver:
            state = .idle
        case .dialling(id, let trouble, _):
            state = .resting(rest(after: trouble, because: reason, at: now))
        case .online(let connection) where connection.id == id:
            let trouble = connection.trouble(at: now, care)
            state = .resting(rest(after: trouble, because: reason, at: now))
        case .leaving(id, then: .stay): state = .idle
        case .leaving(id, then: .dial(let trouble)): return dial(trouble, at: now)
        case .leaving(id, then: .rest(let rest)): state = .resting(rest)
        // A past connection.
        case .idle, .dialling, .online, .leaving, .resting: break
        }
        return []
    }

    private mutating func wake(at now: Instant) -> [LinkEffect] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        switch state {
        case .idle, .leaving: return []
        case .dialling(let id, let trouble, _):
            let rest = rest(after: trouble, because: .timedOut, at: now)
            return leave(id, .abandoning, then: .rest(rest))
        case .online(let connection):
            guard connection.deadAt <= now else { return beat(on: connection, at: now) }
            let isLate = now - connection.deadAt > Self.lateness && connection.answerDue == nil
            return isLate ? suspect(at: now) : giveUp(.silent, at: now)
        case .resting(let rest): return dial(rest.trouble, at: now)
        }
    }
}

extension Session {
    mutating func dial(_ trouble: Trouble, at now: Instant) -> [LinkEffect] {
        lastID = ConnectionID(rawValue: lastID.rawValue + 1)
        state = .dialling(lastID, trouble, since: now)
        return [.dial(lastID)]
    }

    /// Hangs up, and acts on `intention` only after `closed`, so that there are never two
    /// connections.
    mutating func leave(
        _ id: ConnectionID, _ parting: Parting, then intention: Intention
    ) -> [LinkEffect] {
        state = .leaving(id, then: intention)
        return [.hangUp(id, parting)]
    }

    private mutating func rest(
        after trouble: Trouble, because reason: ConnectionFailure, at now: Instant
    ) -> Rest {
        var trouble = trouble
        trouble.add(at: now)
        let wait = care.wait(after: trouble, because: reason, at: now, &random)
        return Rest(trouble: trouble, until: now + wait, reason: reason)
    }
}
