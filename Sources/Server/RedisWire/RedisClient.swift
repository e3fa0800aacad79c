// RedisWire: Redis's protocol, version 3, and a client of it without I/O.
// Not here: sockets, scripts and keys (RedisStore).
// Start with `RedisClient`; then `RedisConnection`, `RedisReader`, `RedisValue`.

package import SimperiumClock

/// A client of Redis: a connection to the server that accepts writes.
///
/// It does no I/O. The shell answers each `dial` with `opened` or `ended`, sends the bytes, and
/// passes received bytes on. Order of calls: `begin`; then `ask` at any time; `end`. Call
/// `handle(.wake, at:)` at `nextDeadline`. Each `ask` is settled exactly once.
///
/// The client tries the given addresses in turn, until a server accepts writes. If that connection
/// breaks, the client tries the same server first, and then the other addresses, with pauses of up
/// to two seconds.
package struct RedisClient: Sendable {
    /// The id of a connection, which is never reused.
    package struct RedisConnectionID: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) {
            self.rawValue = rawValue
        }
    }

    package enum Event: Hashable, Sendable {
        case begin
        case end
        case opened(RedisConnectionID)
        case received(RedisConnectionID, [UInt8])
        /// The address could not be reached, or the connection broke.
        case ended(RedisConnectionID)
        case ask(RedisRequest, RedisRequestID)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case dial(RedisConnectionID, RedisAddress)
        case send(RedisConnectionID, [UInt8])
        /// Closes the connection. The client ignores later events of this connection.
        case hangUp(RedisConnectionID)
        /// The server at this address accepts requests.
        case ready(RedisAddress)
        /// No connection could be made, or the server does not accept requests. The fault is nil if
        /// the client found no fault itself.
        case unreachable(RedisAddress, RedisConnection.Fault?)
        /// The connection to a server that was ready broke.
        case broken(RedisAddress, RedisConnection.Fault?)
        case settled(RedisRequestID, RedisRequestOutcome)
    }

    private struct Link {
        let id: RedisConnectionID
        let address: RedisAddress
        var connection: RedisConnection
        /// True once the server has accepted requests.
        var wasReady = false
    }

    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(2))

    private let addresses: [RedisAddress]
    private let credentials: RedisCredentials?
    private let limits: RedisConnection.Limits
    private var link: Link?
    private var linkCount: UInt64 = 0
    /// The index of the address that the client tries or uses.
    private var position = 0
    /// The number of failures in a row, over all addresses.
    private var failures = 0
    private var nextTry: Instant?
    private var isWanted = false
    private var effects: [Effect] = []

    package init(
        to addresses: [RedisAddress], as credentials: RedisCredentials? = nil,
        _ limits: RedisConnection.Limits = RedisConnection.Limits()
    ) {
        precondition(!addresses.isEmpty, "a client has at least one address")
        self.addresses = addresses
        self.credentials = credentials
        self.limits = limits
    }

    package var isReady: Bool { link?.connection.isReady ?? false }

    package var nextDeadline: Instant? { sooner(nextTry, link?.connection.nextDeadline) }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin:
            isWanted = true
            dial(at: now)
        case .end:
            isWanted = false
            nextTry = nil
            if let id = link?.id {
                effects.append(.hangUp(id))
                route(.ended, to: id, at: now)
                link = nil
            }
        case .opened(let id): route(.opened, to: id, at: now)
        case .received(let id, let bytes): route(.received(bytes), to: id, at: now)
        case .ended(let id):
            route(.ended, to: id, at: now)
            removeLinkAndPlanRetry(id, nil, at: now)
        case .ask(let request, let id):
            guard let link, link.connection.isReady else {
                effects.append(.settled(id, .unsent))
                break
            }
            route(.ask(request, id), to: link.id, at: now)
        case .wake:
            if let id = link?.id { route(.wake, to: id, at: now) }
            if let time = nextTry, time <= now { dial(at: now) }
        }
        return exchange(&effects, with: [])
    }
}

extension RedisClient {
    private mutating func dial(at now: Instant) {
        guard isWanted, link == nil else { return }
        nextTry = nil
        linkCount += 1
        let id = RedisConnectionID(rawValue: linkCount)
        let address = addresses[position]
        link = Link(
            id: id, address: address, connection: RedisConnection(as: credentials, limits, at: now))
        effects.append(.dial(id, address))
    }

    private mutating func route(
        _ event: RedisConnection.Event, to id: RedisConnectionID, at now: Instant
    ) {
        guard link?.id == id else { return }
        for effect in link?.connection.handle(event, at: now) ?? [] {
            apply(effect, of: id, at: now)
        }
    }

    private mutating func apply(
        _ effect: RedisConnection.Effect, of id: RedisConnectionID, at now: Instant
    ) {
        switch effect {
        case .send(let bytes): effects.append(.send(id, bytes))
        case .greeted:
            guard let link else { return }
            failures = 0
            self.link?.wasReady = true
            effects.append(.ready(link.address))
        case .settled(let request, let outcome): effects.append(.settled(request, outcome))
        case .hangUp(let fault):
            effects.append(.hangUp(id))
            removeLinkAndPlanRetry(id, fault, at: now)
        }
    }

    /// Removes a connection that has ended, and plans the next attempt. A server that was ready is
    /// tried again, but after a pause, because it may accept each connection and then drop it.
    private mutating func removeLinkAndPlanRetry(
        _ id: RedisConnectionID, _ fault: RedisConnection.Fault?, at now: Instant
    ) {
        guard let ended = link, ended.id == id else { return }
        link = nil
        guard !ended.wasReady else {
            effects.append(.broken(ended.address, fault))
            return nextTry = now + Self.backoff.wait(after: 1)
        }
        effects.append(.unreachable(ended.address, fault))
        let wait = advanceAddressReturningPause()
        nextTry = now + wait
        if wait == .zero { dial(at: now) }
    }

    /// Chooses the next address after a failure. Returns the pause before the attempt, or zero
    /// until all addresses have failed.
    private mutating func advanceAddressReturningPause() -> Duration {
        failures += 1
        position = (position + 1) % addresses.count
        return failures % addresses.count == 0
            ? Self.backoff.wait(after: failures / addresses.count) : .zero
    }
}
