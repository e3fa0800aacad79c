package import SimperiumClock

/// The state machine of a connection to a Redis server, from dialling to its end.
///
/// It does no I/O. It authenticates, checks that the server accepts writes, matches answers to
/// requests, and sends a script in full if the server does not have it.
///
/// States: dialling, greeting (`HELLO` and `ROLE` have no answer yet), ready, over. Order of calls:
/// `opened`, `received`, `ask` after `greeted`, `.wake` at `nextDeadline`, and `ended` unless the
/// connection has hung up. If an answer is late, the connection hangs up.
///
/// Each `ask` is settled exactly once. When the connection ends, a request that was sent and not
/// answered is `lost`, and a request that was not sent is `unsent`. `RedisClient` chooses the
/// address, and dials again.
package struct RedisConnection: Sendable {
    package enum Event: Hashable, Sendable {
        case opened
        case received([UInt8])
        case ended
        case ask(RedisRequest, RedisRequestID)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case send([UInt8])
        /// The server accepts writes, and `ask` is allowed from now on.
        case greeted
        case settled(RedisRequestID, RedisRequestOutcome)
        /// The caller must close the connection, and sends no `ended`.
        case hangUp(Fault)
    }

    package enum Fault: Error, Hashable, Sendable {
        case wire(RedisProtocolError)
        /// The server refused the authentication or the first commands.
        case unwelcome(RedisError)
        /// The server is a replica, and accepts no writes.
        case replica
        /// The server sent an answer without a request.
        case unasked
        case late
    }

    package struct Limits: Hashable, Sendable {
        /// The time limit for dialling, and then for the greeting.
        package var greeting = Duration.seconds(2)
        /// The time limit for each answer.
        package var answer = Duration.seconds(6)
        /// The maximum number of requests without an answer. Further requests wait.
        package var unanswered = 1_024
        package var wire = RedisReaderLimits()

        package init() {}
    }

    private enum Stage { case dialling, greeting, ready, over }

    private struct SentRequest {
        enum Kind { case hello, role, request(RedisRequest, RedisRequestID, inFull: Bool) }
        let kind: Kind
        let since: Instant
    }

    private let credentials: RedisCredentials?
    private let limits: Limits
    private var reader: RedisReader
    private var stage = Stage.dialling
    private var since: Instant
    private var unanswered: ArraySlice<SentRequest> = []
    private var waiting: ArraySlice<(RedisRequest, RedisRequestID)> = []
    private var effects: [Effect] = []

    package init(
        as credentials: RedisCredentials? = nil, _ limits: Limits = Limits(), at now: Instant
    ) {
        self.credentials = credentials
        self.limits = limits
        reader = RedisReader(limits.wire)
        since = now
    }

    package var isReady: Bool { stage == .ready }

    package var nextDeadline: Instant? {
        switch stage {
        case .dialling, .greeting: since + limits.greeting
        case .ready: unanswered.first.map { $0.since + limits.answer }
        case .over: nil
        }
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .opened: sendHelloAndRole(at: now)
        case .received(let bytes): read(bytes, at: now)
        case .ended: closeAndSettleRequests()
        case .ask(let request, let id): queueRequest(request, id, at: now)
        case .wake: if let deadline = nextDeadline, deadline <= now { hangUp(.late) }
        }
        return exchange(&effects, with: [])
    }
}

extension RedisConnection {
    /// Sends the first commands. A server with a password answers nothing before the
    /// authentication, so `HELLO` contains the credentials.
    private mutating func sendHelloAndRole(at now: Instant) {
        guard case .dialling = stage else { return }
        stage = .greeting
        since = now
        var hello = RedisArguments("HELLO", "3")
        if let credentials {
            for word in ["AUTH", credentials.user, credentials.password] { hello.append(word) }
        }
        var bytes: [UInt8] = []
        bytes.append(hello)
        bytes.append(RedisArguments("ROLE"))
        unanswered = [SentRequest(kind: .hello, since: now), SentRequest(kind: .role, since: now)]
        effects.append(.send(bytes))
    }

    private mutating func queueRequest(
        _ request: RedisRequest, _ id: RedisRequestID, at now: Instant
    ) {
        guard case .ready = stage else { return effects.append(.settled(id, .unsent)) }
        waiting.append((request, id))
        sendWaitingRequests(at: now)
    }

    private mutating func sendWaitingRequests(at now: Instant) {
        var bytes: [UInt8] = []
        while unanswered.count < limits.unanswered, let (request, id) = waiting.popFirst() {
            bytes.append(request.command(withScriptText: false))
            let kind = SentRequest.Kind.request(request, id, inFull: false)
            unanswered.append(SentRequest(kind: kind, since: now))
        }
        if !bytes.isEmpty { effects.append(.send(bytes)) }
    }

    private mutating func read(_ bytes: [UInt8], at now: Instant) {
        guard !isOver else { return }
        do throws(RedisProtocolError) {
            for answer in try reader.read(bytes.span) where !isOver {
                receiveAnswer(answer, at: now)
            }
        } catch {
            return hangUp(.wire(error))
        }
        if isReady { sendWaitingRequests(at: now) }
    }

    private var isOver: Bool { stage == .over }

    private mutating func receiveAnswer(_ answer: RedisValue, at now: Instant) {
        guard let next = unanswered.popFirst() else { return hangUp(.unasked) }
        switch (next.kind, answer) {
        case (.hello, .error(let error)), (.role, .error(let error)): hangUp(.unwelcome(error))
        case (.hello, _): break
        case (.role, let role):
            guard role.elements?.first == .text("master") else { return hangUp(.replica) }
            stage = .ready
            effects.append(.greeted)
        case (.request(let request, let id, false), .error(let error))
        where error.code == "NOSCRIPT":
            var bytes: [UInt8] = []
            bytes.append(request.command(withScriptText: true))
            unanswered.append(SentRequest(kind: .request(request, id, inFull: true), since: now))
            effects.append(.send(bytes))
        case (.request(_, let id, _), .error(let error)):
            effects.append(.settled(id, .refused(error)))
            // A server that was demoted still answers, but its data is old.
            if error.code == "READONLY" { hangUp(.replica) }
        case (.request(_, let id, _), let value):
            effects.append(.settled(id, .answered(value)))
        }
    }

    private mutating func hangUp(_ fault: Fault) {
        guard !isOver else { return }
        closeAndSettleRequests()
        effects.append(.hangUp(fault))
    }

    private mutating func closeAndSettleRequests() {
        guard !isOver else { return }
        stage = .over
        for sent in exchange(&unanswered, with: []) {
            if case .request(_, let id, _) = sent.kind { effects.append(.settled(id, .lost)) }
        }
        for (_, id) in exchange(&waiting, with: []) { effects.append(.settled(id, .unsent)) }
    }
}
