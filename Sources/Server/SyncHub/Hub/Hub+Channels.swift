import SimperiumClock
import SimperiumJSON
package import SimperiumWire

extension Hub {
    /// Begins a channel, and requests its authorisation; or denies an invalid `init`. If the
    /// connection already has a channel with this number, that channel ends first, as if the
    /// connection had broken. Closes the connection if its rate limit is used up.
    mutating func beginChannel(
        _ request: Result<InitRequest, InitRefusal>, bytes: Int,
        on number: ChannelNumber, of id: ConnectionID
    ) {
        let isPaid = connections.changeInPlace(id) {
            $0.chargeIfAllowanceLeft(bytes: bytes, at: context.now, context.limits)
        }
        guard isPaid == true else { return close(id, .tooMuch) }
        endChannelAsBroken(number, of: id)
        switch request {
        case .failure(let refusal):
            denyAndRemoveChannel(refusal.failure, for: refusal.protocolVersion, on: number, of: id)
        case .success(let request):
            let pending = PendingChannel(connection: id, channel: number, request: request)
            if let failure = initFailure(of: request, from: id) { return deny(pending, failure) }
            let question = context.nextQuestionID()
            pendingChannels[question] = pending
            connections.changeInPlace(id) {
                $0.append(Channel(stage: .authorizing(question), number: number))
            }
            let authorization = AuthorizationRequest(request, on: number, of: id)
            context.effects.append(.authorize(question, authorization))
        }
    }

    private func initFailure(
        of request: InitRequest, from id: ConnectionID
    ) -> AuthorizationFailure? {
        guard let connection = connections[id] else { return nil }
        guard connection.app == nil || connection.app == request.app else {
            return AuthorizationFailure(.other(500), "app_id is not the app of this address")
        }
        guard connection.channels.count < context.limits.channelsPerConnection else {
            return AuthorizationFailure(.other(500), "Too many channels")
        }
        return nil
    }

    /// Handles the result of an authorisation. The channel may have to wait until the sessions of
    /// the user's log have been read.
    mutating func handleAuthorization(_ question: QuestionID, _ authorization: AuthorizationResult)
    {
        // The connection may have been closed, or the channel may have been opened again.
        guard let pending = pendingChannels.removeValue(forKey: question),
            let index = connections[pending.connection]?.index(
                of: pending.channel, awaiting: question)
        else { return }
        if case .granted(let identity, let secrets) = authorization,
            beginLeaseReadingIfNeeded(pending, as: identity, secrets)
        {
            pendingChannels[question] = pending
            return waitingSignIns.append((question: question, result: authorization))
        }
        switch authorization {
        case .granted(let identity, _)
        where pending.request.bucket == .options && !identity.rights.contains(.administrator):
            deny(pending, AuthorizationFailure(.other(500), "No permission for this bucket"))
        case .granted(let identity, let secrets):
            openChannel(pending, at: index, as: identity, secrets)
        case .elsewhere(let identity): startForwarding(pending, at: index, as: identity)
        case .denied(let failure): deny(pending, failure)
        }
    }

    mutating func deny(_ pending: PendingChannel, _ failure: AuthorizationFailure) {
        denyAndRemoveChannel(
            failure, for: pending.request.protocolVersion, on: pending.channel,
            of: pending.connection)
    }

    private mutating func denyAndRemoveChannel(
        _ failure: AuthorizationFailure, for version: InitRequest.ProtocolVersion,
        on channel: ChannelNumber, of id: ConnectionID
    ) {
        if let index = connections[id]?.index(of: channel) {
            _ = connections[id]?.removeChannel(at: index)
        }
        if version == .legacy { context.send(.expired, on: channel, to: id) }
        context.send(.unauthorized(failure), on: channel, to: id)
        context.effects.append(.note(.denied(id, channel, code: failure.reason.code)))
    }

    private mutating func openChannel(
        _ pending: PendingChannel, at index: Int, as identity: Identity,
        _ secrets: ResumeSecrets
    ) {
        let (id, number, request) = (pending.connection, pending.channel, pending.request)
        let bucket = request.bucketID(of: identity)
        guard !isBackedOff(bucket) else {
            return deny(pending, AuthorizationFailure(.other(500), "The bucket is out of order"))
        }
        let account = signInAccount(of: bucket, identity)
        guard mayBelong(id, to: account) else { return deny(pending, .secondAccount) }
        let handle = open(bucket)
        let assignment = assignSession(pending, in: bucket.log, secrets)
        if case .refused = assignment {
            deny(pending, .takenOver)
            return close(id, .takenOver)
        }
        sendUserAndHall(identity, on: number, of: id)
        context.effects.append(.joined(id, bucket.log))
        context.effects.append(.note(.authorized(id, number, bucket)))
        let credentials = sendRulesAndSession(pending, to: bucket, assignment, or: secrets)
        let member = context.nextMemberID()
        connections.changeInPlace(id) {
            $0.openChannel(member, in: handle, with: identity.credential, of: account, at: index)
        }
        if let slot = buckets.slot(handle) {
            buckets.slots[slot].members[member] = ChannelMembership(
                request, identity, credentials, on: number, of: id)
        }
        post(.join(member), to: handle)
        context.alarms.schedule(
            .quietPeriod(member, in: handle), at: context.now + context.limits.quietPeriod)
        if let command = request.command.flatMap({ try? ClientCommand($0) }) {
            connections.changeInPlace(id) {
                $0.charge(for: command, at: context.now, context.limits)
            }
            carryOut(command, of: member, in: handle, on: id)
        }
        carryOutWaitingCommands(on: number, of: id)
    }

    /// Sends the messages that extensions add after `auth`: the version of the rules, the end of an
    /// earlier session, and the session's secret. Returns the member's credentials.
    private mutating func sendRulesAndSession(
        _ pending: PendingChannel, to bucket: BucketID, _ assignment: SessionAssignment,
        or secrets: ResumeSecrets
    ) -> ChannelMembership.PresenceCredentials {
        let (id, number) = (pending.connection, pending.channel)
        if pending.request.extensions.contains(.rules), let rules = rulesVersion(of: bucket) {
            context.send(.rules(rules), on: number, to: id)
        }
        guard case .session(let sessionID, let end) = assignment,
            let session = context.sessions[sessionID],
            let secret = session.secret
        else { return .own(secrets) }
        if let end { context.send(.ended(end), on: number, to: id) }
        context.send(.resume(secret, sessionNumber: session.number), on: number, to: id)
        return .session(sessionID, session.credentials.digest, presented: secrets.resume?.digest)
    }

    /// Subscribes a channel that has sent no request. If commands still wait on the channel,
    /// extends the quiet period. One of these commands may be the request, and the answer to it
    /// must precede new changes.
    mutating func endQuietPeriod(of member: MemberID, in bucket: BucketHandle) {
        guard let slot = buckets.slot(bucket),
            let (id, channel) = buckets.slots[slot].channel(of: member)
        else { return }
        guard connections[id]?.hasWaitingFrames(on: channel) != true else {
            let end = context.now + context.limits.quietPeriod
            return context.alarms.schedule(.quietPeriod(member, in: bucket), at: end)
        }
        post(.subscribe(member), to: bucket)
    }

    /// Performs a command, mostly by passing it to the channel's bucket. Closes the connection if
    /// the store has no room for a change.
    mutating func carryOut(
        _ command: ClientCommand, of member: MemberID, in bucket: BucketHandle,
        on id: ConnectionID, bytes: Int = 0
    ) {
        switch command {
        case .changes(let readings):
            guard !isStoreFull(bucket) || !readings.contains(where: \.makesObjects) else {
                return close(id, .trouble)
            }
            for reading in readings {
                switch reading {
                case .success(let change):
                    post(.change(change, by: .local(.member(member)), bytes: bytes), to: bucket)
                case .failure(let change):
                    connections[id]?.stopCountingChangeBytes(bytes)
                    post(.refuse(change, by: member), to: bucket)
                }
            }
        case .index(let request): post(.index(request, for: .member(member)), to: bucket)
        case .entity(let request): post(.entity(request, for: member), to: bucket)
        case .catchUp(let cursor):
            post(.catchUp(cursor, waits: false, for: .member(member)), to: bucket)
        case .state(let state): context.effects.append(.note(.stated(id, state)))
        case .beat(let seconds): recordPromisedHeartbeats(every: seconds, by: id)
        case .leave:
            guard let slot = buckets.slot(bucket),
                let (_, channel) = buckets.slots[slot].channel(of: member)
            else { return }
            endChannelAsBroken(channel, of: id)
        case .inquire(let question): passQuestionToServerProgram(question, by: member, in: bucket)
        case .initialize, .unknown: context.effects.append(.note(.ignored(id)))
        }
    }

    /// Ends a channel's membership. The hub unsubscribes the channel at once. The channel leaves
    /// its bucket after the bucket has done the channel's earlier work.
    mutating func endMembership(_ channel: Channel, _ end: ConnectionEnd) {
        unsubscribeFromChanges(channel)
        switch channel.stage {
        case .authorizing(let question): pendingChannels[question] = nil
        case .open(let member, let bucket, _): post(.leave(member, end), to: bucket)
        case .forwarded: break
        }
    }

    mutating func unsubscribeFromChanges(_ channel: Channel) {
        guard case .open(let member, let bucket, _) = channel.stage,
            let slot = buckets.slot(bucket)
        else { return }
        buckets.slots[slot].unsubscribeFromAll(member)
    }

    /// Sends an error on each channel of the revoked tokens, and closes these channels. Closes a
    /// connection that has no other open channels. Denies waiting sign-ins with these tokens.
    mutating func revoke(_ credentials: Set<CredentialID>) {
        denyWaitingSignIns(credentials)
        let found = connections.filter { $0.value.channels.contains { $0.isOpen(by: credentials) } }
        for (id, connection) in found.sorted(by: { $0.key < $1.key }) {
            for channel in connection.channels where channel.isOpen(by: credentials) {
                context.send(.unauthorized(.invalidToken), on: channel.number, to: id)
            }
            let isAll = connection.channels.allSatisfy { channel in
                if case .open = channel.stage { channel.isOpen(by: credentials) } else { true }
            }
            guard !isAll else {
                close(id, .revoked)
                continue
            }
            for channel in connection.channels where channel.isOpen(by: credentials) {
                endChannelAsBroken(channel.number, of: id)
            }
        }
    }

    /// Denies the waiting sign-ins with these revoked tokens, so that they open no channel.
    private mutating func denyWaitingSignIns(_ credentials: Set<CredentialID>) {
        for index in waitingSignIns.indices {
            guard case .granted(let identity, _) = waitingSignIns[index].result,
                credentials.contains(identity.credential)
            else { continue }
            waitingSignIns[index].result = .denied(.invalidToken)
        }
    }

    /// Ends one channel as if its connection had broken. If the connection loses its user, removes
    /// outdated members from the connection's presence objects.
    mutating func endChannelAsBroken(_ number: ChannelNumber, of id: ConnectionID) {
        guard let index = connections[id]?.index(of: number),
            let channel = connections[id]?.removeChannel(at: index)
        else { return }
        endMembership(channel, .broken)
        guard let user = channel.account, connections[id]?.account == nil else { return }
        correctObjectsAfterSignOut(of: id, from: user)
    }

    /// Returns false if `account` is a user, and the connection already belongs to another user.
    func mayBelong(_ id: ConnectionID, to account: UserID?) -> Bool {
        guard let account, let other = connections[id]?.account else { return true }
        return other == account
    }

    /// Returns the user that a connection belongs to because of a channel in this bucket. Returns
    /// nil for an administrator, and if the bucket determines no user.
    func signInAccount(of bucket: BucketID, _ identity: Identity) -> UserID? {
        guard !identity.rights.contains(.administrator), validators.isSignInBucket(bucket) else {
            return nil
        }
        return identity.user
    }
}

extension Channel {
    fileprivate func isOpen(by credentials: Set<CredentialID>) -> Bool {
        if case .open(_, _, let credential) = stage {
            credentials.contains(credential)
        } else {
            false
        }
    }
}

extension Change.Reading {
    fileprivate var makesObjects: Bool {
        if case .success(let change) = self { change.operation.makesObjects } else { false }
    }
}

/// Halls. To the hub, each hall is a user. The hub only passes messages about halls between clients
/// and the server program.
extension Hub {
    /// Returns true if a connection has another open channel of this user, or an authorised channel
    /// that waits until the sessions have been read.
    package func hasOtherChannel(
        _ log: UserLogID, _ id: ConnectionID, besides number: ChannelNumber
    ) -> Bool {
        connections[id]?.channels.contains { channel in
            guard channel.number != number else { return false }
            switch channel.stage {
            case .open(_, let bucket, _):
                return buckets.slot(bucket).map { buckets.slots[$0].id.log } == log
            case .forwarded: return false
            case .authorizing(let question):
                return waitingSignIns.contains { signIn in
                    guard signIn.question == question,
                        case .granted(let identity, _) = signIn.result
                    else { return false }
                    return identity.user == log.user
                }
            }
        } ?? false
    }

    /// Returns true if a client has a session with this secret, even without a connection.
    package func hasSession(
        of clientID: ClientID, in log: UserLogID, _ digest: SecretDigest
    ) -> Bool {
        let credentials = SessionResumeCredentials(log: log, clientID: clientID, digest: digest)
        return context.sessions.find(credentials) != nil
    }

    /// Sends the first messages on a channel: the user name, and the name of the hall if
    /// `identity` has one.
    mutating func sendUserAndHall(
        _ identity: Identity, on number: ChannelNumber, of id: ConnectionID
    ) {
        context.send(.authorized(identity.name), on: number, to: id)
        guard let hall = identity.hall else { return }
        context.send(.options(["hall": JSON(hall)]), on: number, to: id)
    }

    mutating func passQuestionToServerProgram(
        _ question: JSONObject, by member: MemberID, in bucket: BucketHandle
    ) {
        guard let slot = buckets.slot(bucket),
            let (id, channel) = buckets.slots[slot].channel(of: member)
        else { return }
        context.effects.append(.inquire(id, on: channel, question))
    }
}
