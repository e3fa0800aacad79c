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
        case ask(RedisQuestion, QuestionID)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case dial(RedisConnectionID, RedisAddress)
        case send(RedisConnectionID, [UInt8])
        /// The connection is closed, and the client ignores later events of it.
        case hangUp(RedisConnectionID)
        /// The home server accepts requests.
        case ready(RedisAddress)
        /// The subscriptions on this connection have ended. The fault is nil if the server or the
        /// network ended it.
        case broken(RedisAddress, RedisConnection.Fault?)
        case settled(QuestionID, RedisOutcome)
        case pushed([RedisValue])
    }

    private struct Link {
        let id: RedisConnectionID
        let address: RedisAddress
        var connection: RedisConnection
        /// The requests to send once the connection is ready.
        var held: [(id: QuestionID, isOnce: Bool)] = []
    }

    private struct PendingRequest {
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
    private var links: [Link] = []
    private var linkCount: UInt64 = 0
    private var home: RedisConnectionID?
    /// The home connection's index in `addresses`.
    private var position = 0
    /// The number of failures in a row, one for each address.
    private var failures = 0
    private var wasReady = false
    private var nextTry: Instant?
    private var isWanted = false
    private var slotAddresses: [RedisSlot: RedisAddress] = [:]
    private var pending: [QuestionID: PendingRequest] = [:]
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

    package var isReady: Bool { home.flatMap(link)?.connection.isReady ?? false }

    /// The time of the oldest unanswered request; nil if there is none.
    package var oldestQuestion: Instant? {
        links.reduce(nil) { sooner($0, $1.connection.oldestQuestion) }
    }

    package var nextDeadline: Instant? {
        links.reduce(nextTry) { sooner($0, $1.connection.nextDeadline) }
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin:
            isWanted = true
            dialHome(at: now)
        case .end: close()
        case .opened(let id): route(.opened, to: id, at: now)
        case .received(let id, let bytes): route(.received(bytes), to: id, at: now)
        case .ended(let id):
            route(.ended, to: id, at: now)
            removeLink(id, nil, at: now)
        case .ask(let question, let id):
            pending[id] = PendingRequest(question: question)
            sendRequest(id, of: address(of: question), at: now)
        case .wake: runTimers(at: now)
        }
        return exchange(&effects, with: [])
    }

    private func link(_ id: RedisConnectionID) -> Link? { links.first { $0.id == id } }

    private mutating func runTimers(at now: Instant) {
        for id in links.map(\.id) { route(.wake, to: id, at: now) }
        if let time = nextTry, time <= now { dialHome(at: now) }
    }

    private mutating func close() {
        isWanted = false
        nextTry = nil
        home = nil
        for link in exchange(&links, with: []) { effects.append(.hangUp(link.id)) }
        let left = exchange(&pending, with: [:]).keys.sorted { $0.rawValue < $1.rawValue }
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
        if isReady { handleGreeted(id, at: now) }
    }

    private mutating func dial(_ address: RedisAddress, at now: Instant) -> RedisConnectionID {
        if let known = links.first(where: { $0.address == address }) { return known.id }
        linkCount += 1
        let id = RedisConnectionID(rawValue: linkCount)
        links.append(
            Link(
                id: id, address: address,
                connection: RedisConnection(as: credentials, limits, at: now)))
        effects.append(.dial(id, address))
        return id
    }

    /// The address of the server with a request's key, as far as it is known.
    private func address(of question: RedisQuestion) -> RedisAddress? {
        question.key.flatMap { slotAddresses[RedisSlot(of: $0)] }
    }

    /// Sends a request to an address, or to the home server if that is nil.
    private mutating func sendRequest(
        _ id: QuestionID, of address: RedisAddress?, isOnce: Bool = false, at now: Instant
    ) {
        guard let target = address.map({ dial($0, at: now) }) ?? home,
            let index = links.firstIndex(where: { $0.id == target }),
            let question = pending[id]?.question
        else { return completeRequest(id, .unsent) }
        if links[index].connection.isReady {
            return route(.ask(question, id, isOnce: isOnce), to: target, at: now)
        }
        guard address != nil else { return completeRequest(id, .unsent) }
        links[index].held.append((id, isOnce))
    }

    private mutating func completeRequest(_ id: QuestionID, _ outcome: RedisOutcome) {
        guard pending.removeValue(forKey: id) != nil else { return }
        effects.append(.settled(id, outcome))
    }

    private mutating func route(
        _ event: RedisConnection.Event, to id: RedisConnectionID, at now: Instant
    ) {
        guard let index = links.firstIndex(where: { $0.id == id }) else { return }
        for effect in links[index].connection.handle(event, at: now) {
            apply(effect, of: id, at: now)
        }
    }

    private mutating func apply(
        _ effect: RedisConnection.Effect, of id: RedisConnectionID, at now: Instant
    ) {
        switch effect {
        case .send(let bytes): effects.append(.send(id, bytes))
        case .greeted: handleGreeted(id, at: now)
        case .settled(let question, .refused(let error)):
            guard let redirection = error.redirection else {
                return completeRequest(question, .refused(error))
            }
            followRedirection(redirection, from: id, with: question, because: error, at: now)
        case .settled(let question, let outcome): completeRequest(question, outcome)
        case .pushed(let push): effects.append(.pushed(push))
        case .hangUp(let fault):
            effects.append(.hangUp(id))
            removeLink(id, fault, at: now)
        }
    }

    private mutating func handleGreeted(_ id: RedisConnectionID, at now: Instant) {
        guard let index = links.firstIndex(where: { $0.id == id }) else { return }
        if id == home {
            failures = 0
            wasReady = true
            effects.append(.ready(links[index].address))
        }
        for (question, isOnce) in exchange(&links[index].held, with: []) {
            guard let asked = pending[question]?.question else { continue }
            route(.ask(asked, question, isOnce: isOnce), to: id, at: now)
        }
    }

    private mutating func followRedirection(
        _ redirection: RedisError.Redirection, from id: RedisConnectionID,
        with question: QuestionID,
        because error: RedisError, at now: Instant
    ) {
        guard let request = pending[question], request.redirections < Self.mostRedirections,
            let sender = link(id)
        else { return completeRequest(question, .refused(error)) }
        pending[question]?.redirections += 1
        switch redirection {
        case .moved(let host, let port):
            // A server that does not know its own name omits it.
            let address = RedisAddress(host: host.isEmpty ? sender.address.host : host, port: port)
            if let key = request.question.key { slotAddresses[RedisSlot(of: key)] = address }
            sendRequest(question, of: address, at: now)
        case .once(let host, let port):
            let address = RedisAddress(host: host.isEmpty ? sender.address.host : host, port: port)
            sendRequest(question, of: address, isOnce: true, at: now)
        }
    }

    /// Removes a connection that has ended.
    private mutating func removeLink(
        _ id: RedisConnectionID, _ fault: RedisConnection.Fault?, at now: Instant
    ) {
        guard let index = links.firstIndex(where: { $0.id == id }) else { return }
        let link = links.remove(at: index)
        slotAddresses = slotAddresses.filter { $0.value != link.address }
        effects.append(.broken(link.address, fault))
        for (question, _) in link.held { completeRequest(question, .unsent) }
        guard id == home else { return }
        home = nil
        let wait = nextPause()
        nextTry = now + wait
        if wait == .zero { dialHome(at: now) }
    }

    /// Returns the pause before the next address is tried. Each address is tried once without a
    /// pause. A server that was ready is tried again first, but always after a pause: it may accept
    /// each connection and drop it.
    private mutating func nextPause() -> Duration {
        if wasReady { return Self.backoff.wait(after: 1) }
        failures += 1
        position = (position + 1) % addresses.count
        return failures % addresses.count == 0
            ? Self.backoff.wait(after: failures / addresses.count) : .zero
    }
}
