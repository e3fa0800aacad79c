internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// A bucket's channel on a connection: the `init`, the hub's commands, and the timers.
extension ReplicaBucket {
    private static let answerTimeout = Duration.seconds(180)
    /// An upper bound on the bytes around a key in `state`: `{"id":"","v":9007199254740991},`.
    private static let longestListing = 32

    mutating func connect(with request: InitRequest, on number: ChannelNumber) {
        connection = BucketConnectionState()
        channel.number = number
        signIn.request = request
        sendInitWithOpeningRequest()
    }

    mutating func disconnect() {
        if stage == .indexing { indexScans.halvePageLimit() }
        stage = .closed
        connection = BucketConnectionState()
    }

    /// Sends `init` together with the bucket's first request: the changes since the cursor, or the
    /// index. If these were two messages, a change that arrived between them would move the cursor
    /// past the missed changes.
    mutating func sendInitWithOpeningRequest() {
        guard var request = signIn.request else { return }
        request.resume = request.resume ?? signIn.resume
        request.command = opening.text
        stage = .authorizing
        sendAwaitingAnswer(.initialize(.success(request)))
    }

    private var opening: ClientCommand {
        changeVersion.map { .catchUp(from: .after($0)) } ?? firstPage
    }

    mutating func handleCommand(_ command: HubCommand) {
        guard stage != .closed else { return }
        switch command {
        case .authorized(let user): startSyncUnlessRefused(as: user)
        case .unauthorized(let failure): closeOrRetryAfterDenial(failure)
        case .expired: closeOrRetryAfterDenial(.invalidToken)
        case .index(let page): receivePage(page)
        case .entity(let reply): receiveReply(reply)
        case .restored: prepareToResendLostObjects()
        case .unknownCursor: restartIndexingIfAllowed()
        case .changes(let entries): receiveChangeList(entries)
        case .state: sendCommand(.state(state))
        case .away(let keys, let notice): recordAbsencesOrGiveUp(keys, notice.absence(from: now))
        case .back(let keys): recordAbsencesOrGiveUp(keys, nil)
        case .resume(let secret, let number): storeResumeSecret(secret, number)
        case .ended(let end): gathered.effects.append(.sessionEnded(end))
        case .rules(let version):
            gathered.effects.append(.acceptsPromises(channel.number))
            notify(.rules(version))
        case .ages(let ages):
            for age in ages where objects.entries[age.key]?.object != nil {
                notify(.aged(age.key, since: age.measurementStart(before: now)))
            }
        case .options(let members): gathered.effects.append(.options(members))
        // An unknown command is ignored.
        case .unknown: break
        }
    }

    /// Stores the session's credentials for each later `init`, on this connection or the next.
    /// Reports the credentials to the replica.
    private mutating func storeResumeSecret(_ secret: ResumeSecret, _ number: Int) {
        signIn.resume = secret
        signIn.request?.resume = secret
        signIn.request?.sessionNumber = number > 0 ? number : nil
        signIn.request?.takesOverSession = false
        gathered.effects.append(.resumeSecret(secret, number))
    }

    /// Starts the sync of the user that the hub has accepted. `signIn.others` decides if another
    /// user's objects are removed or taken over, or if the sign-in is refused. Another user's
    /// presence objects are always removed, because they belong to an earlier connection.
    private mutating func startSyncUnlessRefused(as user: UserName) {
        guard stage == .authorizing else { return }
        signIn.denials = 0
        connection.absences = [:]
        let stranger = signIn.ownerIfOther(than: user)
        if let stranger {
            let isEmpty = objects.entries.isEmpty || lifetime == .presence
            switch signIn.others {
            case .refuse where !isEmpty:
                stage = .closed
                return gathered.effects.append(.refusedStranger(owner: stranger))
            case .take where lifetime != .presence: convertObjectsToDrafts()
            case .refuse, .remove, .take: removeAllAndNotify()
            }
        }
        if signIn.owner != user { gathered.bucketEdits.append(.belong(to: user)) }
        signIn.owner = user
        guard changeVersion == nil else { return stage = .catchingUp }
        prepareIndexing()
        // The request within `init` was meant for another user's objects.
        if stranger != nil { sendAwaitingAnswer(firstPage) }
    }

    /// Closes the channel, and reports the reason to the replica. If the hub denies only this
    /// bucket, notifies the program instead, and sends `init` again after a pause.
    private mutating func closeOrRetryAfterDenial(_ failure: AuthorizationFailure) {
        connection.requestedAt = nil
        if let effect = closingEffect(of: failure) {
            stage = .closed
            return gathered.effects.append(effect)
        }
        signIn.denials += 1
        stage = .denied(
            until: now + Backoff.ofClients.randomPartOfWait(after: signIn.denials, &random))
        notify(.error(.denied(failure)))
    }

    /// Returns the effect of a failure that concerns more than this bucket; nil for other failures.
    private func closingEffect(of failure: AuthorizationFailure) -> Effect? {
        switch failure.reason {
        case .takenOver: .takenOver
        case .elsewhere where signIn.request?.extensions.contains(.redial) == true:
            .redirected(RequestedHall(failure.message))
        case _ where failure.needsSignIn: .unauthorized(failure)
        default: nil
        }
    }

    /// Makes the bucket live, because the client has received all missed changes. Completes the
    /// changes in flight that the hub has applied, and sends the others again. If the bucket was
    /// not live before, also requests suspect objects and versions, and queues the drafts.
    mutating func finishCatchingUp() {
        let isFirst = stage != .live
        stage = .live
        connection.requestedAt = nil
        connection.awaitsChanges = false
        resendChanges()
        let applied = objects.inFlight.values.filter(\.isApplied).sorted { $0.turn < $1.turn }
        for flight in applied { completeChangeIfMarkedApplied(flight.change.key) }
        markAllAbsencesForCheck()
        guard isFirst else { return }
        for key in objects.keysToReload.sortedKeys() { reloadIfMarked(key) }
        for key in objects.unsynced.sortedKeys() { enqueueIfSendable(key) }
        for reference in requestedVersions { sendCommand(.entity(EntityRequest(reference))) }
    }

    mutating func runTimers() {
        if case .denied(let until) = stage, until <= now { sendInitWithOpeningRequest() }
        if let until = connection.pausedUntil, until <= now {
            connection.pausedUntil = nil
            resendChanges()
        }
        if let due = answerDue, due <= now { gathered.effects.append(.giveUp(.unanswered)) }
    }

    /// The deadline for the hub's next answer; nil if the client awaits no answer.
    private var answerDue: Instant? {
        sooner(connection.requestedAt, connection.sent.oldestSentAt).map { $0 + Self.answerTimeout }
    }

    /// True while the client awaits the hub's answer to the sign-in, or while the hub denies this
    /// bucket.
    var isUnauthorized: Bool {
        switch stage {
        case .authorizing, .denied: true
        case .closed, .indexing, .resending, .catchingUp, .awaitingPageAfterChanges, .live: false
        }
    }

    /// True while the client reads the index, catches up, or loads objects.
    var isLoading: Bool {
        isIndexing || isCatchingUp || !connection.pendingLoads.isEmpty
    }

    /// True while the client reads the index or restores lost objects. During this time, changes
    /// are postponed.
    var isIndexing: Bool { stage == .indexing || stage == .resending }

    var isCatchingUp: Bool { stage == .catchingUp || stage == .awaitingPageAfterChanges }

    /// The time of the next `wake`; nil if no `wake` is needed. `nextDeadline` caches this time.
    var deadline: Instant? {
        let deadline = sooner(connection.pausedUntil, answerDue)
        guard case .denied(let until) = stage else { return deadline }
        return sooner(deadline, until)
    }

    /// The answer to a hub that asks for this bucket's state. Objects that do not fit into half a
    /// frame are left out.
    private var state: ClientBucketDiagnostics {
        var room = Limits.clientFrame / 2
        let index = objects.entries.keys.sortedKeys().compactMap { key -> EntityVersionReference? in
            guard let version = objects.entries[key]?.ghost?.version else { return nil }
            room -= key.text.utf8.count + Self.longestListing
            return room > 0 ? EntityVersionReference(key: key, version: version) : nil
        }
        let pending = objects.inFlight.values.map(\.change).sorted { $0.key.text < $1.key.text }
        return ClientBucketDiagnostics(
            current: changeVersion, index: index,
            pending: pending.map {
                ClientBucketDiagnostics.UnacknowledgedChange(
                    key: $0.key, version: $0.version, changeID: $0.id)
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
