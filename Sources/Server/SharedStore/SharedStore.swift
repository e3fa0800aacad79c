package import RedisWire
package import SharedLog
internal import SimperiumClock
internal import SimperiumLoop
package import SimperiumNetwork

/// An engine in Redis: the bytes of an `EngineLink` on real connections.
///
/// What is asked in one turn leaves in one piece. Answers come in turns of their own.
package final class SharedStore {
    /// What happens without being asked for.
    package struct Reception {
        package var ready: () -> Void
        package var broken: (RedisConnection.Fault?) -> Void
        package var unreachable: (RedisAddress, RedisConnection.Fault?) -> Void
        /// Whether it answers so late that clients are better held up for now.
        package var lags: (Bool) -> Void
        package var told: (SharedLogID, [EngineMessage]?) -> Void

        package init(
            ready: @escaping () -> Void = {},
            broken: @escaping (RedisConnection.Fault?) -> Void = { _ in },
            unreachable: @escaping (RedisAddress, RedisConnection.Fault?) -> Void = { _, _ in },
            lags: @escaping (Bool) -> Void = { _ in },
            told: @escaping (SharedLogID, [EngineMessage]?) -> Void = { _, _ in }
        ) {
            self.lags = lags
            self.ready = ready
            self.broken = broken
            self.unreachable = unreachable
            self.told = told
        }
    }

    private let connectionSet: ConnectionSet
    private let encryption: TLSContext?
    private var reception: Reception
    private var link: EngineLink
    private var dials: [EngineLink.Line: Dial] = [:]
    private var connections: [EngineLink.Line: TCPConnection] = [:]
    private var waiting: [QuestionID: (EngineOutcome) -> Void] = [:]
    private var questions: UInt64 = 0
    private var alarm: Timer?
    private var isDrained = true
    private var events: [EngineLink.Event] = []

    /// Why no connection came to be the last time.
    package private(set) var lastFailure: DialFailure?

    package init(
        _ link: EngineLink, trusting encryption: TLSContext? = nil,
        on connectionSet: ConnectionSet, _ reception: Reception = Reception()
    ) {
        self.link = link
        self.encryption = encryption
        self.connectionSet = connectionSet
        self.reception = reception
        alarm = Timer(on: connectionSet.loop) { [unowned self] in take(.wake) }
    }

    deinit {
        for connection in connections.values {
            connection.onEnd = nil
            connection.drop()
        }
    }

    /// Where the engine is that may be asked, or was last.
    package var address: RedisAddress? { link.address }

    package func begin() { take(.begin) }

    /// Hangs up. What was asked is told to be lost.
    package func end() { take(.end) }

    /// Asks for a deed, and has `then` called once.
    package func ask(_ deed: EngineDeed, then: @escaping (EngineOutcome) -> Void) {
        take(.ask(deed, note(then)))
    }

    /// Asks for a deed that is about users, and has `then` called once.
    package func ask(_ deed: AccountDeed, then: @escaping (EngineOutcome) -> Void) {
        take(.account(deed, note(then)))
    }

    /// Asks for a step of a copy, and has `then` called once.
    package func ask(_ deed: CopyDeed, then: @escaping (EngineOutcome) -> Void) {
        take(.copy(deed, note(then)))
    }

    /// Asks for what an operator wants to know, or have, of all nodes together.
    package func ask(_ deed: OperatorDeed, then: @escaping (EngineOutcome) -> Void) {
        take(.operate(deed, note(then)))
    }

    /// Hears what is told of a log from now on.
    package func follow(_ log: SharedLogID, then: @escaping (EngineOutcome) -> Void) {
        take(.follow(log, note(then)))
    }

    package func unfollow(_ log: SharedLogID) { take(.unfollow(log)) }

    private func note(_ then: @escaping (EngineOutcome) -> Void) -> QuestionID {
        questions += 1
        let id = QuestionID(rawValue: questions)
        waiting[id] = then
        return id
    }
}

extension SharedStore {
    /// Has the link take an event; one that effects bring about waits for its turn.
    private func take(_ event: EngineLink.Event) {
        events.append(event)
        guard isDrained else { return }
        isDrained = false
        while !events.isEmpty {
            for effect in link.handle(events.removeFirst(), at: connectionSet.loop.now) {
                perform(effect)
            }
        }
        isDrained = true
        if let deadline = link.nextDeadline { alarm?.arm(at: deadline) } else { alarm?.disarm() }
    }

    private func perform(_ effect: EngineLink.Effect) {
        switch effect {
        case .dial(let line, let address): dial(line, address)
        case .send(let line, let bytes): connections[line]?.send(bytes)
        case .hangUp(let line):
            dials[line] = nil
            let connection = connections.removeValue(forKey: line)
            connection?.onEnd = nil
            connection?.drop()
        case .ready: reception.ready()
        case .broken(let fault): reception.broken(fault)
        case .unreachable(let address, let fault): reception.unreachable(address, fault)
        case .lags(let lags): reception.lags(lags)
        case .settled(let id, let outcome): waiting.removeValue(forKey: id)?(outcome)
        case .told(let log, let messages): reception.told(log, messages)
        }
    }

    private func dial(_ line: EngineLink.Line, _ address: RedisAddress) {
        dials[line] = Dial(
            address.host, port: address.port, trusting: encryption, on: connectionSet
        ) { [unowned self] result in
            dials[line] = nil
            switch result {
            case .success(let connection): adopt(connection, line)
            case .failure(let failure):
                lastFailure = failure
                take(.ended(line))
            }
        }
    }

    private func adopt(_ connection: TCPConnection, _ line: EngineLink.Line) {
        connection.onBytes = { [unowned self] in take(.received(line, [UInt8](copying: $0.span))) }
        connection.onEnd = { [unowned self] end in
            connections[line] = nil
            lastFailure = .broken(end)
            take(.ended(line))
        }
        connections[line] = connection
        take(.opened(line))
    }
}

extension [UInt8] {
    fileprivate init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count) { room in
            for index in bytes.indices { room.append(bytes[index]) }
        }
    }
}
