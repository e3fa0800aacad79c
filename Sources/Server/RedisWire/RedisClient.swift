package import SimperiumClock

/// A client of Redis: one server, or those of a cluster, with a connection to each.
///
/// It does no I/O. The shell answers each `dial` with `opened` or `ended`, sends the bytes, and
/// passes received bytes on. Order of calls: `begin`; then `ask` at any time; `end`. Call
/// `handle(.wake, at:)` at `nextDeadline`. Each `ask` is settled exactly once.
///
/// The home connection is to the first of the given addresses whose server accepts writes. If it
/// breaks, the client tries all addresses in turn, with pauses of up to two seconds. Redirections
/// show which server has which keys.
package struct RedisClient: Sendable {
    /// The number of a connection; never used again.
    package struct LineID: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) {
            self.rawValue = rawValue
        }
    }

    package enum Event: Hashable, Sendable {
        case begin
        case end
        case opened(LineID)
        case received(LineID, [UInt8])
        /// The address could not be reached, or the connection broke.
        case ended(LineID)
        case ask(RedisQuestion, QuestionID)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case dial(LineID, RedisAddress)
        case send(LineID, [UInt8])
        /// The connection is closed, and the client ignores later events of it.
        case hangUp(LineID)
        /// The home server accepts requests.
        case ready(RedisAddress)
        /// The subscriptions on this connection have ended. The fault is nil if the server or the
        /// network ended it.
        case broken(RedisAddress, RedisConnection.Fault?)
        case settled(QuestionID, RedisOutcome)
        case pushed([RedisValue])
    }

    private struct Line {
        let id: LineID
        let address: RedisAddress
        var connection: RedisConnection
        /// The requests to send once the connection is ready.
        var held: [(id: QuestionID, isOnce: Bool)] = []
    }

    private struct Flight {
        let question: RedisQuestion
        var redirections = 0
    }

    /// The most redirections of a request. While slots move, a server may name another one that
    /// does not know of it yet.
    package static let mostRedirections = 5
    private static let backoff = Backoff(from: .milliseconds(100), to: .seconds(2))

    private let addresses: [RedisAddress]
    private let credentials: RedisCredentials?
    private let limits: RedisConnection.Limits
    private var lines: [Line] = []
    private var lineCount: UInt64 = 0
    private var home: LineID?
    /// The home connection's index in `addresses`.
    private var position = 0
    /// The number of failures in a row, one for each address.
    private var failures = 0
    private var wasReady = false
    private var nextTry: Instant?
    private var isWanted = false
    private var places: [RedisSlot: RedisAddress] = [:]
    private var flights: [QuestionID: Flight] = [:]
    private var effects: [Effect] = []

    package init(
        to addresses: [RedisAddress], as credentials: RedisCredentials? = nil,
        _ limits: RedisConnection.Limits = RedisConnection.Limits()
    ) {
        precondition(!addresses.isEmpty, "a client of nobody")
        self.addresses = addresses
        self.credentials = credentials
        self.limits = limits
    }

    package var isReady: Bool { home.flatMap(line)?.connection.isReady ?? false }

    /// The time of the oldest unanswered request; nil if there is none.
    package var oldestQuestion: Instant? {
        lines.reduce(nil) { sooner($0, $1.connection.oldestQuestion) }
    }

    package var nextDeadline: Instant? {
        lines.reduce(nextTry) { sooner($0, $1.connection.nextDeadline) }
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin:
            isWanted = true
            dialHome(at: now)
        case .end: end()
        case .opened(let id): route(.opened, to: id, at: now)
        case .received(let id, let bytes): route(.received(bytes), to: id, at: now)
        case .ended(let id):
            route(.ended, to: id, at: now)
            lose(id, nil, at: now)
        case .ask(let question, let id):
            flights[id] = Flight(question: question)
            ask(id, of: place(of: question), at: now)
        case .wake: wake(at: now)
        }
        return exchange(&effects, with: [])
    }

    private func line(_ id: LineID) -> Line? { lines.first { $0.id == id } }

    private mutating func wake(at now: Instant) {
        for id in lines.map(\.id) { route(.wake, to: id, at: now) }
        if let time = nextTry, time <= now { dialHome(at: now) }
    }

    private mutating func end() {
        isWanted = false
        nextTry = nil
        home = nil
        for line in exchange(&lines, with: []) { effects.append(.hangUp(line.id)) }
        let left = exchange(&flights, with: [:]).keys.sorted { $0.rawValue < $1.rawValue }
        for id in left { effects.append(.settled(id, .lost)) }
    }
}

extension RedisClient {
    private mutating func dialHome(at now: Instant) {
        guard isWanted, home == nil else { return }
        nextTry = nil
        let id = dial(addresses[position], at: now)
        home = id
        wasReady = false
        // The connection may exist already, after a cluster's redirection.
        if isReady { greeted(id, at: now) }
    }

    private mutating func dial(_ address: RedisAddress, at now: Instant) -> LineID {
        if let known = lines.first(where: { $0.address == address }) { return known.id }
        lineCount += 1
        let id = LineID(rawValue: lineCount)
        lines.append(
            Line(
                id: id, address: address,
                connection: RedisConnection(as: credentials, limits, at: now)))
        effects.append(.dial(id, address))
        return id
    }

    /// The address of the server with a request's key, as far as it is known.
    private func place(of question: RedisQuestion) -> RedisAddress? {
        question.key.flatMap { places[RedisSlot(of: $0)] }
    }

    /// Sends a request to an address, or to the home server if that is nil.
    private mutating func ask(
        _ id: QuestionID, of address: RedisAddress?, isOnce: Bool = false, at now: Instant
    ) {
        guard let target = address.map({ dial($0, at: now) }) ?? home,
            let index = lines.firstIndex(where: { $0.id == target }),
            let question = flights[id]?.question
        else { return settle(id, .unsent) }
        if lines[index].connection.isReady {
            return route(.ask(question, id, isOnce: isOnce), to: target, at: now)
        }
        guard address != nil else { return settle(id, .unsent) }
        lines[index].held.append((id, isOnce))
    }

    private mutating func settle(_ id: QuestionID, _ outcome: RedisOutcome) {
        guard flights.removeValue(forKey: id) != nil else { return }
        effects.append(.settled(id, outcome))
    }

    private mutating func route(
        _ event: RedisConnection.Event, to id: LineID, at now: Instant
    ) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        for effect in lines[index].connection.handle(event, at: now) {
            apply(effect, of: id, at: now)
        }
    }

    private mutating func apply(
        _ effect: RedisConnection.Effect, of id: LineID, at now: Instant
    ) {
        switch effect {
        case .send(let bytes): effects.append(.send(id, bytes))
        case .greeted: greeted(id, at: now)
        case .settled(let question, .refused(let error)):
            guard let redirection = error.redirection else {
                return settle(question, .refused(error))
            }
            follow(redirection, from: id, with: question, because: error, at: now)
        case .settled(let question, let outcome): settle(question, outcome)
        case .pushed(let push): effects.append(.pushed(push))
        case .hangUp(let fault):
            effects.append(.hangUp(id))
            lose(id, fault, at: now)
        }
    }

    private mutating func greeted(_ id: LineID, at now: Instant) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        if id == home {
            failures = 0
            wasReady = true
            effects.append(.ready(lines[index].address))
        }
        for (question, isOnce) in exchange(&lines[index].held, with: []) {
            guard let asked = flights[question]?.question else { continue }
            route(.ask(asked, question, isOnce: isOnce), to: id, at: now)
        }
    }

    private mutating func follow(
        _ redirection: RedisError.Redirection, from id: LineID, with question: QuestionID,
        because error: RedisError, at now: Instant
    ) {
        guard let flight = flights[question], flight.redirections < Self.mostRedirections,
            let sender = line(id)
        else { return settle(question, .refused(error)) }
        flights[question]?.redirections += 1
        switch redirection {
        case .moved(let host, let port):
            // A server that does not know its own name omits it.
            let place = RedisAddress(host: host.isEmpty ? sender.address.host : host, port: port)
            if let key = flight.question.key { places[RedisSlot(of: key)] = place }
            ask(question, of: place, at: now)
        case .once(let host, let port):
            let place = RedisAddress(host: host.isEmpty ? sender.address.host : host, port: port)
            ask(question, of: place, isOnce: true, at: now)
        }
    }

    /// Removes a connection that has ended.
    private mutating func lose(
        _ id: LineID, _ fault: RedisConnection.Fault?, at now: Instant
    ) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        let line = lines.remove(at: index)
        places = places.filter { $0.value != line.address }
        effects.append(.broken(line.address, fault))
        for (question, _) in line.held { settle(question, .unsent) }
        guard id == home else { return }
        home = nil
        let wait = rest()
        nextTry = now + wait
        if wait == .zero { dialHome(at: now) }
    }

    /// Returns the pause before the next address is tried. Each address is tried once without a
    /// pause. A server that was ready is tried again first, but always after a pause: it may accept
    /// each connection and drop it.
    private mutating func rest() -> Duration {
        if wasReady { return Self.backoff.wait(after: 1) }
        failures += 1
        position = (position + 1) % addresses.count
        return failures % addresses.count == 0
            ? Self.backoff.wait(after: failures / addresses.count) : .zero
    }
}
