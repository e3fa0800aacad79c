package import SimperiumClock
internal import SimperiumWire

/// A client's link to the hub: dialling, heartbeats, and patience. One connection at a time.
///
/// The shell answers each `dial` with `opened` or `closed`, and each `hangUp` with `closed`. Until
/// then nothing else is dialled.
package struct Session: Sendable {
    package enum Event: Hashable, Sendable {
        case start
        case stop
        /// The network came back, or the program to the front: waiting makes no sense now.
        case nudge
        case link(LinkEvent)
        /// What was received last is a heartbeat.
        case beat(Int)
        /// Something was sent.
        case spoke
        /// The connection stands, but is of no use.
        case giveUp(ConnectionFailure)
        case wake
    }

    fileprivate enum State: Hashable {
        case idle
        case dialling(ConnectionID, failures: Int, until: Instant)
        case online(Connection)
        case leaving(ConnectionID, then: Intention)
        case resting(Rest)
    }

    fileprivate enum Intention: Hashable {
        case stay
        case dial(failures: Int)
        case rest(Rest)
    }

    fileprivate struct Rest: Hashable {
        let failures: Int
        let until: Instant
        let reason: ConnectionFailure
    }

    fileprivate struct Connection: Hashable {
        let id: ConnectionID
        let failures: Int
        let openedAt: Instant
        var heardAt: Instant
        var spokeAt: Instant
        var beatAt: Instant
        var beat = 0
        var awaitsBeat = false
    }

    private var state = State.idle
    private var random: SeededRandom
    private var lastID = ConnectionID(rawValue: 0)
    /// How long the hub took to answer the last heartbeat.
    package private(set) var roundTrip: Duration?
    package private(set) var lastHeard: Instant?

    package init(random: SeededRandom) {
        self.random = random
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [LinkEffect] {
        switch event {
        case .start: start(at: now)
        case .stop: stop()
        case .nudge: nudge(at: now)
        case .link(.opened(let id)): opened(id, at: now)
        case .link(.received(_, let id)): received(on: id, at: now)
        case .link(.closed(let id, let reason)): closed(id, reason, at: now)
        case .beat(let beat): receive(beat, at: now)
        case .spoke: spoke(at: now)
        case .giveUp(let reason): giveUp(reason, at: now)
        case .wake: wake(at: now)
        }
    }
}

extension Session {
    /// A beat is due after so much silence, whichever side is silent.
    package static let silenceLimit = Duration.seconds(20)
    /// A hub that was silent for so long is gone.
    package static let patience = Duration.seconds(60)
    package static let dialLimit = Duration.seconds(20)
    /// A connection that stood for so long ends a row of failures.
    package static let healthyAfter = Duration.seconds(30)

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

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        switch state {
        case .idle, .leaving: nil
        case .dialling(_, _, let until): until
        case .online(let connection): min(connection.beatDue, connection.deadAt)
        case .resting(let rest): rest.until
        }
    }
}

extension Session {
    private mutating func start(at now: Instant) -> [LinkEffect] {
        switch state {
        case .idle: return dial(failures: 0, at: now)
        case .leaving(let id, then: .stay):
            state = .leaving(id, then: .dial(failures: 0))
            return []
        // It is started already.
        case .dialling, .online, .resting, .leaving: return []
        }
    }

    private mutating func stop() -> [LinkEffect] {
        switch state {
        case .idle: return []
        case .resting:
            state = .idle
            return []
        case .dialling(let id, _, _): return leave(id, .goodbye, then: .stay)
        case .online(let connection): return leave(connection.id, .goodbye, then: .stay)
        case .leaving(let id, _):
            state = .leaving(id, then: .stay)
            return []
        }
    }

    private mutating func nudge(at now: Instant) -> [LinkEffect] {
        switch state {
        case .resting(let rest): return dial(failures: rest.failures, at: now)
        case .leaving(let id, then: .rest(let rest)):
            state = .leaving(id, then: .dial(failures: rest.failures))
            return []
        // Whether the old connection survived will show at once.
        case .online(let connection): return beat(on: connection, at: now)
        case .idle, .dialling, .leaving: return []
        }
    }

    private mutating func opened(_ id: ConnectionID, at now: Instant) -> [LinkEffect] {
        // A dial that was given up may still open; `hangUp` is on its way.
        guard case .dialling(id, let failures, _) = state else { return [] }
        state = .online(
            Connection(
                id: id, failures: failures, openedAt: now, heardAt: now, spokeAt: now, beatAt: now))
        return []
    }

    private mutating func received(on id: ConnectionID, at now: Instant) -> [LinkEffect] {
        // What a past connection still had to say.
        guard case .online(var connection) = state, connection.id == id else { return [] }
        connection.heardAt = now
        lastHeard = now
        state = .online(connection)
        return []
    }

    private mutating func receive(_ beat: Int, at now: Instant) -> [LinkEffect] {
        guard case .online(var connection) = state else { return [] }
        // The number is the hub's, so adding to it must not be able to trap.
        connection.beat = beat &+ 1
        if connection.awaitsBeat { roundTrip = now - connection.beatAt }
        connection.awaitsBeat = false
        state = .online(connection)
        return []
    }

    private mutating func spoke(at now: Instant) -> [LinkEffect] {
        guard case .online(var connection) = state else { return [] }
        connection.spokeAt = now
        state = .online(connection)
        return []
    }

    private mutating func giveUp(_ reason: ConnectionFailure, at now: Instant) -> [LinkEffect] {
        guard case .online(let connection) = state else { return [] }
        let rest = rest(after: connection.failures(at: now), because: reason, at: now)
        return leave(connection.id, .abandoning, then: .rest(rest))
    }

    private mutating func closed(
        _ id: ConnectionID, _ reason: ConnectionFailure, at now: Instant
    ) -> [LinkEffect] {
        switch state {
        case .dialling(id, let failures, _):
            state = .resting(rest(after: failures, because: reason, at: now))
        case .online(let connection) where connection.id == id:
            state = .resting(rest(after: connection.failures(at: now), because: reason, at: now))
        case .leaving(id, then: .stay): state = .idle
        case .leaving(id, then: .dial(let failures)): return dial(failures: failures, at: now)
        case .leaving(id, then: .rest(let rest)): state = .resting(rest)
        // A connection of the past.
        case .idle, .dialling, .online, .leaving, .resting: break
        }
        return []
    }

    private mutating func wake(at now: Instant) -> [LinkEffect] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        switch state {
        case .idle, .leaving: return []
        case .dialling(let id, let failures, _):
            let rest = rest(after: failures, because: .timedOut, at: now)
            return leave(id, .abandoning, then: .rest(rest))
        case .online(let connection):
            return connection.deadAt <= now
                ? giveUp(.silent, at: now) : beat(on: connection, at: now)
        case .resting(let rest): return dial(failures: rest.failures, at: now)
        }
    }
}

extension Session {
    private mutating func dial(failures: Int, at now: Instant) -> [LinkEffect] {
        lastID = ConnectionID(rawValue: lastID.rawValue + 1)
        state = .dialling(lastID, failures: failures, until: now + Self.dialLimit)
        return [.dial(lastID)]
    }

    private mutating func beat(on connection: Connection, at now: Instant) -> [LinkEffect] {
        var connection = connection
        connection.beatAt = now
        connection.spokeAt = now
        connection.awaitsBeat = true
        state = .online(connection)
        return [.send(ClientMessage.heartbeat(connection.beat).frame, on: connection.id)]
    }

    /// Hangs up, and goes on only after `closed`: never two connections.
    private mutating func leave(
        _ id: ConnectionID, _ parting: Parting, then intention: Intention
    ) -> [LinkEffect] {
        state = .leaving(id, then: intention)
        return [.hangUp(id, parting)]
    }

    private mutating func rest(
        after failures: Int, because reason: ConnectionFailure, at now: Instant
    ) -> Rest {
        let wait = Backoff.ofClients.wait(after: failures + 1, &random)
        return Rest(failures: failures + 1, until: now + wait, reason: reason)
    }
}

extension Session.Connection {
    fileprivate var beatDue: Instant {
        max(min(heardAt, spokeAt), beatAt) + Session.silenceLimit
    }

    fileprivate var deadAt: Instant { heardAt + Session.patience }

    fileprivate func failures(at now: Instant) -> Int {
        now - openedAt < Session.healthyAfter ? failures : 0
    }
}
