package import SimperiumClock

/// One connection to a Redis server, from its first word to the last answer.
///
/// It says who we are, makes sure that the server may be written to, matches answers to questions,
/// and tells scripts in full to a server that has forgotten them. What was asked and not answered
/// when it ends is told to be lost, or never to have been said.
package struct RedisConnection: Sendable {
    package enum Event: Hashable, Sendable {
        /// There is a line to the server.
        case opened
        case received([UInt8])
        case ended
        case ask(RedisQuestion, QuestionID, isOnce: Bool = false)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case send([UInt8])
        /// It may be asked from now on.
        case greeted
        case settled(QuestionID, RedisOutcome)
        /// What is told on a channel, mostly.
        case pushed([RedisValue])
        /// The line is of no use. There is no `ended` for it.
        case hangUp(Fault)
    }

    package enum Fault: Error, Hashable, Sendable {
        case wire(RedisFault)
        /// Who we are, or what we ask first, is not to the server's liking.
        case unwelcome(RedisError)
        /// It only follows another server.
        case replica
        /// It answers what nobody asked.
        case unasked
        case late
    }

    package struct Limits: Hashable, Sendable {
        /// Until it has greeted us, and later until it answers.
        package var greeting = Duration.seconds(2)
        package var answer = Duration.seconds(6)
        /// Questions on their way. Others wait here.
        package var unanswered = 1_024
        package var wire = RedisLimits()

        package init() {}
    }

    private enum Stage { case dialling, greeting, ready, over }

    private struct Asked {
        enum Kind { case hello, role, asking, question(RedisQuestion, QuestionID, inFull: Bool) }
        let kind: Kind
        let since: Instant
    }

    private let credentials: RedisCredentials?
    private let limits: Limits
    private var reader: RedisReader
    private var stage = Stage.dialling
    private var since: Instant
    private var asked: ArraySlice<Asked> = []
    private var waiting: ArraySlice<(RedisQuestion, QuestionID, isOnce: Bool)> = []
    private var effects: [Effect] = []

    package init(
        as credentials: RedisCredentials? = nil, _ limits: Limits = Limits(), at now: Instant
    ) {
        self.credentials = credentials
        self.limits = limits
        reader = RedisReader(limits.wire)
        since = now
    }

    /// Since when it has owed an answer.
    var oldestQuestion: Instant? { isReady ? asked.first?.since : nil }

    package var isReady: Bool { if case .ready = stage { true } else { false } }

    package var nextDeadline: Instant? {
        switch stage {
        case .dialling, .greeting: since + limits.greeting
        case .ready: asked.first.map { $0.since + limits.answer }
        case .over: nil
        }
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .opened: greet(at: now)
        case .received(let bytes): receive(bytes, at: now)
        case .ended: end()
        case .ask(let question, let id, let isOnce): ask(question, id, isOnce: isOnce, at: now)
        case .wake: if let deadline = nextDeadline, deadline <= now { hangUp(.late) }
        }
        return exchange(&effects, with: [])
    }
}

extension RedisConnection {
    /// Before `HELLO` a server that wants a password answers nothing else, so both go in one.
    private mutating func greet(at now: Instant) {
        guard case .dialling = stage else { return }
        stage = .greeting
        since = now
        var hello = RedisCommand("HELLO", "3")
        if let credentials {
            for word in ["AUTH", credentials.user, credentials.password] { hello.append(word) }
        }
        var bytes: [UInt8] = []
        bytes.append(hello)
        bytes.append(RedisCommand("ROLE"))
        asked = [Asked(kind: .hello, since: now), Asked(kind: .role, since: now)]
        effects.append(.send(bytes))
    }

    private mutating func ask(
        _ question: RedisQuestion, _ id: QuestionID, isOnce: Bool, at now: Instant
    ) {
        guard case .ready = stage else { return effects.append(.settled(id, .unsent)) }
        waiting.append((question, id, isOnce))
        sendWaiting(at: now)
    }

    private mutating func sendWaiting(at now: Instant) {
        var bytes: [UInt8] = []
        while asked.count < limits.unanswered, let (question, id, isOnce) = waiting.popFirst() {
            if isOnce {
                bytes.append(RedisCommand("ASKING"))
                asked.append(Asked(kind: .asking, since: now))
            }
            bytes.append(question.command(inFull: isOnce))
            let kind = Asked.Kind.question(question, id, inFull: isOnce)
            asked.append(Asked(kind: kind, since: now))
        }
        if !bytes.isEmpty { effects.append(.send(bytes)) }
    }

    private mutating func receive(_ bytes: [UInt8], at now: Instant) {
        guard !isOver else { return }
        do throws(RedisFault) {
            for message in try reader.receive(bytes.span) where !isOver {
                switch message {
                case .push(let elements): hear(elements)
                case .answer(let value): take(value, at: now)
                }
            }
        } catch {
            return hangUp(.wire(error))
        }
        if isReady { sendWaiting(at: now) }
    }

    private var isOver: Bool { if case .over = stage { true } else { false } }

    /// A subscription has no answer but a push, which comes where the answer would.
    private mutating func hear(_ push: [RedisValue]) {
        if case .question(let question, let id, _)? = asked.first?.kind,
            question.isConfirmed(by: push)
        {
            asked.removeFirst()
            return effects.append(.settled(id, .answered(.array(push))))
        }
        effects.append(.pushed(push))
    }

    private mutating func take(_ answer: RedisValue, at now: Instant) {
        guard let next = asked.popFirst() else { return hangUp(.unasked) }
        switch (next.kind, answer) {
        case (.hello, .error(let error)), (.role, .error(let error)): hangUp(.unwelcome(error))
        case (.hello, _), (.asking, _): break
        case (.role, let role):
            guard role.elements?.first == .text("master") else { return hangUp(.replica) }
            stage = .ready
            effects.append(.greeted)
        case (.question(let question, let id, false), .error(let error))
        where error.code == "NOSCRIPT":
            var bytes: [UInt8] = []
            bytes.append(question.command(inFull: true))
            asked.append(Asked(kind: .question(question, id, inFull: true), since: now))
            effects.append(.send(bytes))
        case (.question(_, let id, _), .error(let error)):
            effects.append(.settled(id, .refused(error)))
            // A server that was put down still talks; what it says is of the past.
            if error.code == "READONLY" { hangUp(.replica) }
        case (.question(_, let id, _), let value):
            effects.append(.settled(id, .answered(value)))
        }
    }

    private mutating func hangUp(_ fault: Fault) {
        guard !isOver else { return }
        end()
        effects.append(.hangUp(fault))
    }

    private mutating func end() {
        guard !isOver else { return }
        stage = .over
        for asked in exchange(&asked, with: []) {
            if case .question(_, let id, _) = asked.kind { effects.append(.settled(id, .lost)) }
        }
        for (_, id, _) in exchange(&waiting, with: []) { effects.append(.settled(id, .unsent)) }
    }
}
