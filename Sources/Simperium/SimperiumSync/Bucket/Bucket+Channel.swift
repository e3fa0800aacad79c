internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// A bucket's channel on each connection, from `init` until it is live.
extension Bucket {
    private static let answerLimit = Duration.seconds(180)
    /// The bytes around a key in the list of all objects: `{"id":"","v":9007199254740991},`.
    private static let longestListing = 32

    mutating func connect(with request: InitRequest, on number: ChannelNumber) {
        connection = ConnectionState()
        channel.number = number
        admission.request = request
        authorize()
    }

    mutating func disconnect() {
        if stage == .indexing { indexRuns.breakOff() }
        stage = .closed
        connection = ConnectionState()
    }

    /// Sends `init` and, inside it, the request for the changes since the cursor. Were these two
    /// messages, a change between them would move the cursor past all earlier ones.
    mutating func authorize() {
        guard var request = admission.request else { return }
        request.resume = request.resume ?? admission.resume
        request.command = opening.text
        stage = .authorizing
        ask(.initialize(.success(request)))
    }

    private var opening: ClientCommand {
        changeVersion.map { .catchUp(from: .after($0)) } ?? firstPage
    }

    mutating func receive(_ command: HubCommand) {
        guard stage != .closed else { return }
        switch command {
        case .authorized(let user): authorized(as: user)
        case .unauthorized(let failure): denied(failure)
        case .expired: denied(.invalidToken)
        case .index(let page): receive(page)
        case .entity(let reply): receive(reply)
        case .unknownCursor: startsIndexOver()
        case .changes(let entries): receive(entries)
        case .state: post(.state(state))
        case .away(let keys, let told): notice(keys, told.absence(from: now))
        case .back(let keys): notice(keys, nil)
        case .resume(let secret, let seat): take(secret, seat)
        case .ended(let end): turn.effects.append(.ended(end))
        case .rules(let version):
            turn.effects.append(.takesPromises(channel.number))
            tell(.rules(version))
        case .ages(let ages):
            for age in ages where objects.entries[age.key]?.object != nil {
                tell(.aged(age.key, since: age.start(before: now)))
            }
        case .options(let members): turn.effects.append(.noticed(members))
        // A client has no use for them.
        case .unknown, .open: break
        }
    }

    /// Records the secret and the session's number for later requests, also for a second `init` on
    /// this connection.
    private mutating func take(_ secret: ResumeSecret, _ seat: Int) {
        admission.resume = secret
        admission.request?.resume = secret
        admission.request?.seat = seat > 0 ? seat : nil
        admission.request?.takes = false
        turn.effects.append(.given(secret, seat))
    }

    private mutating func authorized(as user: UserName) {
        guard stage == .authorizing else { return }
        admission.denials = 0
        connection.away = [:]
        let isStranger = admission.isStranger(user)
        if isStranger {
            let isEmpty = objects.entries.isEmpty || kind == .presence
            switch admission.others {
            case .refuse where !isEmpty:
                stage = .closed
                guard let owner = admission.owner else { return }
                return turn.effects.append(.refusedStranger(owner: owner))
            case .remove: removeAll()
            case .refuse, .take: detach()
            }
        }
        if admission.owner != user { turn.marks.append(.belong(to: user)) }
        admission.owner = user
        guard changeVersion == nil else { return stage = .catchingUp }
        startIndex()
        // The page that was requested within `init` was meant for another user's objects.
        if isStranger { ask(firstPage) }
    }

    private mutating func denied(_ failure: AuthorizationFailure) {
        connection.askedAt = nil
        guard failure.reason != .takenOver else {
            stage = .closed
            return turn.effects.append(.takenOver)
        }
        guard !failure.needsSignIn else {
            stage = .closed
            return turn.effects.append(.unauthorized(failure))
        }
        admission.denials += 1
        stage = .denied(until: now + Backoff.ofClients.wait(after: admission.denials, &random))
        tell(.error(.denied(failure)))
    }

    /// Ends catching up: all changes up to now are known. So what the hub has of the changes in
    /// flight is clear, and waiting drafts can be sent.
    mutating func goLive() {
        let isFirst = stage != .live
        stage = .live
        connection.askedAt = nil
        connection.awaitsChanges = false
        resend()
        let applied = objects.inFlight.values.filter(\.isApplied).sorted { $0.turn < $1.turn }
        for flight in applied { settleIfApplied(flight.change.key) }
        noticeAll()
        guard isFirst else { return }
        for key in objects.suspects.inOrder() { load(key) }
        for key in objects.unsynced.inOrder() { enqueue(key) }
        for reference in history.references { post(.entity(EntityRequest(reference))) }
    }

    mutating func wake() {
        if case .denied(let until) = stage, until <= now { authorize() }
        if let until = connection.restsUntil, until <= now {
            connection.restsUntil = nil
            resend()
        }
        if let due = answerDue, due <= now { turn.effects.append(.giveUp(.unanswered)) }
    }

    /// The time until the hub must have answered the request or change that has waited longest.
    private var answerDue: Instant? {
        sooner(connection.askedAt, connection.sent.oldest).map { $0 + Self.answerLimit }
    }

    /// True while the hub has not accepted the sign-in, or has refused this bucket.
    var isOutside: Bool {
        switch stage {
        case .authorizing, .denied: true
        case .closed, .indexing, .catchingUp, .live: false
        }
    }

    /// True while the hub has data that this client still waits for.
    var isReading: Bool { stage == .indexing || stage == .catchingUp || !connection.loads.isEmpty }

    /// The time of the next `wake`. `nextDeadline` holds it between events.
    var deadline: Instant? {
        let deadline = sooner(connection.restsUntil, answerDue)
        guard case .denied(let until) = stage else { return deadline }
        return sooner(deadline, until)
    }

    /// The answer to the hub's question for this client's state, cut to fit into one frame.
    private var state: ClientState {
        var room = Limits.clientFrame / 2
        let index = objects.entries.keys.inOrder().compactMap { key -> EntityReference? in
            guard let version = objects.entries[key]?.ghost?.version else { return nil }
            room -= key.text.utf8.count + Self.longestListing
            return room > 0 ? EntityReference(key: key, version: version) : nil
        }
        let pending = objects.inFlight.values.map(\.change).sorted { $0.key.text < $1.key.text }
        return ClientState(
            current: changeVersion, index: index,
            pending: pending.map {
                ClientState.Pending(key: $0.key, version: $0.version, changeID: $0.id)
            })
    }
}

extension ClientCommand {
    /// The command as a channel carries it, without the channel's number.
    fileprivate var text: String {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
